package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no decent server says, and what stands before any server. */
@Timeout(60)
class RawAnswerTest {
    private final FakeClock pace = new FakeClock();
    private final OkHttpClient client = HttpClients.create(ConnectionSettings.DEFAULT);

    @AfterEach
    void dispose() {
        HttpClients.dispose(client);
    }

    private RestService service(ServiceAddress address, OkHttpClient with) {
        return new RestService(
                address,
                UploadEncoding.FORM,
                TokenSource.fixed(new AccessToken(SecretText.of("PLANTED"))),
                new Caller(with, CallPolicy.DEFAULT, pace));
    }

    private <T extends ServiceException> T failure(Class<T> type, RawServer server) {
        return failure(type, service(server.address(), client));
    }

    private static <T extends ServiceException> T failure(Class<T> type, RestService service) {
        T failure = assertThatExceptionOfType(type).isThrownBy(service::license).actual();
        assertThat(failure).hasMessageNotContaining("PLANTED").hasNoCause();
        return failure;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "220 mail.example.org ESMTP\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
            })
    void what_breaks_the_rules_of_http_is_said_once(String answer) throws IOException {
        try (RawServer server = RawServer.answering(answer)) {
            UnexpectedResponseException failure = failure(UnexpectedResponseException.class, server);
            assertThat(failure).hasMessageContaining("something against the rules of HTTP (");
            assertThat(failure.status()).isZero();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"099", "-12"})
    void a_status_that_is_none_is_unexpected(String status) throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 " + status + " Odd\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(failure(UnexpectedResponseException.class, server)).hasMessageContaining("Check ");
        }
    }

    /** OkHttp 4 takes the second one for the answer, OkHttp 5 waits for another. */
    @Test
    void answers_that_only_announce_others_are_none() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 199 What\r\n\r\n".repeat(3))) {
            assertThat(failure(ServiceException.class, server).getMessage())
                    .containsAnyOf(
                            "answered with something against the rules of HTTP",
                            "since the connection ended before an answer came");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\n"})
    void a_connection_that_ends_before_the_answers_head_is_tried_again(String answer) throws IOException {
        try (RawServer server = RawServer.answering(answer)) {
            UnreachableException failure = failure(UnreachableException.class, server);
            assertThat(failure.obstacle()).isEqualTo(Obstacle.CLOSED);
            assertThat(server.connections()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
            })
    void a_body_that_cannot_be_read_to_its_end_breaks_off(String answer) throws IOException {
        try (RawServer server = RawServer.answering(answer)) {
            assertThat(failure(UnexpectedResponseException.class, server)).hasMessageContaining("text that breaks off");
        }
    }

    @Test
    void a_refusal_whose_words_break_off_is_a_refusal_still() throws IOException {
        try (RawServer server = RawServer.answering(
                "HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nno, since it is said so by somebody")) {
            RefusedException failure = failure(RefusedException.class, server);
            assertThat(failure.status()).isEqualTo(403);
            assertThat(failure.serverMessage()).isNotEmpty().startsWith("no, since");
        }
    }

    @Test
    void a_refusal_whose_words_stop_coming_is_a_refusal_still() throws IOException {
        String head = "HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nnot for you";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.getInputStream().readAllBytes();
        })) {
            RefusedException failure = failure(RefusedException.class, server);
            assertThat(failure.status()).isEqualTo(403);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"600", "999"})
    void a_status_beyond_all_meaning_is_unexpected(int status) throws IOException {
        try (RawServer server =
                RawServer.answering("HTTP/1.1 " + status + " What\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        + "HTTP/1.1 " + status + " What\r\nContent-Length: 0\r\n\r\n")) {
            UnexpectedResponseException failure = failure(UnexpectedResponseException.class, server);
            assertThat(failure).hasMessageContaining("answered with status " + status);
            assertThat(failure.status()).isEqualTo(status);
        }
    }

    @Test
    void the_size_that_counts_is_that_after_unpacking() throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        try (GZIPOutputStream gzip = new GZIPOutputStream(answer)) {
            gzip.write(" ".repeat(ResponseBodyReader.LONGEST_SUCCESS + 1).getBytes(StandardCharsets.US_ASCII));
        }
        try (RawServer server = RawServer.answering(answer.toByteArray())) {
            assertThat(failure(UnexpectedResponseException.class, server)).hasMessageContaining("more than 4 MiB");
        }
    }

    @Test
    void an_answer_of_just_the_longest_length_is_read() throws Exception {
        String json = "{\"edition\":\"x\"}";
        String body = json + " ".repeat(ResponseBodyReader.LONGEST_SUCCESS - json.length());
        try (RawServer server =
                RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            assertThat(service(server.address(), client).license().edition()).contains("x");
        }
    }

    @Test
    void an_unknown_name_is_said_after_some_attempts() {
        List<String> asked = new ArrayList<>();
        OkHttpClient nameless = client.newBuilder()
                .dns(name -> {
                    asked.add(name);
                    throw new UnknownHostException(name);
                })
                .build();
        RestService service = service(ServiceAddress.parse("https://sast.example.org/api", false), nameless);
        UnreachableException failure = failure(UnreachableException.class, service);
        assertThat(failure.obstacle()).isEqualTo(Obstacle.NAME);
        assertThat(failure).hasMessageContaining("since the name of the host sast.example.org is not known.");
        assertThat(asked).hasSize(4).containsOnly("sast.example.org");
    }

    @Test
    void each_attempt_begins_with_another_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
            // Only the second is the server's: four attempts in the wrong direction would not reach it.
            List<InetAddress> addresses = List.of(
                    InetAddress.getByName("127.0.0.2"),
                    InetAddress.getByName("127.0.0.1"),
                    InetAddress.getByName("127.0.0.3"),
                    InetAddress.getByName("127.0.0.4"),
                    InetAddress.getByName("127.0.0.5"));
            OkHttpClient many = client.newBuilder().dns(name -> addresses).build();
            ServiceAddress address = ServiceAddress.parse("http://sast.example.org:" + server.port(), true);
            service(address, many).license();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void no_connection_in_time_is_said_after_some_attempts() {
        OkHttpClient slow =
                client.newBuilder().socketFactory(StuckSockets.timingOut()).build();
        RestService service = service(ServiceAddress.parse("http://127.0.0.1:9", true), slow);
        UnreachableException failure = failure(UnreachableException.class, service);
        assertThat(failure.obstacle()).isEqualTo(Obstacle.CONNECT_TIMEOUT);
        assertThat(failure).hasMessageContaining("no connection to 127.0.0.1 came about in time");
        assertThat(pace.sleeps()).hasSize(3);
    }

    @Test
    void no_connection_is_kept_between_operations() throws Exception {
        try (RawServer server = new RawServer((self, socket) -> {
            while (!self.readHead(socket).isEmpty()) {
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII));
            }
        })) {
            RestService service = service(server.address(), client);
            service.license();
            service.license();
            assertThat(server.connections()).isEqualTo(2);
            assertThat(client.connectionPool().connectionCount()).isZero();
        }
    }

    @Test
    void what_the_handed_client_would_do_by_itself_is_off() throws Exception {
        try (RawServer server = RawServer.answering(
                "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")) {
            List<String> asked = new ArrayList<>();
            OkHttpClient eager = client.newBuilder()
                    .followRedirects(true)
                    .retryOnConnectionFailure(true)
                    .authenticator((route, response) -> {
                        asked.add("authenticator");
                        return null;
                    })
                    .build();
            failure(RefusedException.class, service(server.address(), eager));
            assertThat(asked).isEmpty();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void a_deadline_that_is_over_while_a_name_is_looked_up_ends_the_call() throws Exception {
        java.util.concurrent.CountDownLatch release = new java.util.concurrent.CountDownLatch(1);
        OkHttpClient stuck = client.newBuilder()
                .dns(name -> {
                    StuckSockets.await(release);
                    throw new UnknownHostException(name);
                })
                .build();
        Duration soon = Duration.ofMillis(100);
        CallPolicy policy = new CallPolicy(0, soon, soon, soon, soon);
        RestService service = new RestService(
                ServiceAddress.parse("https://sast.example.org", false),
                UploadEncoding.FORM,
                TokenSource.fixed(new AccessToken(SecretText.of("PLANTED"))),
                stuck,
                policy);
        assertThat(failure(UnreachableException.class, service).obstacle()).isEqualTo(Obstacle.DEADLINE);
        release.countDown();
    }
}
