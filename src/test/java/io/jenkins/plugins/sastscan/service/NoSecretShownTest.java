package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that holds a secret shows it, and what may travel does so as values alone. */
class NoSecretShownTest {
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);
    private static final CallDescription TRIED = new CallDescription("Uploading", "POST", "https://a.example.org/");

    private static final ProxySettings.Http PROXY = new ProxySettings.Http("proxy", 3128, List.of("*.example.org"));
    private static final ProxySettings KNOWN = new ProxySettings.Authenticated(PROXY, "user", SECRET);

    /** What holds a secret and has to stay on its machine. */
    static Stream<Object> homebodies() {
        PreparedCall call = new PreparedCall(
                        Operation.UPLOAD, HttpUrl.get("https://a.example.org"), Optional.empty(), SecretMask.of(SECRET))
                .with(new AccessToken(SECRET));
        return Stream.of(
                SECRET,
                new GitAuthentication.UserPassword("alice", SECRET),
                new GitAuthentication.Token(SECRET),
                new GitAuthentication.SshKey(SECRET),
                new OAuthSettings(
                        TokenAddress.parse("https://a.example.org", false),
                        new OAuthSettings.Client("id", SECRET),
                        new OAuthSettings.Password("alice", SECRET),
                        "scope"),
                KNOWN,
                ConnectionSettings.DEFAULT.withProxy(KNOWN),
                TokenSource.fixed(new AccessToken(SECRET)),
                SecretMask.of(SECRET),
                call);
    }

    static Stream<Object> holders() {
        return Stream.concat(travellers(), homebodies());
    }

    private static UploadAttempt attempt(ProxySettings.Anonymous proxy) {
        return new UploadAttempt(
                new UploadAttempt.Way(true, "a.example.com", 443, proxy, Timeouts.DEFAULT),
                Duration.ofHours(1),
                0,
                "POST / HTTP/1.1\r\n",
                new AccessToken(SECRET),
                new FileBody("archive.zip", 100, 200, UploadEncoding.FORM));
    }

    static Stream<Serializable> travellers() {
        return Stream.of(
                new AccessToken(SECRET), attempt(PROXY), attempt(ProxySettings.DIRECT), UploadEncoding.FORM, TRIED);
    }

    @ParameterizedTest
    @MethodSource("holders")
    void no_text_form_shows_a_secret(Object holder) {
        assertThat(holder.toString()).doesNotContain(PLANTED);
    }

    @SuppressWarnings("unchecked")
    private static <T> T travelled(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("travellers")
    void values_travel_to_where_the_files_are(Serializable value) {
        assertThat(travelled(value)).isEqualTo(value).hasSameHashCodeAs(value);
    }

    @Test
    void failures_travel_with_all_that_they_say() {
        RefusedException refused = travelled(new RefusedException(TRIED, 401, true, "words", "Do it."));
        assertThat(refused)
                .hasMessage("Uploading was refused: POST https://a.example.org/ answered 401 (words). Do it.");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.isTokenRefused()).isTrue();
        assertThat(refused.serverMessage()).isEqualTo("words");
        assertThat(refused.hint()).isEqualTo("Do it.");
        assertThat(refused.tried()).isEqualTo(TRIED);

        UnreachableException unreachable =
                travelled(new UnreachableException(TRIED, UnreachableException.Obstacle.TLS, "it is so", "Do it."));
        assertThat(unreachable)
                .hasMessage("Uploading failed: POST https://a.example.org/ got no answer, since it is so. Do it.");
        assertThat(unreachable.obstacle()).isEqualTo(UnreachableException.Obstacle.TLS);

        UnexpectedResponseException unexpected = travelled(new UnexpectedResponseException(TRIED, 302, "a page", ""));
        assertThat(unexpected).hasMessage("Uploading failed: POST https://a.example.org/ answered with a page.");
        assertThat(unexpected.status()).isEqualTo(302);

        assertThat(travelled(new UnreadableFileException(TRIED, "the file x\ny is gone", "Do it.")))
                .hasMessage("Uploading failed: the file x\\u000ay is gone. Do it.");
    }

    @ParameterizedTest
    @MethodSource("homebodies")
    void no_secret_but_the_token_of_an_upload_can_travel(Object holder) {
        assertThat(holder).isNotInstanceOf(Serializable.class);
        assertThatExceptionOfType(NotSerializableException.class)
                .isThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(holder));
    }

    @Test
    void an_upload_through_a_proxy_with_a_user_cannot_travel() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> way("https://a.example.com/api", KNOWN))
                .withMessage("A proxy's user and password stay on the controller");
        assertThat(way("https://a.example.org/api", KNOWN))
                .as("a host that is reached without the proxy")
                .isEqualTo(way("https://a.example.org/api", ProxySettings.DIRECT));
    }

    @Test
    void an_upload_takes_along_the_way_to_its_host_alone() throws Exception {
        assertThat(way("https://a.example.com/api", PROXY).proxy())
                .isEqualTo(new ProxySettings.Http("proxy", 3128, List.of()));
        assertThat(way("https://A.Example.ORG/api", PROXY).proxy()).isEqualTo(ProxySettings.DIRECT);
    }

    private static UploadAttempt.Way way(String url, ProxySettings proxy) throws Exception {
        List<UploadAttempt> attempts = new ArrayList<>();
        try (HttpSession http = new HttpSession(ConnectionSettings.DEFAULT.withProxy(proxy), CallPolicy.DEFAULT)) {
            http.service(
                            ServiceAddress.parse(url, false),
                            UploadEncoding.FORM,
                            TokenSource.fixed(new AccessToken(SECRET)))
                    .upload(7, "archive.zip", 100, 200, attempt -> {
                        attempts.add(attempt);
                        return new ServiceResponse(204, List.of(), new byte[0], ServiceResponse.End.WHOLE);
                    });
        }
        assertThat(attempts.get(0).head()).doesNotContain(PLANTED, "Authorization");
        return attempts.get(0).way();
    }

    @Test
    void an_access_token_is_equal_by_its_text_and_shows_none_of_it() {
        AccessToken token = new AccessToken(SECRET);
        assertThat(token)
                .isEqualTo(new AccessToken(SecretText.of(PLANTED)))
                .isNotEqualTo(new AccessToken(SecretText.of("another")))
                .isNotEqualTo(SECRET)
                .hasToString("****");
        assertThat(token.value()).isEqualTo(SECRET);
    }

    @Test
    void secrets_are_equal_by_their_text_and_only_reveal_tells_it() {
        assertThat(SECRET)
                .isEqualTo(SecretText.of(PLANTED))
                .hasSameHashCodeAs(SecretText.of(PLANTED))
                .isNotEqualTo(SecretText.of(PLANTED + "x"))
                .isNotEqualTo(PLANTED)
                .hasToString("****");
        assertThat(SECRET.reveal()).isEqualTo(PLANTED);
    }

    @Test
    void a_secret_that_the_service_echoes_is_not_in_the_failure() {
        String echo = "{\"messageDetails\":\"bad " + PLANTED + " and fixed-access-token\"}";
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            RestService service = fixture.service();
            fixture.simulator.always(
                    SimulatedOperation.WRITE_GIT, Fault.answer(400).withJson(echo));
            fixture.simulator.always(
                    SimulatedOperation.WRITE_GIT_SSH, Fault.answer(400).withJson(echo));
            for (GitAuthentication authentication : List.of(
                    new GitAuthentication.UserPassword("alice", SECRET),
                    new GitAuthentication.Token(SECRET),
                    new GitAuthentication.SshKey(SECRET))) {
                assertMasked(catchThrowableOfType(
                        RefusedException.class, () -> service.writeGitSettings(7, Fixture.REMOTE, authentication)));
            }
            assertMasked(catchThrowableOfType(
                    RefusedException.class, () -> service.writeGitSshSettings(7, Fixture.REMOTE, Optional.of(SECRET))));
            fixture.simulator.always(
                    SimulatedOperation.WRITE_GIT, Fault.redirect(302, "/login/" + PLANTED + "/fixed-access-token"));
            UnexpectedResponseException redirect = catchThrowableOfType(
                    UnexpectedResponseException.class,
                    () -> service.writeGitSettings(7, Fixture.REMOTE, new GitAuthentication.Token(SECRET)));
            assertThat(redirect).hasMessageContaining("/login/****/**** (status 302)");
        }
    }

    /** Encoders differ in the case of their digits and in what they leave as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a+b/c=d*~ \u00e4",
                "a%2Bb%2Fc%3Dd%2A~%20%C3%A4",
                "a%2bb%2fc%3dd%2a~%20%c3%a4",
                "a%2Bb%2Fc%3Dd*~%20%C3%A4",
                "a%2bb%2fc%3dd*~%20%c3%a4",
                "a%2Bb%2Fc%3Dd*%7E+%C3%A4",
                "a%2bb%2fc%3dd*%7e+%c3%a4",
                "a%2bb%2fc%3dd%2a~+%c3%a4",
                "YStiL2M9ZCp+IMOk",
                "YStiL2M9ZCp-IMOk"
            })
    void a_secret_is_masked_whatever_encoder_sent_it_back(String form) {
        assertThat(SecretMask.of(SecretText.of("a+b/c=d*~ \u00e4")).mask("<" + form + ">"))
                .isEqualTo("<****>");
    }

    @Test
    void a_line_of_a_key_is_masked_whatever_encoder_sent_it_back() {
        assertThat(SecretMask.of(SecretText.of("first line of it+\nsecond line of it+\n"))
                        .mask("second%20line%20of%20it%2b, first+line+of+it%2B"))
                .isEqualTo("****, ****");
    }

    private static void assertMasked(RefusedException failure) {
        assertThat(failure.serverMessage()).isEqualTo("bad **** and ****");
        assertThat(failure).hasMessageContaining("(bad **** and ****)").hasMessageNotContaining(PLANTED);
    }

    @Test
    void secrets_of_the_token_endpoint_are_not_in_its_failures() {
        try (Fixture fixture = new Fixture(Dialect.FIELD)) {
            String secret = fixture.simulator.oauthClient().clientSecret();
            String password = fixture.simulator.oauthClient().password();
            fixture.simulator.always(
                    SimulatedOperation.TOKEN,
                    Fault.answer(400)
                            .withJson("{\"error\":\"" + password + "\",\"error_description\":\"" + secret + "|"
                                    + password + "\"}"));
            RefusedException failure = catchThrowableOfType(
                    RefusedException.class,
                    () -> fixture.oauth().current(new Deadline(CallClock.REAL, Duration.ofMinutes(1))));
            assertThat(failure.serverMessage()).isEqualTo("****|****");
        }
    }

    @Test
    void a_token_in_the_path_of_the_service_is_masked_too() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            Fixture.Act act = SastService::license;
            ServiceAddress address = ServiceAddress.parse(server.address() + "/" + PLANTED, true);
            okhttp3.OkHttpClient client = HttpClients.create(ConnectionSettings.DEFAULT);
            RestService service = new RestService(
                    address,
                    UploadEncoding.FORM,
                    TokenSource.fixed(new AccessToken(SECRET)),
                    client,
                    CallPolicy.DEFAULT);
            RefusedException failure = catchThrowableOfType(RefusedException.class, () -> act.call(service));
            assertThat(failure).hasMessageContaining("/****/serverLicenseData").hasMessageNotContaining(PLANTED);
            assertThat(failure.tried().url()).isEqualTo(server.address() + "/****/serverLicenseData");
            HttpClients.dispose(client);
        }
    }
}
