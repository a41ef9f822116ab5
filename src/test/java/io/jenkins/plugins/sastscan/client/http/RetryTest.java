package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.CalledOperation.action;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.CalledOperation;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RetryTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final int ATTEMPTS = 1 + CallPolicy.DEFAULT.retries();

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("io.jenkins.plugins.sastscan.client.CalledOperation#byController")
    void each_operation_is_retried_after_temporary_failures(CalledOperation called) throws Exception {
        SimulatedOperation operation = called.operation();
        fixture.simulator.schedule(operation, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("7"));
        called.action().call(fixture.service());
        assertThat(fixture.simulator.requests(operation)).hasSize(4);
        assertThat(fixture.clock.sleeps())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_whose_connection_breaks_is_repeated_from_the_start(SentFrom from) throws Exception {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.closeInBody(100_000), Fault.answer(502));
        from.upload(fixture.service(), Fixture.ARCHIVE);
        assertThat(fixture.project().uploads()).isEqualTo(1);
        assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
    }

    @Test
    void each_attempt_starts_with_the_next_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
            // The server listens only on 127.0.0.1, the second address in the list.
            List<InetAddress> addresses = new ArrayList<>();
            for (int last : new int[] {2, 1, 3, 4, 5}) {
                addresses.add(InetAddress.getByName("127.0.0." + last));
            }
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + server.port(), true);
            fixture.service(url, ConnectionSettings.DEFAULT, name -> addresses).license();
            assertThat(server.heads()).hasSize(1);
            assertThat(fixture.clock.sleeps()).hasSize(1);
        }
    }

    @Test
    void the_failure_of_the_uploading_machine_is_reported_without_a_retry() throws Exception {
        ServiceException lost = ServiceException.ofSender("The machine is gone.", new EOFException());
        Upload.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        Upload.Sender gone = (upload, left, controller) -> {
            throw lost;
        };
        assertThat(failure(
                        Reason.SENDER_FAILED,
                        service -> service.uploadFrom(gone, Fixture.PROJECT, archive),
                        fixture.service()))
                .isSameAs(lost)
                .hasMessage("The machine is gone.")
                .hasCauseInstanceOf(EOFException.class);
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_agent_that_cannot_connect_can_end_the_upload(boolean leaves) throws Exception {
        Upload.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        Upload.Sender cutOff = new Upload.Sender() {
            @Override
            public Upload.Result send(Upload upload, Duration left, Upload.Controller controller)
                    throws InterruptedException {
                AttemptResult unknown =
                        AttemptResult.none(AttemptResult.Phase.CONNECT, AttemptResult.Kind.UNKNOWN_HOST);
                while (controller.isRetried(unknown)) {
                    assertThat(leaves).isFalse();
                }
                return unknown;
            }

            @Override
            public boolean gaveUp() {
                return leaves;
            }
        };
        failure(
                Reason.UNKNOWN_HOST,
                service -> service.uploadFrom(cutOff, Fixture.PROJECT, archive),
                fixture.service());
        assertThat(fixture.clock.sleeps()).hasSize(leaves ? 0 : 9);
    }

    @Test
    void a_server_is_reachable_if_it_answers_and_is_not_overloaded() throws Exception {
        assertThat(fixture.service().isReachable(Fixture.PROJECT)).isTrue();
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(403));
        assertThat(fixture.service().isReachable(Fixture.PROJECT)).isTrue();
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(503));
        assertThat(fixture.service().isReachable(Fixture.PROJECT)).isFalse();
        fixture.simulator.refuseConnections();
        assertThat(fixture.service().isReachable(Fixture.PROJECT)).isFalse();
    }

    @Test
    void a_call_with_a_stalled_response_is_not_retried() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.readTimeout(Duration.ofSeconds(3)))) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.trickle());
            assertThat(failure(Reason.READ_TIMEOUT, SastClient::license, fixture.service()))
                    .hasMessageContaining("the response stalled for 3 seconds (read timeout). Try again when");
            assertThat(fixture.simulator.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_fails_if_the_server_accepts_no_data(SentFrom from) throws IOException {
        Path large = Files.write(directory.resolve("large.bin"), new byte[8 << 20]);
        ConnectionSettings settings =
                Fixture.settings(new Timeouts(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(150)));
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.hangInBody(0));
            assertThat(failure(Reason.WRITE_TIMEOUT, s -> from.upload(s, large), fixture.service()))
                    .hasMessageContaining("the SAST server accepted no data for 150 milliseconds (write timeout)");
            assertThat(fixture.retries).hasSize(ATTEMPTS - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"599, 2", "600, 1"})
    void an_upload_waits_only_if_the_server_asks_for_less_than_ten_minutes(String seconds, int requests)
            throws Exception {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.tooManyRequests(seconds));
        if (requests == 1) {
            failure(Reason.REFUSED, s -> SentFrom.AGENT.upload(s, Fixture.ARCHIVE), fixture.service());
        } else {
            SentFrom.AGENT.upload(fixture.service(), Fixture.ARCHIVE);
        }
        assertThat(fixture.simulator.requests(SimulatedOperation.UPLOAD)).hasSize(requests);
    }

    private SastClient service(CallPolicy policy) {
        return Fixture.service(
                fixture.url(), fixture.encoding(), Fixture.settings(policy), fixture.client, fixture.clock);
    }

    @ParameterizedTest
    @EnumSource
    void the_last_failure_is_reported_when_the_time_limit_allows_no_retry(SentFrom from) {
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(503));
        CallPolicy policy = new CallPolicy(
                100, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(8));
        assertThat(failure(Reason.REFUSED, action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from), service(policy)))
                .returns(503, ServiceException::status);
        assertThat(fixture.clock.sleeps())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void the_retry_delay_grows_to_its_maximum_and_has_jitter() {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(502));
        CallPolicy policy = new CallPolicy(
                35, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(9), Duration.ofHours(1));
        fixture.clock.random(0);
        failure(Reason.REFUSED, SastClient::license, service(policy));
        // The delays do not count towards the limit of 9 seconds, so all 35 retries happen.
        assertThat(fixture.clock.sleeps())
                .hasSize(35)
                .startsWith(
                        Duration.ofMillis(800),
                        Duration.ofMillis(1600),
                        Duration.ofMillis(3200),
                        Duration.ofSeconds(4));
        assertThat(fixture.clock.sleeps().subList(3, 35)).containsOnly(Duration.ofSeconds(4));
    }

    @Test
    void the_token_request_and_the_operation_have_separate_retries() throws Exception {
        fixture.simulator.schedule(
                SimulatedOperation.TOKEN,
                Collections.nCopies(9, Fault.answer(503)).toArray(Fault[]::new));
        fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(503));
        fixture.service(fixture.oauthSettings()).license();
        assertThat(fixture.retries).hasSize(10);
        assertThat(fixture.clock.sleeps()).endsWith(Duration.ofSeconds(30), Duration.ofSeconds(1));
    }
}
