package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.EOFException;
import java.io.Serializable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RetryTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private void assertDelays(long... seconds) {
        assertThat(fixture.clock.sleeps())
                .isEqualTo(LongStream.of(seconds).mapToObj(Duration::ofSeconds).toList());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
    void each_operation_is_retried_after_temporary_failures(SimulatedOperation operation) throws Exception {
        fixture.simulator.schedule(operation, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("7"));
        ClientCall.of(operation).make(fixture.service());
        assertThat(fixture.simulator.requests(operation)).hasSize(4);
        assertDelays(1, 2, 7);
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_whose_connection_breaks_is_repeated_from_the_start(SentFrom from) throws Exception {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.closeInBody(100_000));
        fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(502));
        from.upload(fixture.service(), Fixture.ARCHIVE);
        fixture.service().license();
        assertThat(fixture.project().uploads()).isEqualTo(1);
        assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
        assertThat(fixture.retries)
                .containsExactly(
                        new Retry("status 503", "retry 1 of 9 in 1.0 s"),
                        new Retry("connection lost", "retry 2 of 9 in 2.0 s"),
                        new Retry("status 502", "retry 1 of 9 in 1.0 s"));
    }

    @ParameterizedTest
    @EnumSource
    void a_request_is_sent_again_as_multipart_if_the_server_rejects_form_encoding(SentFrom from) throws Exception {
        String form = "application/x-www-form-urlencoded";
        String multipart = "multipart/form-data";
        try (Fixture fixture = new Fixture(Dialect.FIELD)) {
            fixture.encoding = UploadEncoding.FORM;
            Fault unsupported = Fault.none();
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, unsupported, Fault.answer(503), Fault.none());
            fixture.simulator.schedule(
                    SimulatedOperation.UPLOAD, unsupported, Fault.answer(400).withJson("\"empty\""));

            from.upload(fixture.service(), Fixture.ARCHIVE);
            ClientCall.of(SimulatedOperation.WRITE_GIT_SSH).make(fixture.service());
            assertThat(failure(ClientCall.of(SimulatedOperation.UPLOAD, from), fixture.service()))
                    .hasMessageContaining("status 400 (empty)");

            assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
            assertThat(fixture.project().git().orElseThrow().privateKey()).contains("a key");
            assertThat(fixture.simulator.requests())
                    .extracting(request ->
                            request.header("Content-Type").orElseThrow().replaceAll(";.*", ""))
                    .containsExactly(form, multipart, multipart, form, multipart, form, multipart);
            assertThat(fixture.retries)
                    .extracting(Retry::reason)
                    .containsExactly("status 415", "status 503", "status 415", "status 415");
        }
    }

    @Test
    void each_attempt_starts_with_the_next_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
            // The server listens only on the second address.
            fixture.dns = name -> List.of(InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.1"));
            fixture.service(ServiceUrl.base("http://sast.example.org:" + server.port(), true))
                    .license();
            assertThat(server.heads()).hasSize(1);
            assertDelays(1);
        }
    }

    @Test
    void the_failure_of_the_uploading_machine_is_reported_without_a_retry() {
        ServiceException lost = new ServiceException("The machine is gone.", new EOFException());
        Upload.Sender gone = (upload, left) -> {
            throw lost;
        };
        Upload.Archive archive = new Upload.Archive("a.zip", 1, 1, "00");
        assertThatThrownBy(() -> fixture.service().upload(Fixture.PROJECT, archive, gone))
                .isSameAs(lost)
                .hasMessage("The machine is gone.")
                .hasCauseInstanceOf(EOFException.class);
        assertDelays();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_agent_that_cannot_connect_can_end_the_upload(boolean leaves) {
        Upload.Sender cutOff = new Upload.Sender() {
            @Override
            public Serializable send(Upload upload, Duration left) {
                return AttemptResult.none(AttemptResult.Phase.CONNECT, AttemptResult.Kind.UNKNOWN_HOST, "");
            }

            @Override
            public boolean gaveUp() {
                return leaves;
            }
        };
        Upload.Archive archive = new Upload.Archive("a.zip", 1, 1, "00");
        assertThat(failure(client -> client.upload(Fixture.PROJECT, archive, cutOff), fixture.service()))
                .hasMessageContaining("): the host 127.0.0.1 is unknown");
        assertThat(fixture.clock.sleeps()).hasSize(leaves ? 0 : 9);
    }

    @Test
    void a_server_is_reachable_if_it_answers_and_is_not_overloaded() throws Exception {
        for (Fault answer : List.of(Fault.none(), Fault.answer(403))) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, answer);
            assertThat(fixture.service().isReachable(Fixture.PROJECT)).isTrue();
        }
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(500));
        SastClient refused = fixture.service(ServiceUrl.base("" + Simulator.refusedUrl(), true));
        for (SastClient client : List.of(fixture.service(), refused)) {
            assertThat(client.isReachable(Fixture.PROJECT)).isFalse();
        }
        assertDelays();
    }

    /** If the client does not wait, the number of seconds is -1. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1",
                "7 | 7",
                " 120  | 120",
                "599 | 599",
                "600 | -1",
                "999999999 | -1",
                "1000000000 | 1",
                "-5 | 1",
                "soon | 1",
            })
    void a_retry_waits_as_long_as_the_server_asks_for_unless_this_is_ten_minutes(String value, long seconds)
            throws Exception {
        fixture.maxRetries = 1;
        String wait = "Retry-After: " + value + "\r\n";
        try (RawServer server = RawServer.answering("HTTP/1.1 429 No\r\n" + wait + "Content-Length: 0\r\n\r\n")) {
            failure(ClientCall.of(SimulatedOperation.UPLOAD, SentFrom.AGENT), fixture.service(server.url()));
        }
        assertDelays(seconds < 0 ? new long[0] : new long[] {seconds});
    }

    @ParameterizedTest
    @EnumSource
    void the_last_failure_is_reported_when_the_time_limit_allows_no_retry(SentFrom from) {
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(503));
        fixture.clock.leave(Duration.ofSeconds(8));
        assertThat(failure(ClientCall.of(SimulatedOperation.UPLOAD, from), fixture.service()))
                .returns(503, ServiceException::status);
        assertDelays(1, 2, 4);
    }

    @Test
    void the_retry_delay_grows_to_its_maximum_and_has_jitter() {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(502));
        fixture.maxRetries = 35;
        fixture.clock.random = 0;
        failure(fixture.service()::license);
        // The delays do not count towards the limit of 2 minutes, so all 35 retries happen.
        assertThat(fixture.clock.sleeps().stream().map(Duration::toMillis))
                .hasSize(35)
                .startsWith(800L, 1_600L, 3_200L, 6_400L, 12_800L)
                .endsWith(Collections.nCopies(30, 24_000L).toArray(Long[]::new));
    }

    @Test
    void a_hundred_uploads_leave_few_threads() throws Exception {
        Leftovers before = Leftovers.now();
        for (int upload = 0; upload < 100; upload++) {
            SentFrom.AGENT.upload(fixture.service(), Fixture.ARCHIVE);
        }
        before.assertFewMoreOfClients();
    }
}
