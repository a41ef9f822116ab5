package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import hudson.ProxyConfiguration;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** How the fields of a server are judged as they are typed, and what the lists offer. */
@WithSast
class ServerFieldsJenkinsTest {
    private static final String FINE = "";
    private static final String URL = "https://sast.example.org/api/";

    private static JenkinsRule jenkins;

    @BeforeEach
    void credentials() throws Exception {
        Servers.credentials(
                Servers.secretText("token", "a token"),
                Servers.secretText(CredentialsScope.SYSTEM, "system-token", "a token"),
                Servers.user("user", "ci", "a password"));
    }

    private static SastServer.DescriptorImpl server() {
        return jenkins.jenkins.getDescriptorByType(SastServer.DescriptorImpl.class);
    }

    private static AccessTokenAuthentication.DescriptorImpl token() {
        return jenkins.jenkins.getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class);
    }

    private static OAuthAuthentication.DescriptorImpl oauth() {
        return jenkins.jenkins.getDescriptorByType(OAuthAuthentication.DescriptorImpl.class);
    }

    private static Arguments check(String what, Supplier<FormValidation> check, String message) {
        return Arguments.of(what, check, message);
    }

    static Stream<Arguments> checks() {
        return Stream.of(
                check("name", () -> server().doCheckName("main", URL, "other\nmain2"), FINE),
                check("no name", () -> server().doCheckName(" ", URL, ""), "The name is missing"),
                check("name of two lines", () -> server().doCheckName("a\nb", URL, ""), "line break"),
                check(
                        "name of another row",
                        () -> server().doCheckName(" main", "", "other\nmain "),
                        "Another SAST server has this name"),
                check("name of a new row", () -> server().doCheckName("", "", ""), FINE),
                check("URL", () -> server().doCheckUrl(URL, "main", false), FINE),
                check("no URL", () -> server().doCheckUrl("", "main", false), "missing"),
                check("URL of a new row", () -> server().doCheckUrl("", "", false), FINE),
                check(
                        "host only",
                        () -> server().doCheckUrl("sast.example.org", "", false),
                        "does not begin with https://"),
                check("http", () -> server().doCheckUrl("http://sast.example.org", "", false), "begins with http://"),
                check(
                        "user",
                        () -> server().doCheckUrl("https://a:b@sast.example.org", "", false),
                        "contains a user name"),
                check("token", () -> token().doCheckCredentialsId("token", URL, ""), FINE),
                check(
                        "no token",
                        () -> token().doCheckCredentialsId("", URL, ""),
                        "credentials of the access token are missing"),
                check("token of a new row", () -> token().doCheckCredentialsId("", "", ""), FINE),
                check("token that jobs bring", () -> token().doCheckCredentialsId("", URL, "sast-team"), FINE),
                check(
                        "user that jobs bring",
                        () -> oauth().doCheckUserCredentialsId("", "PASSWORD", "ci-client", "sast-team"),
                        FINE),
                check("no such token", () -> token().doCheckCredentialsId("gone", "", ""), "do not exist"),
                check("not a secret text", () -> token().doCheckCredentialsId("user", URL, ""), "do not exist"),
                check(
                        "token URL",
                        () -> oauth().doCheckTokenUrl("https://sast.example.org/token?a=b", "", URL, false),
                        FINE),
                check(
                        "token URL, http",
                        () -> oauth().doCheckTokenUrl("http://s.example.org", "", URL, false),
                        "begins with http"),
                check(
                        "no token URL",
                        () -> oauth().doCheckTokenUrl("", "ci-client", "", false),
                        "The token URL is missing"),
                check("client id", () -> oauth().doCheckClientId("ci-client", ""), FINE),
                check("no client id", () -> oauth().doCheckClientId("", URL), "OAuth client ID is missing"),
                check("public client", () -> oauth().doCheckClientSecretId(""), FINE),
                check("no such secret", () -> oauth().doCheckClientSecretId("user"), "do not exist"),
                check("user", () -> oauth().doCheckUserCredentialsId("user", "PASSWORD", "ci-client", ""), FINE),
                check(
                        "no user",
                        () -> oauth().doCheckUserCredentialsId("", "PASSWORD", "ci-client", ""),
                        "requires user credentials"),
                check(
                        "no such user",
                        () -> oauth().doCheckUserCredentialsId("token", "PASSWORD", "ci-client", ""),
                        "do not exist"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("checks")
    void a_field_is_judged_as_it_is_typed(String what, Supplier<FormValidation> check, String message) {
        FormValidation answer = check.get();

        if (message.isEmpty()) {
            assertThat(answer.kind).isEqualTo(FormValidation.Kind.OK);
        } else {
            assertThat(answer.kind).isEqualTo(FormValidation.Kind.ERROR);
            assertThat(answer.getMessage()).contains(message);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AGENT, '', '', https://sast.example.org, OK, ''",
        "AGENT, user, '', https://sast.example.org, WARNING, 'The controller uploads, because the Jenkins proxy'",
        "AGENT, user, *.example.org, https://sast.example.org, OK, ''",
        "AGENT, user, '', no URL, OK, ''",
        "CONTROLLER, user, '', https://sast.example.org, OK, ''"
    })
    void a_proxy_that_needs_a_user_overrules_the_choice_of_agents(
            String from, String proxyUser, String noProxy, String url, FormValidation.Kind kind, String text)
            throws Exception {
        jenkins.jenkins.setProxy(new ProxyConfiguration("proxy.example.org", 3128, proxyUser, "a password", noProxy));
        try {
            FormValidation answer = server().doCheckUploadFrom(from, url);

            assertThat(answer.kind).isEqualTo(kind);
            assertThat(String.valueOf(answer.getMessage())).contains(text);
        } finally {
            jenkins.jenkins.setProxy(null);
        }
    }

    private static List<String> values(ListBoxModel list) {
        return list.stream().map(option -> option.value).toList();
    }

    @Test
    void the_lists_offer_what_can_be_chosen() {
        assertThat(values(server().doFillUploadEncodingItems())).containsExactly("FORM", "MULTIPART");
        assertThat(values(server().doFillUploadFromItems()))
                .containsExactly("AGENT", "AGENT_DESPITE_RULES", "CONTROLLER");
        assertThat(values(oauth().doFillGrantItems())).containsExactly("PASSWORD", "CLIENT_CREDENTIALS");
    }

    @Test
    void the_token_url_that_is_usual_for_the_server_is_proposed() {
        FormValidation answer = oauth().doCheckTokenUrl(" ", "", URL, false);

        assertThat(answer.kind).isEqualTo(FormValidation.Kind.WARNING);
        assertThat(answer.getMessage())
                .isEqualTo("Enter the token URL. It is usually"
                        + " https://sast.example.org/api/auth/identity/connect/token.");
    }

    @Test
    void credentials_are_offered_by_kind_with_those_of_jenkins_alone_and_none() {
        assertThat(values(token().doFillCredentialsIdItems("", "https://s.example.org")))
                .containsExactlyInAnyOrder("", "token", "system-token");
        assertThat(values(oauth().doFillClientSecretIdItems("", "https://s.example.org")))
                .containsExactlyInAnyOrder("", "token", "system-token");
        assertThat(values(oauth().doFillUserCredentialsIdItems("", "https://s.example.org")))
                .containsExactlyInAnyOrder("", "user");
    }

    @Test
    void credentials_that_are_gone_stay_in_the_list_that_has_them_chosen() {
        assertThat(values(token().doFillCredentialsIdItems("gone", ""))).contains("gone", "token");
    }
}
