package io.jenkins.plugins.sastscan.simulator;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
    private Simulator simulator;
    private SimulatedProject project;
    private Client client;

    @BeforeEach
    void start() {
        simulator = Simulator.start(Dialect.CONTRACT);
        project = simulator.addProject(1);
        client = new Client(simulator);
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private HttpResponse<String> license() throws Exception {
        return client.get("/serverLicenseData", "4.0");
    }

    private HttpResponse<String> forceScan() throws Exception {
        return client.send(
                client.to("/projects/1/forceScanOnNoCodeChanges", "4.0").POST(BodyPublishers.noBody()));
    }

    private RawCall rawLicense() throws IOException {
        return new RawCall(simulator).license(simulator);
    }

    private RawCall rawUpload(long length) throws IOException {
        return new RawCall(simulator).uploadHead(simulator, length);
    }

    private RecordedRequest onlyRequest() {
        assertThat(simulator.requests()).hasSize(1);
        return simulator.requests().get(0);
    }

    @Test
    void faults_come_in_their_order_and_then_all_is_well() throws Exception {
        simulator.schedule(FORCE_SCAN, Fault.answer(500), Fault.none());
        simulator.schedule(FORCE_SCAN, Fault.answer(503).withJson("{}"));
        assertThat(forceScan().statusCode()).isEqualTo(500);
        assertThat(project.forceScans()).isZero();
        assertThat(license().statusCode()).isEqualTo(200);
        assertThat(forceScan().statusCode()).isEqualTo(200);
        assertThat(forceScan().body()).isEqualTo("{}");
        assertThat(forceScan().statusCode()).isEqualTo(200);
        assertThat(project.forceScans()).isEqualTo(2);
        assertThat(simulator.requests(FORCE_SCAN))
                .extracting(request -> request.status().orElseThrow())
                .containsExactly(500, 200, 503, 200);
    }

    @Test
    void a_standing_fault_stays_until_cleared() throws Exception {
        simulator.always(LICENSE, Fault.answer(401));
        simulator.schedule(LICENSE, Fault.answer(502));
        assertThat(license().statusCode()).isEqualTo(502);
        assertThat(license().statusCode()).isEqualTo(401);
        assertThat(license().statusCode()).isEqualTo(401);
        simulator.clearFaults();
        assertThat(license().statusCode()).isEqualTo(200);
    }

    @Test
    void too_many_requests_in_seconds_and_as_a_date() throws Exception {
        simulator.schedule(
                LICENSE, Fault.tooManyRequests("120"), Fault.tooManyRequests(Instant.parse("2030-01-02T03:04:05Z")));
        assertThat(license().headers().firstValue("Retry-After")).contains("120");
        HttpResponse<String> second = license();
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.headers().firstValue("Retry-After")).contains("Wed, 02 Jan 2030 03:04:05 GMT");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_names_its_target(int status) throws Exception {
        simulator.schedule(LICENSE, Fault.redirect(status, "http://elsewhere.example/x"));
        HttpResponse<String> answer = license();
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Location")).contains("http://elsewhere.example/x");
    }

    @Test
    void a_login_page_comes_with_success() throws Exception {
        simulator.schedule(LICENSE, Fault.loginPage());
        HttpResponse<String> answer = license();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(answer.body()).contains("<form");
    }

    @Test
    void garbage_and_wrong_charsets_are_sent_as_bytes() throws Exception {
        simulator.schedule(LICENSE, Fault.garbage(5000), Fault.wrongCharset("utf-8"));
        HttpRequest request = client.to("/serverLicenseData", "4.0").build();
        HttpClient http = HttpClient.newHttpClient();
        assertThat(http.send(request, BodyHandlers.ofByteArray()).body()).hasSize(5000);
        assertThat(http.send(request, BodyHandlers.ofByteArray()).body()).contains(0xfc);
    }

    @Test
    void an_answer_comes_after_the_body_by_default() throws Exception {
        simulator.schedule(UPLOAD, Fault.answer(401));
        byte[] body = new byte[1_000_000];
        client.post("/projects/1/sourceCode/attachments", "4.0", Client.FORM, body);
        assertThat(onlyRequest().body().length()).isEqualTo(body.length);
        assertThat(onlyRequest().status()).hasValue(401);
        assertThat(project.uploads()).isZero();
    }

    @Test
    void an_answer_at_once_comes_before_the_body_which_is_read_nevertheless() throws Exception {
        simulator.schedule(UPLOAD, Fault.answer(401).withJson("{\"no\":1}").atOnce());
        try (RawCall call = rawUpload(100_000)) {
            assertThat(call.readUntil("{\"no\":1}")).startsWith("HTTP/1.1 401 ").endsWith("{\"no\":1}");
            call.send("x".repeat(100_000));
            assertThat(call.readAll()).isEmpty();
        }
        assertThat(onlyRequest().body().length()).isEqualTo(100_000);
    }

    @Test
    void an_answer_at_once_can_close_the_connection() throws Exception {
        simulator.schedule(UPLOAD, Fault.answer(413).atOnceAndClose());
        try (RawCall call = rawUpload(100_000)) {
            assertThat(call.readAll()).startsWith("HTTP/1.1 413 ");
        }
        assertThat(onlyRequest().body().length()).isZero();
    }

    @Test
    void the_connection_closes_before_the_body() throws Exception {
        simulator.schedule(UPLOAD, Fault.closeBeforeReading());
        try (RawCall call = rawUpload(100_000)) {
            assertThat(call.readAll()).isEmpty();
        }
        assertThat(onlyRequest().body().length()).isZero();
        assertThat(onlyRequest().status()).isEmpty();
    }

    @Test
    void the_connection_closes_in_the_body() throws Exception {
        simulator.schedule(UPLOAD, Fault.closeInBody(10_000));
        try (RawCall call = rawUpload(100_000)) {
            assertThat(call.send("x".repeat(20_000)).readAll()).isEmpty();
        }
        assertThat(onlyRequest().body().length()).isEqualTo(10_000);
        assertThat(onlyRequest().body().complete()).isFalse();
    }

    @Test
    void the_connection_closes_after_the_body_and_nothing_is_done() throws Exception {
        simulator.schedule(UPLOAD, Fault.closeAfterBody());
        String body = "zippedSource=PK%05%06";
        try (RawCall call = rawUpload(body.length()).send(body)) {
            assertThat(call.readAll()).isEmpty();
        }
        assertThat(onlyRequest().body().text()).isEqualTo(body);
        assertThat(onlyRequest().body().complete()).isTrue();
        assertThat(project.uploads()).isZero();
    }

    @Test
    void an_answer_is_lost_though_all_is_done() throws Exception {
        simulator.schedule(UPLOAD, Fault.loseAnswer());
        String body = "zippedSource=PK%05%06";
        try (RawCall call = rawUpload(body.length()).send(body)) {
            assertThat(call.readAll()).isEmpty();
        }
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(onlyRequest().status()).isEmpty();
    }

    @Test
    void a_truncated_answer_lacks_what_it_announced() throws Exception {
        int length = license().body().length();
        simulator.schedule(LICENSE, Fault.truncatedAnswer());
        try (RawCall call = rawLicense()) {
            String answer = call.readAll();
            assertThat(answer).containsIgnoringCase("Content-Length: " + (length + 1000));
            assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4)).hasSize(length);
        }
    }

    @Test
    void a_truncated_gzip_cannot_be_unpacked() throws Exception {
        simulator.schedule(LICENSE, Fault.truncatedGzip());
        HttpResponse<byte[]> answer = HttpClient.newHttpClient()
                .send(client.to("/serverLicenseData", "4.0").build(), BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThatThrownBy(() -> new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
                .isInstanceOf(EOFException.class);
    }

    @Test
    void an_oversized_answer_is_as_large_as_told() throws Exception {
        simulator.schedule(LICENSE, Fault.oversizedAnswer(200, 5_000_000));
        HttpResponse<String> answer = license();
        assertThat(answer.body()).hasSize(5_000_000).startsWith("[\"garbage\",");
    }

    @Test
    void an_oversized_answer_may_be_left_unread() throws Exception {
        simulator.schedule(LICENSE, Fault.oversizedAnswer(400, 1L << 40));
        try (RawCall call = rawLicense()) {
            assertThat(call.readUntil("garbage")).startsWith("HTTP/1.1 400 ").contains("1099511627776");
        }
    }

    @Test
    void an_answer_trickles_with_each_release() throws Exception {
        HeldFault trickle = Fault.trickle();
        simulator.schedule(FORCE_SCAN, trickle);
        try (RawCall call = new RawCall(simulator)
                .send("POST /projects/1/forceScanOnNoCodeChanges HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                        + "Authorization: Bearer " + simulator.accessToken()
                        + "\r\nAccept: application/json;v=4.0\r\n\r\n")) {
            trickle.awaitArrival();
            assertThat(call.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 ");
            assertThat(call.available()).isZero();
            trickle.release();
            assertThat(call.read()).isEqualTo(' ');
            assertThat(call.available()).isZero();
            trickle.release(999);
            for (int i = 0; i < 999; i++) {
                assertThat(call.read()).isEqualTo(' ');
            }
        }
        assertThat(project.forceScans()).isEqualTo(1);
    }

    @Test
    void an_answer_trickles_by_the_clock() throws Exception {
        String usual = license().body();
        simulator.schedule(LICENSE, Fault.trickle(Duration.ofNanos(1000)));
        assertThat(license().body()).isEqualTo(usual);
    }

    @Test
    void a_delayed_answer_waits_for_its_release() throws Exception {
        HeldFault delay = Fault.delay();
        simulator.schedule(FORCE_SCAN, delay);
        CompletableFuture<HttpResponse<String>> answer = HttpClient.newHttpClient()
                .sendAsync(
                        client.to("/projects/1/forceScanOnNoCodeChanges", "4.0")
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
        delay.awaitArrival();
        assertThat(project.forceScans()).isEqualTo(1);
        assertThat(simulator.requests(FORCE_SCAN).get(0).status()).isEmpty();
        assertThat(answer).isNotDone();
        delay.release();
        assertThat(answer.get().statusCode()).isEqualTo(200);
    }

    @Test
    void a_hanging_call_ends_without_an_answer() throws Exception {
        HeldFault hang = Fault.hang();
        simulator.schedule(UPLOAD, hang);
        try (RawCall call = rawUpload(5).send("12345")) {
            hang.awaitArrival();
            assertThat(onlyRequest().body().complete()).isTrue();
            hang.release();
            assertThat(call.readAll()).isEmpty();
        }
    }

    @Test
    void a_call_can_hang_before_and_in_its_body() throws Exception {
        HeldFault before = Fault.hangBeforeReading();
        HeldFault in = Fault.hangInBody(3);
        simulator.schedule(UPLOAD, before, in);
        try (RawCall call = rawUpload(5).send("12345")) {
            before.awaitArrival();
            assertThat(onlyRequest().body().length()).isZero();
            before.release();
            assertThat(call.readAll()).isEmpty();
        }
        try (RawCall call = rawUpload(5).send("12345")) {
            in.awaitArrival();
            assertThat(simulator.requests().get(1).body().text()).isEqualTo("123");
            in.release();
            assertThat(call.readAll()).isEmpty();
        }
    }

    @Test
    void a_refused_url_has_nobody_behind_it() {
        URI refused = Simulator.refusedUrl();
        assertThatThrownBy(() -> HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(refused).build(), BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
    }
}
