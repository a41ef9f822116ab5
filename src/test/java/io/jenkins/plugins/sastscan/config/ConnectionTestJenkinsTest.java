package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** The button "Test connection" of a SAST server. */
@WithSast
class ConnectionTestJenkinsTest {
    private static JenkinsRule jenkins;

    @AutoClose
    private final Simulator simulator = Simulator.start(Dialect.FIELD);

    @BeforeEach
    void addCredentials() throws Exception {
        var known = simulator.oauthClient();
        Servers.credentials(
                Servers.secretText("token", simulator.accessToken()),
                Servers.secretText("client-secret", known.clientSecret()),
                Servers.user("user", known.userName(), known.password()));
    }

    /** Returns the answer of the button. Values that are missing in the form are empty. */
    static String answer(JenkinsRule jenkins, Class<? extends SastAuthentication> kind, Map<String, String> form)
            throws Exception {
        try (JenkinsRule.WebClient client = Browsers.openAs(jenkins, "")) {
            return Browsers.post(client, "descriptorByName/" + kind.getName() + "/testConnection", form)
                    .getContentAsString()
                    .replace("&quot;", "\"");
        }
    }

    private Map<String, String> form(String... more) {
        Map<String, String> form = new HashMap<>();
        form.put("url", simulator.baseUrl().toString());
        form.put("testPlainHttp", "true");
        form.put("credentialsId", "token");
        for (int i = 0; i < more.length; i += 2) {
            form.put(more[i], more[i + 1]);
        }
        return form;
    }

    @ParameterizedTest
    @CsvSource({"user, false", "'', true"})
    void the_connection_test_supports_both_oauth_grants_and_the_usual_token_url(String userId, boolean usualTokenUrl)
            throws Exception {
        var known = simulator.oauthClient();
        Map<String, String> form = form(
                "tokenUrl",
                usualTokenUrl ? "" : simulator.tokenUrl().toString(),
                "clientId",
                known.clientId(),
                "clientSecretId",
                "client-secret",
                "userCredentialsId",
                userId,
                "scope",
                known.scope());

        assertThat(answer(jenkins, OAuthAuthentication.class, form))
                .startsWith("<div class=\"ok\">Connected. Edition: ");
        assertThat(simulator.requests(SimulatedOperation.TOKEN)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ' 42 ' | warning | The account cannot read the Git settings of project 42 (status 404)",
                "'' | forty | error | Invalid project ID",
                "sast-team | 42 | ok | Each job uses the credentials of its folder"
            })
    void the_connection_test_checks_a_project_unless_jobs_use_their_own_credentials(
            String jobCredentialsId, String project, String kind, String message) throws Exception {
        String answer = answer(
                jenkins,
                AccessTokenAuthentication.class,
                form("testJobCredentialsId", jobCredentialsId, "testProjectId", project));

        assertThat(answer).startsWith("<div class=\"" + kind + "\">").contains(message);
        assertThat(simulator.requests().isEmpty()).isNotEqualTo(message.contains("status"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | token | The URL of the SAST server is missing",
                "https://sast.example.org | user | do not exist",
                "https://sast.example.org | '' | Select a secret text. After \"Add\", select the new credentials.",
            })
    void the_connection_test_reports_invalid_values_before_anything_is_sent(
            String url, String credentialsId, String message) throws Exception {
        assertThat(answer(jenkins, AccessTokenAuthentication.class, form("url", url, "credentialsId", credentialsId)))
                .startsWith("<div class=\"error\">")
                .contains(message)
                .doesNotContain(simulator.accessToken());
    }
}
