package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static io.jenkins.plugins.sastscan.service.SentFrom.travelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that holds a secret shows it, and what may travel does so as values alone. */
class NoSecretShownTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);

    private static final ProxySettings PROXY = ProxySettings.http("proxy", 3128, List.of("*.example.org"));
    private static final ProxySettings KNOWN = PROXY.withUser("user", SECRET);

    static Stream<Serializable> travellers() {
        return Stream.of(new AccessToken(SECRET), attempt("https://a.example.com/api", PROXY), UploadEncoding.FORM);
    }

    private static SocketAttempt attempt(String url, ProxySettings proxy) {
        Call call = new Call(Operation.UPLOAD, HttpUrl.get(url))
                .withFile("archive.zip", 100, 200, UploadEncoding.FORM, attempt -> null)
                .with(new AccessToken(SECRET));
        return SocketAttempt.of(call, Fixture.settings(proxy), 0, Duration.ofHours(1));
    }

    @ParameterizedTest
    @MethodSource("travellers")
    void values_travel_to_where_the_files_are(Serializable value) throws IOException {
        assertThat(travelled(value)).isEqualTo(value).hasSameHashCodeAs(value);
        assertThat(value.toString()).doesNotContain(PLANTED);
    }

    @Test
    void an_upload_takes_along_the_route_to_its_host_and_the_token_once_but_no_user_of_a_proxy() {
        assertThatIllegalArgumentException().isThrownBy(() -> attempt("https://a.example.com/api", KNOWN));
        assertThat(attempt("https://a.example.org/api", KNOWN).route())
                .isEqualTo(attempt("https://a.example.org/api", ProxySettings.DIRECT)
                        .route());
        SocketAttempt proxied = attempt("https://a.example.com/api", PROXY);
        assertThat(proxied.route().proxyHost()).isEqualTo("proxy");
        assertThat(proxied.head()).doesNotContain(PLANTED, "Authorization");
    }

    @Test
    void secrets_are_equal_by_their_text_and_only_reveal_tells_it() {
        AccessToken token = new AccessToken(SECRET);
        assertThat(token)
                .isEqualTo(new AccessToken(SecretText.of(PLANTED)))
                .isNotEqualTo(new AccessToken(SecretText.of("another")))
                .isNotEqualTo(SECRET)
                .hasToString("****");
        assertThat(token.value())
                .isEqualTo(SECRET)
                .hasSameHashCodeAs(SecretText.of(PLANTED))
                .isNotEqualTo(SecretText.of(PLANTED + "x"))
                .isNotEqualTo(PLANTED)
                .hasToString("****");
        assertThat(SECRET.reveal()).isEqualTo(PLANTED);
    }

    @Test
    void a_secret_that_the_service_echoes_is_not_in_the_failure() {
        String echo = "{\"messageDetails\":\"bad " + PLANTED + " and fixed-access-token\"}";
        Fault refusal = Fault.answer(400).withJson(echo);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, refusal);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT_SSH, refusal);
        GitAuthentication.SshKey key = new GitAuthentication.SshKey(SECRET);
        for (Fixture.Act act : List.<Fixture.Act>of(
                writing(new GitAuthentication.UserPassword("alice", SECRET)),
                writing(new GitAuthentication.Token(SECRET)),
                writing(key),
                service -> service.writeGitSshSettings(Fixture.PROJECT, Fixture.REMOTE, Optional.of(key)))) {
            assertThat(failure(Reason.REFUSED, act, fixture.service()))
                    .hasMessageContaining("(bad **** and ****)")
                    .hasMessageNotContaining(PLANTED);
        }
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT, Fault.redirect(302, "/login/" + PLANTED + "/fixed-access-token"));
        assertThat(failure(Reason.UNEXPECTED_RESPONSE, writing(key), fixture.service()))
                .hasMessageContaining("/login/****/**** (status 302)");
    }

    private static Fixture.Act writing(GitAuthentication authentication) {
        return service -> service.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication);
    }

    @Test
    void secrets_of_the_token_endpoint_are_not_in_its_failures() {
        String secret = fixture.simulator.oauthClient().clientSecret();
        String password = fixture.simulator.oauthClient().password();
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                Fault.answer(400)
                        .withJson("{\"error\":\"" + password + "\",\"error_description\":\"" + secret + "|" + password
                                + "\"}"));
        assertThat(failure(Reason.REFUSED, fixture.service(fixture.oauthSettings())::license))
                .hasMessageContaining("status 400 (****|****). ");
    }

    @Test
    void a_token_in_the_path_of_the_service_is_masked_too() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            ServiceUrl url = ServiceUrl.base(server.url() + "/PLANTED-token", true);
            assertThat(failure(Reason.REFUSED, fixture.service(url)::license))
                    .hasMessageContaining("(GET " + server.url() + "/****/serverLicenseData): ");
        }
    }
}
