package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.restart.KilledController;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class KillTimesJenkinsTest extends KilledController {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    @ParameterizedTest
    @CsvSource({
        INBOUND + ", AGENT",
        INBOUND + ", CONTROLLER",
        TCP + ", AGENT",
        LAUNCHED + ", AGENT",
        LAUNCHED + ", CONTROLLER",
    })
    void a_step_runs_again_if_the_controller_is_killed_in_any_stage(String agent, UploadFrom from) throws Throwable {
        start(FIVE_MINUTES);
        use(agent, from);
        int build = 0;
        for (Stage stage : Stage.values()) {
            killIn(stage, ++build);
        }
        cleansUp(++build);
    }

    @Test
    void a_waiting_submission_runs_again_after_the_controller_is_killed() throws Throwable {
        start(FIVE_MINUTES);
        String sameProject = STEP.replace("100 + currentBuild.number", "101");
        // The agent has only one executor, so build 2 runs on the controller.
        use("node(env.BUILD_NUMBER == '1' ? 'inbound' : 'built-in') { " + sameProject + " }");
        beginIn(Stage.UPLOAD, 1);
        build(2);
        controller.run(jenkins -> jenkins.waitForMessage(
                "Waiting for build #1 of this job", job(jenkins).getBuildByNumber(2)));
        kill();
        restart();
        controller.run(jenkins -> {
            ended(jenkins, 1, Result.SUCCESS);
            ended(jenkins, 2, Result.SUCCESS);
        });
        // Either build can have the first turn. If build 2 is first, it supersedes build 1.
        assertThat(Zips.received(projects.get(0))).isEqualTo(Map.of("a", "2"));
    }

    @Test
    void submissions_succeed_after_the_controller_is_killed_at_twenty_random_times() throws Throwable {
        simulator.always(SimulatedOperation.READ_GIT, Fault.trickle(Duration.ofMillis(2)));
        for (SimulatedOperation operation :
                List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT, SimulatedOperation.FORCE_SCAN)) {
            simulator.always(operation, Fault.trickle(Duration.ofMillis(1)));
        }
        start(FIVE_MINUTES);
        for (int round = 1; round <= 20; round++) {
            use(round % 2 == 0 ? INBOUND : LAUNCHED, round / 2 % 2 == 0 ? UploadFrom.AGENT : UploadFrom.CONTROLLER);
            build(round);
            LockSupport.parkNanos(
                    Duration.ofMillis(new Random(round).nextInt(6_000)).toNanos());
            kill();
            restart();
            succeeds(round);

            assertDone(round);
        }
    }

    private void killIn(Stage stage, int build) throws Throwable {
        beginIn(stage, build);
        kill();
        assertThat(archivesOnController()).isEmpty();
        Agents.cutEndlessFile(workspace());

        restart();
        succeeds(build);
        assertDone(build);
    }
}
