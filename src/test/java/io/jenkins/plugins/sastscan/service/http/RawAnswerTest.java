package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid responses, and failures before there is a connection. */
@Timeout(60)
class RawAnswerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String EMPTY = "\\r\\nContent-Length: 0\\r\\n\\r\\n";
    private static final String CHUNKED = "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n";

    @RegisterExtension
    final TestClient client = new TestClient();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SSH-2.0-OpenSSH_9.2\\r\\n | UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (",
                "220 mail.example.org ESMTP\\r\\n | UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (",
                "HTTP/1.1 abc OK\\r\\n\\r\\n | UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (",
                "HTTP/1.1 407 Who" + EMPTY + " | UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (",
                "HTTP/1.1 600 What" + EMPTY + " | UNEXPECTED_RESPONSE | 600 | 1 | unexpected status 600",
                "`` | CONNECTION_CLOSED | 0 | 4 | the connection ended before a response arrived",
                "HTTP/1.1 200 OK\\r\\n | CONNECTION_CLOSED | 0 | 4 | the connection ended before a response arrived",
                "HTTP/1.1 200 OK\\r\\nContent-Le | CONNECTION_CLOSED | 0 | 4 | the connection ended before",
                CHUNKED + "2\\r\\n{}\\r\\n | UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged",
                CHUNKED + "zz\\r\\n{}\\r\\n | UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged",
                "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{}"
                        + " | UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged",
                "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 100\\r\\n\\r\\nno, because it is so, and so on"
                        + " | REFUSED | 403 | 1 | status 403 (no, because it",
            })
    void an_invalid_answer_is_explained(String answer, Reason reason, int status, int connections, String says)
            throws IOException {
        try (RawServer server = RawServer.answering(answer.translateEscapes())) {
            ServiceException failure = failure(reason, client.service(server.url())::license);
            assertThat(failure)
                    .hasMessageContaining(says)
                    .hasMessageNotContaining("PLANTED")
                    .hasNoCause();
            assertThat(failure.status()).isEqualTo(status);
            assertThat(server.connections()).isEqualTo(connections);
        }
    }

    /** OkHttp 4 takes the second one for the answer, OkHttp 5 waits for another. OkHttp rejects the other two. */
    @ParameterizedTest
    @ValueSource(strings = {"199", "099", "-12"})
    void a_status_that_is_no_answer_is_a_failure(String status) throws IOException {
        try (RawServer server = RawServer.answering(("HTTP/1.1 " + status + " What\r\n\r\n").repeat(3))) {
            assertThat(failure(client.service(server.url())::license)).hasMessageContaining("Check ");
        }
    }

    @Test
    void a_refusal_whose_text_stalls_is_a_refusal_still() throws IOException {
        String head = "HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nnot for you";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.getInputStream().readAllBytes();
        })) {
            assertThat(failure(Reason.REFUSED, client.service(server.url())::license)
                            .status())
                    .isEqualTo(403);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void the_size_that_counts_is_that_after_decompression() throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(
                (OK + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        try (GZIPOutputStream gzip = new GZIPOutputStream(answer)) {
            gzip.write(" ".repeat(ServiceResponse.MAX_CONTENT + 1).getBytes(StandardCharsets.US_ASCII));
        }
        try (RawServer server = RawServer.answering(answer.toByteArray())) {
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, client.service(server.url())::license))
                    .hasMessageContaining("the response is larger than 4 MiB");
        }
    }

    @Test
    void an_answer_of_the_maximum_size_is_read() throws Exception {
        String json = "{\"edition\":\"x\"}";
        String body = json + " ".repeat(ServiceResponse.MAX_CONTENT - json.length());
        try (RawServer server = RawServer.answering(OK + "Content-Length: " + body.length() + "\r\n\r\n" + body)) {
            assertThat(client.service(server.url()).license().edition()).contains("x");
        }
    }

    @Test
    void an_unknown_host_is_looked_up_again() {
        List<String> asked = new ArrayList<>();
        SastService service = client.service(
                ServiceUrl.base("https://sast.example.org/api", false),
                builder -> builder.dns(name -> {
                    asked.add(name);
                    throw new UnknownHostException(name);
                }));
        assertThat(failure(Reason.UNKNOWN_HOST, service::license))
                .hasMessageContaining(": the host sast.example.org is unknown. Check ");
        assertThat(asked).hasSize(4).containsOnly("sast.example.org");
    }

    @Test
    void each_attempt_starts_with_another_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering(OK + "Content-Length: 2\r\n\r\n{}")) {
            // Only the second is the server's: four attempts in the wrong direction would not reach it.
            List<InetAddress> addresses = new ArrayList<>();
            for (int last : new int[] {2, 1, 3, 4, 5}) {
                addresses.add(InetAddress.getByName("127.0.0." + last));
            }
            client.service(
                            ServiceUrl.base("http://sast.example.org:" + server.port(), true),
                            builder -> builder.dns(name -> addresses))
                    .license();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void no_connection_is_kept_between_operations() throws Exception {
        try (RawServer server = new RawServer((self, socket) -> {
            while (!self.readHead(socket).isEmpty()) {
                socket.getOutputStream()
                        .write((OK + "Content-Length: 2\r\n\r\n{}").getBytes(StandardCharsets.US_ASCII));
            }
        })) {
            SastService service = client.service(server.url());
            service.license();
            service.license();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void the_time_limit_ends_a_call_while_a_name_is_looked_up() {
        CountDownLatch release = new CountDownLatch(1);
        OkHttpClient stuck = client.http(ConnectionSettings.DEFAULT)
                .newBuilder()
                .dns(name -> {
                    TestClient.await(release);
                    throw new UnknownHostException(name);
                })
                .build();
        SastService service = TestClient.service(
                ServiceUrl.base("https://sast.example.org", false),
                UploadEncoding.FORM,
                Fixture.hurried(stuck, ConnectionSettings.DEFAULT, Duration.ofMillis(100)));
        failure(Reason.TIME_LIMIT, service::license);
        release.countDown();
    }
}
