package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds end in the middle of each stage, of a check of a remote and of a dry run, by hand and by a timeout. */
@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AbortJenkinsTest {
    /** Shorter than every timeout of the plugin and of Jenkins: only the abort can have ended a build by then. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    /** What the submission is in the middle of, and the last call that it makes then. */
    enum Moment {
        PROOF_OF_THE_TOKEN(SimulatedOperation.READ_GIT),
        ARCHIVE(SimulatedOperation.READ_GIT),
        UPLOAD(SimulatedOperation.UPLOAD),
        UPLOAD_THAT_NOBODY_READS(SimulatedOperation.UPLOAD),
        UPLOAD_THROUGH_THE_CONTROLLER(SimulatedOperation.UPLOAD),
        GIT_SETTINGS(SimulatedOperation.WRITE_GIT),
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
        "AGENT, PROOF_OF_THE_TOKEN",
        "AGENT, ARCHIVE",
        "AGENT, UPLOAD",
        "AGENT, UPLOAD_THAT_NOBODY_READS",
        "AGENT, UPLOAD_THROUGH_THE_CONTROLLER",
        "AGENT, GIT_SETTINGS",
        "AGENT, FORCE_SCAN"
    })
    void an_abort_ends_a_build_at_once(Machine machine, Moment moment) throws Exception {
        WorkflowRun run = begin(machine, moment, job(machine, "%s")).orElseThrow();
        long begun = System.nanoTime();
        run.doStop();
        assertEnded(run, machine, moment, begun, AT_ONCE);
    }

    @Test
    void a_timeout_ends_a_build_as_soon() throws Exception {
        Duration timeout = TIMEOUT;
        Optional<WorkflowRun> begun = begin(Machine.AGENT, Moment.UPLOAD, timed(timeout));
        // A busy machine may not get there in time; with more time it does.
        while (begun.isEmpty()) {
            timeout = timeout.multipliedBy(2);
            begun = begin(Machine.AGENT, Moment.UPLOAD, timed(timeout));
        }
        WorkflowRun run = begun.get();
        assertEnded(run, Machine.AGENT, Moment.UPLOAD, System.nanoTime(), timeout.plus(AT_ONCE));
        assertThat(Logs.ofSteps(run)).contains("Timeout has been exceeded");
    }

    private WorkflowJob timed(Duration timeout) throws Exception {
        return job(Machine.AGENT, "timeout(time: " + timeout.toSeconds() + ", unit: 'SECONDS') { %s }");
    }

    private WorkflowJob job(Machine machine, String around) throws Exception {
        String step = "sastScan server: 'main', projectId: '42',"
                + " git: [url: 'https://git.example/a.git', branch: 'main']";
        WorkflowJob job = sast.pipeline(machine.script(agent, String.format(around, step)));
        machine.workspace(jenkins, agent, job).child("a").write("A", "UTF-8");
        return job;
    }

    /** Starts a build and waits until it is in the middle of something; empty if the build has ended before. */
    private Optional<WorkflowRun> begin(Machine machine, Moment moment, WorkflowJob job) throws Exception {
        if (moment == Moment.UPLOAD_THROUGH_THE_CONTROLLER) {
            SastServer server = sast.server(SastJenkins.SERVER);
            server.setUploadFrom(UploadFrom.CONTROLLER);
            sast.configure(server);
        }
        if (moment == Moment.ARCHIVE) {
            FilePath workspace = machine.workspace(jenkins, agent, job);
            EndlessFile.make(workspace);
            return begin(job, () -> !Agents.leftovers(workspace).isEmpty());
        }
        HeldFault hang = moment == Moment.UPLOAD_THAT_NOBODY_READS ? Fault.hangBeforeReading() : Fault.hang();
        sast.simulator().clearFaults();
        sast.simulator().schedule(moment.last, hang);
        return begin(job, hang::hasArrived);
    }

    private static Optional<WorkflowRun> begin(WorkflowJob job, Callable<Boolean> inTheMiddle) throws Exception {
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        while (!inTheMiddle.call()) {
            if (!run.isBuilding()) {
                return Optional.empty();
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        return Optional.of(run);
    }

    /** Aborted by now, without an error; nothing more is sent, nothing left. */
    private void assertEnded(WorkflowRun run, Machine machine, Moment moment, long begun, Duration within)
            throws Exception {
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(within);
        Agents.awaitNoLeftovers(machine.workspace(jenkins, agent, run.getParent()));
        assertNoError(run);
        assertThat(sast.simulator().requests())
                .last()
                .matches(last -> last.operation().equals(Optional.of(moment.last)));
    }

    @Test
    void an_abort_ends_a_freestyle_build_at_once() throws Exception {
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
        FreeStyleProject job = sast.freestyle(agent, Map.of("a", "A"));

        FreeStyleBuild build = job.scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        long begun = System.nanoTime();
        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
        Agents.awaitNoLeftovers(build.getWorkspace());
        assertNoError(build);
    }

    private static void assertNoError(Run<?, ?> run) throws IOException {
        assertThat(Logs.ofSteps(run)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR"));
    }

    @Test
    void an_abort_ends_the_check_of_a_remote_that_never_answers() throws Throwable {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            WorkflowJob job = jobOnAgent("git: [url: 'http://127.0.0.1:" + silent.getLocalPort()
                    + "/a.git', branch: 'main', checkRemote: true]");
            WorkflowRun run = job.scheduleBuild2(0).waitForStart();
            try (Socket asked = silent.accept()) {
                // When the process that asked is gone, the connection ends.
                abort(run, () -> asked.getInputStream().readAllBytes());
            }
        }
    }

    @Test
    void an_abort_ends_the_list_of_a_dry_run() throws Throwable {
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
            while (Agents.runs(agent.getChannel(), AgentArchiver.ListCallable.class)) {
                Thread.onSpinWait();
            }
        });
    }

    private WorkflowJob jobOnAgent(String more) throws IOException {
        return sast.pipeline(
                "node('" + agent.getNodeName() + "') { sastScan server: 'main', projectId: '42', " + more + " }");
    }

    /** @param end returns when nothing of it runs any more */
    private void abort(WorkflowRun run, ThrowingCallable end) throws Throwable {
        run.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertNoError(run);
        end.call();
        assertThat(sast.simulator().requests()).isEmpty();
    }
}
