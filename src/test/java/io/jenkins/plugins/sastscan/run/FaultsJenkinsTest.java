package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.Result;
import hudson.slaves.DumbSlave;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.SmallDisk;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        agent = OwnAgent.start(directory.resolve("faults"), 50, "-Xmx256m");
    }

    /** The build fails in one sentence; nothing is uploaded, nothing left. */
    private void assertFails(WorkflowJob job, Machine machine, String... message) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job);
        assertThat(Logs.error(run)).contains(message).endsWith("Nothing was changed on the SAST server.");
        assertThat(sast.project().uploads() + sast.project().forceScans()).isZero();
        FilePath workspace = machine.workspace(jenkins, agent, job);
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
        byte[] random = new byte[400_000];
        new Random(1).nextBytes(random);
        workspace.child("random").copyFrom(new ByteArrayInputStream(random));
        FilePath temporary = WorkspaceList.tempDir(workspace);
        temporary.mkdirs();
        try (SmallDisk disk = SmallDisk.mount(Path.of(temporary.getRemote()), 64)) {
            assertThat(disk).isNotNull();
            assertFails(job, machine, "No space left");
        }
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
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "deleteDir() | | does not exist",
                "writeFile file: 'dir.zip/a', text: 'A' | , source: [archive: 'dir.zip'] | dir.zip is not a file",
                "writeFile file: 'file', text: 'A' | , source: [directory: 'file'] | file is not a directory"
            })
    void what_is_to_be_archived_is_not_there(String before, String source, String message) throws Exception {
        assertFails(
                sast.pipeline(Machine.AGENT.script(agent, before + "; " + STEP + (source == null ? "" : source))),
                Machine.AGENT,
                message);
    }

    @Test
    void several_submissions_at_once_on_a_small_agent() throws Exception {
        int number = 8;
        HeldFault together = Fault.delay();
        sast.simulator().always(SimulatedOperation.UPLOAD, together);
        WorkflowRun run = sast.pipeline("def all = [:]\nfor (int i = 0; i < " + number + "; i++) { int n = i\n"
                        + "all['b' + n] = { node('" + agent.getNodeName() + "') {\n"
                        + "writeFile file: 'a', text: ('" + "0123456789".repeat(50) + "' + n) * 4000\n"
                        + STEP + ", forceScan: false } } }\nparallel all")
                .scheduleBuild2(0)
                .waitForStart();
        while (run.isBuilding()
                && sast.simulator().requests(SimulatedOperation.UPLOAD).size() < number) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        together.release(number);
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
        for (FilePath workspace : agent.getWorkspaceRoot().listDirectories()) {
            if (!workspace.getName().contains("@tmp")) {
                assertThat(Agents.leftovers(workspace)).isEmpty();
            }
        }
        assertThat(sast.project().uploads()).isEqualTo(number);
    }
}
