package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that breaks, or a server that stalls. */
@Timeout(60)
class FaultTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(150);

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @TempDir
    Path directory;

    static Stream<Arguments> faults() {
        int all = ConnectionSettings.DEFAULT_RETRIES;
        return Stream.of(
                Arguments.of(Fault.answer(599).withJson("[\"garbage\",".repeat(1 << 20)), 0, "status 599 ([\"garbage"),
                Arguments.of(Fault.answer(503).withHeader("Retry-After", "0"), all, "status 503. "),
                Arguments.of(Fault.closeInBody(0), all, "the connection ended before "),
                Arguments.of(Fault.closeInBody(10), all, "the connection ended before "),
                Arguments.of(Fault.closeAfterBody(), all, "the connection ended before "));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void a_fault_leaves_no_thread_or_connection(Fault fault, int retries, String says) throws Exception {
        for (SimulatedOperation operation : List.of(SimulatedOperation.LICENSE, SimulatedOperation.UPLOAD)) {
            for (SentFrom from : SentFrom.values()) {
                Leftovers before = Leftovers.now();
                try (Fixture fixture = new Fixture()) {
                    fixture.simulator.always(operation, fault);
                    assertThat(failure(ClientCall.of(operation, from), fixture.service()))
                            .hasMessageContaining("): " + says);
                    assertThat(fixture.simulator.requests(operation)).hasSize(1 + retries);
                    assertThat(fixture.clock.sleeps()).hasSize(retries);
                    assertThat(fixture.connections()).isZero();
                }
                before.assertNoMore();
            }
        }
    }

    private ServiceException uploadFailure(SentFrom from, ServiceUrl url) {
        return failure(ClientCall.of(SimulatedOperation.UPLOAD, from), fixture.service(url, fixture.token()));
    }

    @ParameterizedTest
    @EnumSource
    void a_call_whose_response_times_out_is_not_retried(SentFrom from) {
        fixture.timeouts = new Timeouts(LONG, SHORT, LONG);
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.hang());
        assertThat(uploadFailure(from, fixture.url()))
                .hasMessageContaining("): no response within 150 milliseconds (read timeout). The SAST server may still"
                        + " process the request.");
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.hang());
        assertThat(failure(fixture.service()::license))
                .hasMessageContaining("): no response within 150 milliseconds (read timeout). Try again when");
        assertThat(fixture.simulator.requests()).hasSize(2);
    }

    @Test
    void a_call_with_a_stalled_response_is_not_retried() {
        fixture.timeouts = new Timeouts(LONG, Duration.ofSeconds(3), LONG);
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.trickle());
        assertThat(failure(fixture.service()::license))
                .hasMessageContaining("): the response stalled for 3 seconds (read timeout). Try again when");
        assertThat(fixture.simulator.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_is_retried_if_the_server_accepts_no_data(SentFrom from) throws IOException {
        Path large = Files.write(directory.resolve("large.bin"), new byte[8 << 20]);
        fixture.timeouts = new Timeouts(LONG, LONG, SHORT);
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.hangInBody(0));
        assertThat(failure(client -> from.upload(client, large), fixture.service()))
                .hasMessageContaining("): the SAST server accepted no data for 150 milliseconds (write timeout)");
        assertThat(fixture.retries).hasSize(ConnectionSettings.DEFAULT_RETRIES);
    }

    @ParameterizedTest
    @EnumSource
    void the_upload_time_limit_includes_connecting_and_reading_the_response(SentFrom from) throws IOException {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.hang(), Fault.trickle(Duration.ofSeconds(1)));
        try (RawServer full = RawServer.full()) {
            for (ServiceUrl url : List.of(fixture.url(), fixture.url(), full.url())) {
                fixture.clock.leave(Duration.ofMillis(300));
                assertThat(uploadFailure(from, url))
                        .hasMessageContaining("): the call exceeded its time limit of 4 hours");
            }
        }
    }
}
