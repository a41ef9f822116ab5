package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.Launcher;
import hudson.model.AbstractBuild;
import hudson.model.BuildListener;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.remoting.VirtualChannel;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.time.Duration;
import java.util.Map;
import jenkins.MasterToSlaveFileCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.TestBuilder;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** Aborts builds in the middle of each stage, on an agent that is a process of its own. */
@WithJenkins
class AbortJenkinsTest {
    private static final Duration SOON = Duration.ofSeconds(2);

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins = rule;
        agent = jenkins.createOnlineSlave();
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins);
    }

    @AfterEach
    void end() {
        sast.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD", "WRITE_GIT", "FORCE_SCAN"})
    void an_abort_ends_a_call_that_hangs(SimulatedOperation operation) throws Exception {
        abortIn(operation, Fault.hang());
    }

    @Test
    void an_abort_ends_an_upload_that_nobody_reads() throws Exception {
        abortIn(SimulatedOperation.UPLOAD, Fault.hangBeforeReading());
    }

    @Test
    void an_abort_ends_an_upload_through_the_controller() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(UploadFrom.CONTROLLER);
        sast.configure(server);

        abortIn(SimulatedOperation.UPLOAD, Fault.hang());
    }

    private void abortIn(SimulatedOperation operation, HeldFault hang) throws Exception {
        sast.simulator().schedule(operation, hang);
        FreeStyleProject job = job();
        job.getBuildersList().add(new WorkspaceFiles(Map.of("a", "A")));
        job.getBuildersList().add(step());

        FreeStyleBuild build = job.scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        abort(build);

        assertThat(sast.project().forceScans()).isZero();
    }

    @Test
    void an_abort_ends_the_archiving() throws Exception {
        FreeStyleProject job = job();
        job.getBuildersList().add(new EndlessFile());
        job.getBuildersList().add(step());

        FreeStyleBuild build = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("The server accepted the access token", build);
        abort(build);

        assertThat(sast.project().uploads()).isZero();
    }

    @Test
    void a_timeout_of_a_pipeline_ends_the_upload() throws Exception {
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);

        Run<?, ?> run = jenkins.buildAndAssertStatus(
                Result.ABORTED,
                sast.pipeline("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                        + "timeout(time: 3, unit: 'SECONDS') { sastScan server: 'main', projectId: '42' } }"));

        assertThat(Logs.ofSteps(run))
                .contains("Timeout has been exceeded")
                .noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR: SAST"));
        Agents.awaitNoLeftovers(agent.getWorkspaceRoot().child(run.getParent().getName()));
    }

    @Test
    void an_aborted_pipeline_ends_the_archiving() throws Exception {
        FilePath workspace = agent.getWorkspaceRoot().child("endless");
        workspace.act(new EndlessFile.Make());
        var job = sast.pipeline("node('" + agent.getNodeName() + "') { ws('" + workspace.getRemote()
                + "') { sastScan server: 'main', projectId: '42' } }");

        var run = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("The server accepted the access token", run);
        long begun = System.nanoTime();
        run.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        Agents.awaitNoLeftovers(workspace);
    }

    private static void abort(FreeStyleBuild build) throws Exception {
        long begun = System.nanoTime();
        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        Agents.awaitNoLeftovers(build.getWorkspace());
        assertThat(Logs.ofSteps(build)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR"));
    }

    private static FreeStyleProject job() throws IOException {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setAssignedNode(agent);
        return job;
    }

    private static SastScanBuilder step() {
        SastScanBuilder step = new SastScanBuilder("main", "42");
        GitSettings git = new GitSettings();
        git.setUrl("https://git.example/a.git");
        git.setBranch("main");
        step.setGit(git);
        return step;
    }

    /** Makes a file that takes minutes to compress, and no room on the disk. */
    private static final class EndlessFile extends TestBuilder {
        @Override
        public boolean perform(AbstractBuild<?, ?> build, Launcher launcher, BuildListener listener)
                throws InterruptedException, IOException {
            build.getWorkspace().act(new Make());
            return true;
        }

        private static final class Make extends MasterToSlaveFileCallable<Void> {
            private static final long serialVersionUID = 1;

            @Override
            public Void invoke(File workspace, VirtualChannel channel) throws IOException {
                workspace.mkdirs();
                try (RandomAccessFile file = new RandomAccessFile(new File(workspace, "endless"), "rw")) {
                    file.setLength(1L << 40);
                }
                return null;
            }
        }
    }
}
