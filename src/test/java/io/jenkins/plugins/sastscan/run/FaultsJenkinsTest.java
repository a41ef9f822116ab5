package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import hudson.FilePath;
import hudson.model.Result;
import hudson.slaves.DumbSlave;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.OwnAgent;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.SmallDisk;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** What goes wrong around a build: its disk, its workspace, its agent. Each ends in one sentence and leaves nothing. */
@WithSast
class FaultsJenkinsTest {
    private static final String STEP = "sastScan server: 'main', projectId: '42'";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        agent = OwnAgent.start(rule, directory.resolve("agent"), 50, "-Xmx256m");
    }

    /** The build fails in one sentence; nothing is uploaded, nothing left. */
    private void assertFails(WorkflowJob job, Machine machine, String... message) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(errors(run))
                .singleElement(STRING)
                .startsWith("ERROR: SAST: ")
                .contains(message)
                .endsWith("Nothing was changed on the SAST server.");
        assertThat(sast.project().uploads() + sast.project().forceScans()).isZero();
        assertNothingLeft(machine.workspace(jenkins, agent, job));
    }

    private static List<String> errors(WorkflowRun run) throws Exception {
        return Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith("ERROR: ") || line.startsWith("\tat ") || line.startsWith("Caused by"))
                .toList();
    }

    private static void assertNothingLeft(FilePath workspace) throws Exception {
        if (WorkspaceList.tempDir(workspace).isDirectory()) {
            assertThat(Agents.leftovers(workspace)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_full_disk(Machine machine) throws Exception {
        WorkflowJob job = sast.pipeline(machine.script(agent, STEP));
        FilePath workspace = machine.workspace(jenkins, agent, job);
        workspace.mkdirs();
        workspace.child("random").copyFrom(new ByteArrayInputStream(random(400_000)));
        FilePath temporary = WorkspaceList.tempDir(workspace);
        temporary.mkdirs();
        try (SmallDisk disk = SmallDisk.mount(Path.of(temporary.getRemote()), 64)) {
            assertThat(disk).isNotNull();
            assertFails(job, machine, "No space left");
        }
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(1).nextBytes(random);
        return random;
    }

    @ParameterizedTest
    @EnumSource
    void a_folder_for_temporary_files_that_is_none(Machine machine) throws Exception {
        WorkflowJob job = sast.pipeline(machine.script(agent, STEP));
        FilePath workspace = machine.workspace(jenkins, agent, job);
        workspace.child("a").write("A", "UTF-8");
        WorkspaceList.tempDir(workspace).write("a file", "UTF-8");

        assertFails(job, machine, "The temporary directory", "cannot be used");
    }

    @ParameterizedTest
    @EnumSource
    void a_workspace_that_was_deleted(Machine machine) throws Exception {
        WorkflowJob job = sast.pipeline(machine.script(agent, "deleteDir(); " + STEP));

        assertFails(job, machine, "does not exist");
    }

    @ParameterizedTest
    @EnumSource
    void a_directory_in_place_of_a_file_and_a_file_in_place_of_a_directory(Machine machine) throws Exception {
        String make = "writeFile file: 'dir.zip/a', text: 'A'; writeFile file: 'file', text: 'A'; ";
        WorkflowJob ready = sast.pipeline(machine.script(agent, make + STEP + ", source: [archive: 'dir.zip']"));
        assertFails(ready, machine, "dir.zip is not a file");
        WorkflowJob source = sast.pipeline(machine.script(agent, make + STEP + ", source: [directory: 'file']"));
        assertFails(source, machine, "file is not a directory");
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_shrinks_while_it_is_read(Machine machine) throws Exception {
        WorkflowJob job = sast.pipeline(machine.script(agent, STEP));
        FilePath workspace = machine.workspace(jenkins, agent, job);
        EndlessFile.make(workspace);
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("The SAST server accepted the access token", run);
        Agents.awaitArchive(workspace);
        EndlessFile.cut(workspace);

        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
        assertNothingLeft(workspace);
        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.contains("changed while being read"));
        ReceivedArchive received = sast.project().lastUpload().orElseThrow();
        assertThat(received.readable()).isTrue();
        assertThat(received.entries()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_thinks_longer_about_an_upload_than_it_may(UploadFrom from) throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        server.setReadTimeoutSeconds(1);
        sast.configure(server);
        sast.simulator().always(SimulatedOperation.UPLOAD, Fault.hang());
        WorkflowJob job = sast.pipeline(Machine.AGENT.script(agent, "writeFile file: 'a', text: 'A'\n" + STEP));

        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertNothingLeft(Machine.AGENT.workspace(jenkins, agent, job));
        assertThat(errors(run))
                .singleElement(STRING)
                .startsWith("ERROR: SAST: Uploading")
                .contains("(read timeout)");
        assertThat(sast.simulator().requests(SimulatedOperation.UPLOAD)).hasSize(1);
    }

    @Test
    void several_submissions_at_once_on_a_small_agent() throws Exception {
        submitAtOnce(8);
    }

    @Test
    @Tag("slow")
    void fifty_submissions_at_once_on_a_small_agent() throws Exception {
        submitAtOnce(50);
    }

    private void submitAtOnce(int number) throws Exception {
        HeldFault together = Fault.delay();
        sast.simulator().always(SimulatedOperation.UPLOAD, together);
        StringBuilder script = new StringBuilder("def all = [:]\nfor (int i = 0; i < " + number + "; i++) { int n = i\n"
                + "all['b' + n] = { node('" + agent.getNodeName() + "') {\n"
                + "writeFile file: 'a', text: ('" + "0123456789".repeat(50) + "' + n) * 4000\n"
                + STEP + ", forceScan: false } } }\nparallel all");
        WorkflowRun run = sast.pipeline(script.toString()).scheduleBuild2(0).waitForStart();
        while (run.isBuilding()
                && sast.simulator().requests(SimulatedOperation.UPLOAD).size() < number) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        together.release(number);

        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
        for (FilePath workspace : agent.getWorkspaceRoot().listDirectories()) {
            if (!workspace.getName().contains("@tmp")) {
                assertNothingLeft(workspace);
            }
        }
        assertThat(sast.project().uploads()).isEqualTo(number);
    }
}
