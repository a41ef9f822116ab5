package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SAST servers that are down while a submission runs. */
@Timeout(60)
class OutageTest extends SubmissionTests {
    private static final Duration DOWN = Duration.ofSeconds(120);
    private static final Set<SimulatedOperation> ALL = Set.of(SimulatedOperation.values());

    enum Outage {
        REFUSED("connection refused"),
        UNAVAILABLE("status 503"),
        RESET("connection lost");

        private final String reason;

        Outage(String reason) {
            this.reason = reason;
        }
    }

    static Stream<Arguments> outages() {
        List<Arguments> all = new ArrayList<>();
        for (Outage outage : Outage.values()) {
            for (Stage stage : List.of(Stage.ACCESS, Stage.UPLOAD, Stage.GIT_SETTINGS, Stage.FORCE_SCAN)) {
                all.add(Arguments.of(stage, outage, SentFrom.CONTROLLER, ALL));
            }
            all.add(Arguments.of(Stage.UPLOAD, outage, SentFrom.AGENT, ALL));
        }
        Set<SimulatedOperation> readBack = Set.of(SimulatedOperation.READ_GIT);
        all.add(Arguments.of(Stage.GIT_SETTINGS, Outage.UNAVAILABLE, SentFrom.CONTROLLER, readBack));
        all.add(Arguments.of(Stage.GIT_SETTINGS, Outage.RESET, SentFrom.CONTROLLER, readBack));
        all.add(Arguments.of(Stage.ACCESS, Outage.RESET, SentFrom.CONTROLLER, readBack));
        return all.stream();
    }

    private void begin(Outage outage, Set<SimulatedOperation> operations) {
        switch (outage) {
            case REFUSED -> {
                simulator.refuseConnections();
                fixture.clock.after(DOWN, simulator::acceptConnections);
            }
            case UNAVAILABLE -> begin(Fault.answer(503), operations);
            case RESET -> begin(Fault.closeInBody(0), operations);
        }
    }

    private void begin(Fault fault, Set<SimulatedOperation> operations) {
        operations.forEach(operation -> simulator.always(operation, fault));
        fixture.clock.after(DOWN, simulator::clearFaults);
    }

    @ParameterizedTest
    @MethodSource("outages")
    void a_submission_survives_a_server_outage_of_two_minutes_in_each_stage(
            Stage stage, Outage outage, SentFrom machine, Set<SimulatedOperation> operations) throws Exception {
        from = machine;
        authentication = fixture.oauthSettings();
        // A random value of 0 gives the shortest delays between retries.
        fixture.clock.random(0);
        atBegin = begun -> {
            if (begun == stage) {
                begin(outage, operations);
            }
        };

        assertThat(run(WHOLE).done()).containsExactly(Stage.values());

        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScan()).isTrue();
        assertThat(fixture.clock.sleeps()).hasSize(9);
        String sent = stage == Stage.UPLOAD && outage != Outage.REFUSED ? "starting again: " : "";
        assertThat(fixture.retries).hasSize(9).extracting(Retry::reason).containsOnly(outage.reason);
        assertThat(fixture.retries)
                .extracting(Retry::plan)
                .startsWith(
                        sent + "retry 1 of 9 in 800 ms (retries for about 2 minutes)", sent + "retry 2 of 9 in 1.6 s")
                .endsWith(sent + "retry 9 of 9 in 24.0 s");
    }
}
