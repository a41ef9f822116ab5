package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.jenkins.plugins.sastscan.reliability.Reliability;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** What goes wrong around a build: its disk, its workspace, its agent. Each ends in one sentence and leaves nothing. */
@WithJenkins
class FaultsJenkinsTest {
    private static final String AREA = "Faults in Jenkins";
    private static final String STEP = "sastScan server: 'main', projectId: '42'";
    private static final String ONE_SENTENCE = "fails in one sentence; nothing uploaded, nothing left";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins = rule;
        agent = OwnAgent.start(rule, directory.resolve("agent"), 50, "-Xmx256m");
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins);
    }

    @AfterEach
    void end() {
        sast.close();
    }

    /** @param trial tells what was seen: in the words of what is expected if it is that, in others if not */
    private static void prove(String caseName, String where, String expected, Callable<String> trial) throws Exception {
        Reliability.prove(AREA, caseName, where, expected, trial);
    }

    /** What is seen of a build that fails, in the words of {@link #ONE_SENTENCE} if it is that. */
    private String refused(WorkflowJob job, FilePath workspace, String... message) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job);
        List<String> errors = errors(run);
        boolean told = errors.size() == 1
                && errors.get(0).startsWith("ERROR: SAST: ")
                && errors.get(0).endsWith("Nothing was changed on the SAST server.")
                && Stream.of(message).allMatch(errors.get(0)::contains);
        int done = sast.project().uploads() + sast.project().forceScans();
        return (told ? "fails in one sentence" : "fails with " + errors) + "; "
                + (done == 0 ? "nothing uploaded" : "uploaded or forced " + done + " times") + ", " + left(workspace);
    }

    private static List<String> errors(WorkflowRun run) throws Exception {
        return Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith("ERROR: ") || line.startsWith("\tat ") || line.startsWith("Caused by"))
                .toList();
    }

    private static String left(FilePath workspace) throws Exception {
        List<String> left = WorkspaceList.tempDir(workspace).isDirectory() ? Agents.leftovers(workspace) : List.of();
        return left.isEmpty() ? "nothing left" : "left " + left;
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
            prove("disk full", machine + ": archive", ONE_SENTENCE, () -> refused(job, workspace, "No space left"));
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
        prove("folder for temporary files gone, a file in its place", machine + ": archive", ONE_SENTENCE, () -> {
            WorkflowJob job = sast.pipeline(machine.script(agent, STEP));
            FilePath workspace = machine.workspace(jenkins, agent, job);
            workspace.child("a").write("A", "UTF-8");
            WorkspaceList.tempDir(workspace).write("a file", "UTF-8");

            return refused(job, workspace, "The temporary directory", "cannot be used");
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_workspace_that_was_deleted(Machine machine) throws Exception {
        prove("workspace deleted before it is read", machine + ": archive", ONE_SENTENCE, () -> {
            WorkflowJob job = sast.pipeline(machine.script(agent, "deleteDir(); " + STEP));

            return refused(job, machine.workspace(jenkins, agent, job), "does not exist");
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_directory_in_place_of_a_file_and_a_file_in_place_of_a_directory(Machine machine) throws Exception {
        prove("file replaced by a directory, directory by a file", machine + ": archive", ONE_SENTENCE, () -> {
            String make = "writeFile file: 'dir.zip/a', text: 'A'; writeFile file: 'file', text: 'A'; ";
            WorkflowJob ready = sast.pipeline(machine.script(agent, make + STEP + ", source: [archive: 'dir.zip']"));
            assertThat(refused(ready, machine.workspace(jenkins, agent, ready), "dir.zip is not a file"))
                    .isEqualTo(ONE_SENTENCE);
            WorkflowJob source = sast.pipeline(machine.script(agent, make + STEP + ", source: [directory: 'file']"));
            return refused(source, machine.workspace(jenkins, agent, source), "file since it is not a directory");
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_shrinks_while_it_is_read(Machine machine) throws Exception {
        prove(
                "file cut to nothing while it is read",
                machine + ": archive",
                "uploaded with a count of what changed; the archive is whole",
                () -> {
                    WorkflowJob job = sast.pipeline(machine.script(agent, STEP));
                    FilePath workspace = machine.workspace(jenkins, agent, job);
                    EndlessFile.make(workspace);
                    WorkflowRun run = job.scheduleBuild2(0).waitForStart();
                    jenkins.waitForMessage("The SAST server accepted the access token", run);
                    Agents.awaitArchive(workspace);
                    EndlessFile.cut(workspace);

                    jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
                    assertThat(left(workspace)).isEqualTo("nothing left");
                    ReceivedArchive received = sast.project().lastUpload().orElseThrow();
                    boolean counted =
                            Logs.ofSteps(run).stream().anyMatch(line -> line.contains("changed while being read"));
                    return "uploaded " + (counted ? "with" : "without") + " a count of what changed; the archive is "
                            + (received.readable() && received.entries() == 1 ? "whole" : "broken: " + received);
                });
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_thinks_longer_about_an_upload_than_it_may(UploadFrom from) throws Exception {
        prove(
                "server silent after an upload for longer than the bound (1 s here, 20 minutes by default)",
                "upload from " + from,
                "fails in one sentence that names the upload and the time-out; the archive was sent once",
                () -> {
                    SastServer server = sast.server(SastJenkins.SERVER);
                    server.setUploadFrom(from);
                    server.setReadTimeoutSeconds(1);
                    sast.configure(server);
                    sast.simulator().always(SimulatedOperation.UPLOAD, Fault.hang());
                    WorkflowJob job =
                            sast.pipeline(Machine.AGENT.script(agent, "writeFile file: 'a', text: 'A'\n" + STEP));

                    WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

                    assertThat(left(Machine.AGENT.workspace(jenkins, agent, job)))
                            .isEqualTo("nothing left");
                    List<String> errors = errors(run);
                    boolean told = errors.size() == 1
                            && errors.get(0).startsWith("ERROR: SAST: Uploading")
                            && errors.get(0).contains("within the read time-out");
                    int sent =
                            sast.simulator().requests(SimulatedOperation.UPLOAD).size();
                    return "fails "
                            + (told ? "in one sentence that names the upload and the time-out" : "with " + errors)
                            + "; the archive was sent " + (sent == 1 ? "once" : sent + " times");
                });
    }

    @Test
    void fifty_submissions_at_once_on_a_small_agent() throws Exception {
        prove(
                "50 submissions at once on an agent with a heap of 256 MB",
                "AGENT: archive, upload",
                "all are uploaded",
                () -> {
                    HeldFault together = Fault.delay();
                    sast.simulator().always(SimulatedOperation.UPLOAD, together);
                    StringBuilder script = new StringBuilder("def all = [:]\nfor (int i = 0; i < 50; i++) { int n = i\n"
                            + "all['b' + n] = { node('" + agent.getNodeName() + "') {\n"
                            + "writeFile file: 'a', text: ('" + "0123456789".repeat(50) + "' + n) * 4000\n"
                            + STEP + ", forceScan: false } } }\nparallel all");
                    WorkflowRun run =
                            sast.pipeline(script.toString()).scheduleBuild2(0).waitForStart();
                    while (run.isBuilding()
                            && sast.simulator()
                                            .requests(SimulatedOperation.UPLOAD)
                                            .size()
                                    < 50) {
                        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                    }
                    together.release(50);

                    jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
                    for (FilePath workspace : agent.getWorkspaceRoot().listDirectories()) {
                        if (!workspace.getName().contains("@tmp")) {
                            assertThat(left(workspace)).isEqualTo("nothing left");
                        }
                    }
                    int uploads = sast.project().uploads();
                    return uploads == 50 ? "all are uploaded" : uploads + " are uploaded";
                });
    }
}
