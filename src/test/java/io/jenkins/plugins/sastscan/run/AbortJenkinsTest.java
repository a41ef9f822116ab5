package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.InvisibleAction;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.SleepBuilder;

@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AbortJenkinsTest {
    /** The timeouts of the plugin and of Jenkins are longer, so only the abort can end a build in this time. */
    private static final Duration ABORT_LIMIT = Duration.ofSeconds(20);

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    /** The work that the abort interrupts. The argument is the last call to the SAST server before the abort. */
    enum Moment {
        ARCHIVE(SimulatedOperation.READ_GIT),
        UPLOAD(SimulatedOperation.UPLOAD),
        UPLOAD_THAT_NOBODY_READS(SimulatedOperation.UPLOAD),
        UPLOAD_THROUGH_THE_CONTROLLER(SimulatedOperation.UPLOAD),
        UPLOAD_THROUGH_THE_CONTROLLER_THAT_NOBODY_READS(SimulatedOperation.UPLOAD),
        FORCE_SCAN(SimulatedOperation.FORCE_SCAN);

        private final SimulatedOperation last;

        Moment(SimulatedOperation last) {
            this.last = last;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CONTROLLER, ARCHIVE",
        "CONTROLLER, UPLOAD",
        "AGENT, ARCHIVE",
        "AGENT, UPLOAD",
        "AGENT, UPLOAD_THAT_NOBODY_READS",
        "AGENT, UPLOAD_THROUGH_THE_CONTROLLER",
        "AGENT, UPLOAD_THROUGH_THE_CONTROLLER_THAT_NOBODY_READS",
        "AGENT, FORCE_SCAN"
    })
    void an_abort_ends_a_build_immediately_without_further_calls_or_leftover_files(Machine machine, Moment moment)
            throws Throwable {
        WorkflowJob job = sast.pipeline(machine.script(agent, "sastScan server: 'main', projectId: '42'"));
        FilePath workspace = machine.workspace(jenkins, agent, job);
        workspace.child("a").write("A", "UTF-8");
        sast.uploadFrom(moment.name().contains("CONTROLLER") ? UploadFrom.CONTROLLER : UploadFrom.AGENT);
        HeldFault hang = moment.name().endsWith("NOBODY_READS") ? Fault.hangInBody(0) : Fault.hang();
        if (moment == Moment.ARCHIVE) {
            Agents.makeEndlessFile(workspace);
        } else {
            sast.simulator().schedule(moment.last, hang);
        }
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        if (moment == Moment.ARCHIVE) {
            Agents.awaitArchive(workspace);
        } else {
            hang.awaitArrival();
        }
        long begun = System.nanoTime();

        String afterAbort = abort(run, () -> Agents.awaitNoLeftovers(workspace));
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(ABORT_LIMIT);
        assertThat(sast.simulator().requests())
                .last()
                .satisfies(request -> assertThat(request.operation()).contains(moment.last));
        assertThat(afterAbort).contains("Finished: ABORTED").isEqualTo(abortSleep(machine));
    }

    private String abortSleep(Machine machine) throws Throwable {
        WorkflowRun run = sast.pipeline(machine.script(agent, "sleep 600"))
                .scheduleBuild2(0)
                .waitForStart();
        jenkins.waitForMessage("Sleeping for", run);
        return abort(run, () -> {});
    }

    @Test
    void an_aborted_freestyle_submission_logs_the_same_lines_as_an_aborted_sleep_step() throws Throwable {
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
        var submitting =
                sast.freestyle(agent, Map.of("a", "A")).scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        FreeStyleProject sleep = jenkins.createFreeStyleProject();
        sleep.getBuildersList().add(new SleepBuilder(600_000));
        var sleeping = sleep.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Sleeping", sleeping);

        String afterAbort = abort(submitting, () -> Agents.awaitNoLeftovers(submitting.getWorkspace()));
        assertThat(afterAbort).contains("Finished: ABORTED").isEqualTo(abort(sleeping, () -> {}));
    }

    @Test
    void a_report_is_saved_even_if_the_build_is_aborted_during_the_save() throws Exception {
        WorkflowRun run = sast.pipeline(Machine.CONTROLLER.script(agent, "sastScan server: 'main', projectId: '42'"))
                .scheduleBuild2(0, new AbortsSave())
                .get();

        assertThat(JenkinsRule.getLog(run)).doesNotContain("could not be saved");
        assertThat(SastJenkins.submission(run).getState()).isEqualTo(State.ABORTED);
    }

    /** Interrupts the thread of a submission when that thread saves the build for the first time. */
    private static final class AbortsSave extends InvisibleAction {
        private transient boolean done;

        private Object writeReplace() {
            if (!done
                    && StackWalker.getInstance()
                            .walk(frames -> frames.anyMatch(
                                    frame -> frame.getClassName().equals(BuildSubmission.class.getName())))) {
                done = true;
                Thread.currentThread().interrupt();
            }
            return this;
        }
    }

    @Test
    void an_abort_ends_the_check_of_an_unresponsive_git_remote() throws Throwable {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            WorkflowJob job = jobOnAgent("git: [url: 'http://127.0.0.1:" + silent.getLocalPort()
                    + "/a.git', branch: 'main', checkRemote: true]");
            WorkflowRun run = job.scheduleBuild2(0).waitForStart();
            try (Socket asked = silent.accept()) {
                // The connection ends when the process that opened it has ended.
                abort(run, () -> asked.getInputStream().readAllBytes());
            }
        }
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void an_abort_ends_a_dry_run() throws Throwable {
        WorkflowJob job = jobOnAgent("dryRun: true");
        Path workspace = Path.of(agent.getWorkspaceRoot().child(job.getName()).getRemote());
        for (int i = 0; i < 100_000; i++) {
            Path directory = workspace.resolve("d" + i / 1_000);
            if (i % 1_000 == 0) {
                Files.createDirectories(directory);
            }
            Files.createFile(directory.resolve(String.format("file-%06d", i)));
        }
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("file-000", run);

        abort(run, () -> {
            assertThat(Logs.ofSteps(run)).noneMatch(line -> line.contains("Would upload"));
            while (Agents.runs(agent.getChannel(), AgentArchiver.DryRun.class)) {
                Thread.onSpinWait();
            }
        });
    }

    private WorkflowJob jobOnAgent(String more) throws Exception {
        return sast.pipeline(
                "node('" + agent.getNodeName() + "') { sastScan server: 'main', projectId: '42', " + more + " }");
    }

    /**
     * Aborts a build, and returns what it logs afterwards.
     *
     * @param end a call that returns when all of the work has ended
     */
    private static String abort(Run<?, ?> run, ThrowingCallable end) throws Throwable {
        String before = JenkinsRule.getLog(run);
        run.getExecutor().interrupt(Result.ABORTED);
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR"));
        end.call();
        // Removes the random ID that the pipeline plugins log.
        return JenkinsRule.getLog(run).substring(before.length()).replaceAll("(ErrorId: ).*", "$1");
    }
}
