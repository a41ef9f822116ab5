package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.XmlFile;
import hudson.model.Result;
import hudson.model.Saveable;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.restart.KilledController;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
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
        LAUNCHED + ", AGENT",
        LAUNCHED + ", CONTROLLER",
    })
    void a_submission_continues_if_the_controller_is_killed_during_or_after_any_stage(String agent, UploadFrom from)
            throws Throwable {
        start(FIVE_MINUTES);
        use(agent, from);
        int build = 0;
        for (Stage stage : Stage.values()) {
            killIn(stage, ++build);
            killAfter(stage, ++build);
        }
    }

    @Test
    void a_waiting_submission_continues_after_the_controller_is_killed() throws Throwable {
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
    void submissions_continue_after_the_controller_is_killed_at_twenty_random_times() throws Throwable {
        simulator.always(SimulatedOperation.READ_GIT, Fault.trickle(Duration.ofMillis(2)));
        for (SimulatedOperation operation :
                List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT, SimulatedOperation.FORCE_SCAN)) {
            simulator.always(operation, Fault.trickle(Duration.ofMillis(1)));
        }
        start(FIVE_MINUTES);
        for (int round = 1; round <= 20; round++) {
            use(round % 2 == 0 ? INBOUND : LAUNCHED, round / 2 % 2 == 0 ? UploadFrom.AGENT : UploadFrom.CONTROLLER);
            SimulatedProject project = projects.get(round - 1);
            build(round);
            LockSupport.parkNanos(
                    Duration.ofMillis(new Random(round).nextInt(6_000)).toNanos());
            kill();
            String record =
                    Files.readString(controller.getHome().toPath().resolve("jobs/job/builds/" + round + "/build.xml"));
            int requests = uploads();

            restart();
            succeeds(round);

            if (record.contains("<string>upload</string>")) {
                assertThat(uploads()).isEqualTo(requests);
            }
            assertThat(project.uploads()).as("round %s", round).isPositive();
            assertThat(project.gitWrites()).isPositive();
            assertThat(project.forceScans()).isPositive();
            assertThat(archivesOnController()).isEmpty();
        }
    }

    private void killIn(Stage stage, int build) throws Throwable {
        int uploads = uploads();
        beginIn(stage, build);
        kill();
        assertThat(archivesOnController()).isEmpty();
        if (stage == Stage.UPLOAD) {
            assertLastUploadIsForgotten();
        }
        Agents.cutEndlessFile(workspace());

        continues(build, uploads + (stage == Stage.UPLOAD ? 2 : 1));
    }

    /**
     * Kills the controller when the build has been saved with this stage marked as completed. The next stage has not
     * begun.
     */
    private void killAfter(Stage stage, int build) throws Throwable {
        int uploads = uploads();
        var later = Fault.delay();
        simulator.schedule(SimulatedOperation.READ_GIT, later);
        controller.run(jenkins ->
                jenkins.jenkins.getExtensionList(SaveableListener.class).add(0, new KillAfter(stage)));
        build(build);
        later.awaitArrival();
        later.release();
        controller.getProcess().waitFor();

        continues(build, uploads + 1);
    }

    private void continues(int build, int uploads) throws Throwable {
        restart();
        succeeds(build);
        assertDone(build, uploads);
    }

    private static final class KillAfter extends SaveableListener {
        private final Stage stage;

        KillAfter(Stage stage) {
            this.stage = stage;
        }

        @Override
        public void onChange(Saveable saved, XmlFile record) {
            if (saved instanceof WorkflowRun run && isDone(run.getAction(SubmissionsAction.class))) {
                try {
                    String self = Long.toString(ProcessHandle.current().pid());
                    new ProcessBuilder("kill", "-KILL", self).start().waitFor();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private boolean isDone(SubmissionsAction action) {
            return action != null
                    && action.getSubmissions().stream()
                            .anyMatch(each -> each.checkpoint().done().contains(SubmissionResult.key(stage)));
        }
    }
}
