package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** What the button "Test connection" answers. */
@WithSast
class ConnectionTestJenkinsTest {
    private static JenkinsRule jenkins;

    private final Simulator simulator = Simulator.start(Dialect.FIELD);

    @BeforeEach
    void credentials() throws Exception {
        Servers.configure();
        Servers.credentials(
                Servers.secretText("token", simulator.accessToken()),
                Servers.secretText("client", simulator.oauthClient().clientSecret()),
                Servers.user(
                        "user",
                        simulator.oauthClient().userName(),
                        simulator.oauthClient().password()));
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private static FormValidation accessToken(String url, boolean plainHttp, String seconds, String credentialsId) {
        return jenkins.jenkins
                .getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class)
                .doTestConnection(url, plainHttp, seconds, "", credentialsId, "");
    }

    private FormValidation oauth(String grant, String secretId, String userId) {
        return jenkins.jenkins
                .getDescriptorByType(OAuthAuthentication.DescriptorImpl.class)
                .doTestConnection(
                        simulator.baseUrl().toString(),
                        true,
                        "30",
                        "",
                        simulator.tokenUrl().toString(),
                        grant,
                        simulator.oauthClient().clientId(),
                        secretId,
                        userId,
                        simulator.oauthClient().scope(),
                        "");
    }

    @Test
    void a_good_access_token_is_answered_with_what_the_license_says() {
        FormValidation answer = accessToken(simulator.baseUrl().toString(), true, "30", "token");

        assertThat(answer.kind).isNotEqualTo(FormValidation.Kind.ERROR);
        assertThat(answer.getMessage())
                .startsWith("Connected. Edition: ")
                .contains("users: ", "projects: ", "languages: ", "license");
    }

    @ParameterizedTest
    @CsvSource({"PASSWORD, user", "CLIENT_CREDENTIALS, ''"})
    void each_grant_of_oauth_is_tried_with_the_values_of_the_form(String grant, String userId) {
        FormValidation answer = oauth(grant, "client", userId);

        assertThat(answer.getMessage()).startsWith("Connected. Edition: ");
        assertThat(simulator.requests(SimulatedOperation.TOKEN)).hasSize(1);
    }

    @Test
    void a_failure_is_told_with_what_to_do() {
        assertThat(oauth("PASSWORD", "token", "user"))
                .satisfies(answer -> assertThat(answer.kind).isEqualTo(FormValidation.Kind.ERROR))
                .satisfies(answer -> assertThat(answer.getMessage()).contains("Check client ID and client secret."));
    }

    /** The form says 1 second; 30 is the longest that is waited for. */
    @Test
    @Timeout(value = 25, unit = TimeUnit.SECONDS)
    void a_server_that_is_silent_is_waited_for_as_long_as_the_form_says() {
        simulator.always(SimulatedOperation.LICENSE, Fault.hang());

        assertThat(plain(accessToken(simulator.baseUrl().toString(), true, "1", "token")))
                .contains("license", "no response within 1000 milliseconds (read timeout)");
        assertThat(simulator.requests(SimulatedOperation.LICENSE)).hasSize(1);
    }

    /** The whole report is in AccountReportTest. */
    @Test
    void an_account_that_can_only_upload_is_told_what_it_can_do() {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(403));

        FormValidation answer = jenkins.jenkins
                .getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class)
                .doTestConnection(simulator.baseUrl().toString(), true, "30", "", "token", " 42 ");

        assertThat(answer.kind).isEqualTo(FormValidation.Kind.WARNING);
        assertThat(answer.getMessage())
                .startsWith("Connected. The access token is accepted. The account cannot read the license (status 403)")
                .contains("The account cannot read the Git settings of project 42 (status 404)");
    }

    @ParameterizedTest
    @CsvSource({"'', forty, ERROR, Invalid project ID", "sast-team, 42, OK, Each job uses the credentials of its folder"
    })
    void what_cannot_be_tested_is_told_before_anything_is_sent(
            String jobCredentialsId, String project, FormValidation.Kind kind, String message) {
        FormValidation answer = jenkins.jenkins
                .getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class)
                .doTestConnection(simulator.baseUrl().toString(), true, "30", jobCredentialsId, "token", project);

        assertThat(answer.kind).isEqualTo(kind);
        assertThat(plain(answer)).contains(message);
        assertThat(simulator.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 30 | token | The URL of the SAST server is missing",
                "http://sast.example.org | 30 | token | begins with http://",
                "https://sast.example.org | soon | token | Enter a whole number.",
                "https://sast.example.org | 0 | token | timeout must be more than 0",
                "https://sast.example.org | 30 | '' | Select a secret text",
                "https://sast.example.org | 30 | user | do not exist",
                "https://sast.example.org | 30 | gone | do not exist",
            })
    void a_form_that_cannot_be_used_is_told_before_anything_is_sent(
            String url, String seconds, String credentialsId, String message) {
        FormValidation answer = accessToken(url, false, seconds, credentialsId);

        assertThat(answer.kind).isEqualTo(FormValidation.Kind.ERROR);
        assertThat(plain(answer)).contains(message).doesNotContain(simulator.accessToken());
    }

    @Test
    void the_button_sends_the_values_of_the_form_of_its_own_server() throws Exception {
        SastServer before =
                new SastServer("before", "https://before.example.org", new AccessTokenAuthentication("gone"));
        SastServer tested =
                new SastServer("tested", simulator.baseUrl().toString(), new AccessTokenAuthentication("token"));
        tested.setAllowPlainHttp(true);
        SastConfiguration.get().setServers(List.of(before, tested));
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.getOptions().setCssEnabled(true); // The templates of new rows are hidden.
            HtmlPage page = client.goTo("manage/configure");
            Forms.settle(page);
            HtmlButton button = (HtmlButton) page.querySelectorAll("button.validate-button").stream()
                    .filter(each -> each.isDisplayed())
                    .reduce((first, second) -> second)
                    .orElseThrow();

            page.getElementsByName("_.testProjectId").forEach(field -> ((HtmlInput) field).setValue("42"));
            button.click();
            DomElement container = (DomElement) button.getParentNode();
            Forms.await(
                    page,
                    "answer of the server",
                    () -> container.asNormalizedText().contains("Connected. Edition: "));
            assertThat(container.asNormalizedText()).contains("Test connection", "Connected. Edition: ", "project 42");
        }
    }

    private static String plain(FormValidation answer) {
        return answer.getMessage().replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
    }
}
