package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static io.jenkins.plugins.sastscan.service.SentFrom.travelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
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

    @RegisterExtension
    final TestClient client = new TestClient();

    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);

    private static final ProxySettings PROXY = ProxySettings.http("proxy", 3128, List.of("*.example.org"));
    private static final ProxySettings KNOWN = PROXY.withUser("user", SECRET);

    /** What holds a secret and has to stay on its machine. */
    static Stream<Object> homebodies() {
        Call call = Call.get(Operation.LICENSE, HttpUrl.get("https://a.example.org"))
                .with(new AccessToken(SECRET));
        return Stream.of(
                SECRET,
                new GitAuthentication.UserPassword("alice", SECRET),
                new GitAuthentication.Token(SECRET),
                new GitAuthentication.SshKey(SECRET),
                new OAuthSettings(
                        ServiceUrl.token("https://a.example.org", false),
                        new OAuthSettings.Client("id", SECRET),
                        new OAuthSettings.Password("alice", SECRET),
                        "scope"),
                KNOWN,
                Fixture.settings(KNOWN),
                SecretMask.of(List.of(SECRET)),
                call);
    }

    static Stream<Object> holders() {
        return Stream.concat(travellers(), homebodies());
    }

    static Stream<Serializable> travellers() {
        return Stream.of(new AccessToken(SECRET), attempt("https://a.example.com/api", PROXY), UploadEncoding.FORM);
    }

    private static SocketAttempt attempt(String url, ProxySettings proxy) {
        Call call = Call.post(Operation.UPLOAD, HttpUrl.get(url))
                .withFile("archive.zip", 100, 200, UploadEncoding.FORM, attempt -> null)
                .with(new AccessToken(SECRET));
        return SocketAttempt.of(call, Fixture.settings(proxy), 0, Duration.ofHours(1));
    }

    @ParameterizedTest
    @MethodSource("holders")
    void no_text_form_shows_a_secret(Object holder) {
        assertThat(holder.toString()).doesNotContain(PLANTED);
    }

    @ParameterizedTest
    @MethodSource("travellers")
    void values_travel_to_where_the_files_are(Serializable value) throws IOException {
        assertThat(travelled(value)).isEqualTo(value).hasSameHashCodeAs(value);
    }

    @Test
    void a_failure_travels_with_all_that_it_says_on_one_line() throws IOException {
        ServiceException refused = travelled(new ServiceException(Reason.REFUSED, 401, "It failed.\nDo it."));
        assertThat(refused).hasMessage("It failed.\\u000aDo it.");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
    }

    @ParameterizedTest
    @MethodSource("homebodies")
    void no_secret_but_the_token_of_an_upload_can_travel(Object holder) {
        assertThat(holder).isNotInstanceOf(Serializable.class);
        assertThatExceptionOfType(NotSerializableException.class)
                .isThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(holder));
    }

    @Test
    void an_upload_through_a_proxy_with_a_user_cannot_travel() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> attempt("https://a.example.com/api", KNOWN))
                .withMessage("The user and password of a proxy stay on the controller");
        assertThat(attempt("https://a.example.org/api", KNOWN).route())
                .as("a host that is reached without the proxy")
                .isEqualTo(attempt("https://a.example.org/api", ProxySettings.DIRECT)
                        .route());
    }

    @Test
    void an_upload_takes_along_the_route_to_its_host_alone_and_the_token_once() {
        SocketAttempt proxied = attempt("https://a.example.com/api", PROXY);
        assertThat(proxied.route().proxyHost()).isEqualTo("proxy");
        assertThat(proxied.head()).doesNotContain(PLANTED, "Authorization");
        assertThat(attempt("https://A.Example.ORG/api", PROXY).route().isProxied())
                .isFalse();
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
        SastService service = fixture.service();
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, Fault.answer(400).withJson(echo));
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT_SSH, Fault.answer(400).withJson(echo));
        for (GitAuthentication authentication : List.of(
                new GitAuthentication.UserPassword("alice", SECRET),
                new GitAuthentication.Token(SECRET),
                new GitAuthentication.SshKey(SECRET))) {
            assertMasked(failure(
                    Reason.REFUSED, () -> service.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication)));
        }
        assertMasked(failure(
                Reason.REFUSED,
                () -> service.writeGitSshSettings(
                        Fixture.PROJECT, Fixture.REMOTE, Optional.of(new GitAuthentication.SshKey(SECRET)))));
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT, Fault.redirect(302, "/login/" + PLANTED + "/fixed-access-token"));
        ServiceException redirect = failure(
                Reason.UNEXPECTED_RESPONSE,
                () -> service.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, new GitAuthentication.Token(SECRET)));
        assertThat(redirect).hasMessageContaining("/login/****/**** (status 302)");
    }

    private static void assertMasked(ServiceException failure) {
        assertThat(failure).hasMessageContaining("(bad **** and ****)").hasMessageNotContaining(PLANTED);
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
            assertThat(failure(Reason.REFUSED, client.service(url)::license))
                    .hasMessageContaining("(GET " + server.url() + "/****/serverLicenseData): ");
        }
    }
}
