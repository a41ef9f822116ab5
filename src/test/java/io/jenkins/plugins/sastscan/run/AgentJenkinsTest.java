package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.FilePath;
import hudson.Functions;
import hudson.model.FreeStyleProject;
import hudson.model.InvisibleAction;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.remoting.Channel;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jenkins.security.MasterToSlaveCallable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.SleepBuilder;

/**
 * Builds on agents in separate processes, with the JEP-200 class filter between them and the controller. The controller
 * limits what it accepts from an agent. Builds are aborted, or their agent is killed, at different stages.
 */
@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AgentJenkinsTest {
    private static final Map<String, String> FILES = Map.of("src/Main.java", "class Main {}", "README", "read me");

    private static final String DIGEST = "0".repeat(64);

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static DumbSlave another;
    private SastJenkins sast;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"AGENT", "CONTROLLER"})
    void an_agent_workspace_is_submitted_with_a_private_archive(UploadFrom from) throws Exception {
        sast.uploadFrom(from);
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);

        var build = sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
        answerLater.awaitArrival();
        boolean agentUploads = Agents.uploads(agent.getChannel());
        boolean controllerUploads = Agents.runs(FilePath.localChannel, ControllerUploader.class);
        FilePath folder = Agents.temporary(build.getWorkspace());
        List<Integer> modes = new ArrayList<>(List.of(folder.mode() & 0777));
        for (FilePath file : folder.list()) {
            modes.add(file.mode() & 0777);
        }
        answerLater.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));

        assertThat(modes).hasSizeGreaterThan(1).startsWith(0700);
        assertThat(modes.subList(1, modes.size())).containsOnly(0600);
        assertThat(agentUploads).isEqualTo(from == UploadFrom.AGENT);
        assertThat(controllerUploads).isNotEqualTo(agentUploads);
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(Agents.leftovers(build.getWorkspace())).isEmpty();
        assertThat(Logs.ofSteps(build)).hasSizeLessThanOrEqualTo(12).noneMatch(line -> line.contains("Exception"));
    }

    /**
     * Core lets freestyle builds share a custom workspace. The first build reads its archive twice, because of a retry.
     */
    @ParameterizedTest
    @EnumSource(names = {"AGENT", "CONTROLLER"})
    void builds_in_a_shared_workspace_use_separate_archives(UploadFrom from) throws Exception {
        sast.simulator().addProject(43);
        var server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        server.setRetries(1);
        sast.configure(server);
        FilePath shared = agent.getRootPath().child("shared-" + from);
        Agents.temporary(shared).child("sast-scan-0123456789abcdef-killed.zip").write("left", "UTF-8");
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);

        var first =
                sharing(agent, shared, SastJenkins.PROJECT).scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        List<String> used = archives(shared);
        jenkins.buildAndAssertSuccess(sharing(another, shared, 43));
        List<String> stillUsed = archives(shared);
        hang.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(first));

        assertThat(used).hasSize(1).doesNotContain("sast-scan-0123456789abcdef-killed.zip");
        assertThat(stillUsed).isEqualTo(used);
        assertThat(JenkinsRule.getLog(first)).contains("  upload: connection lost, starting again: retry 1 of 1 in ");
        assertThat(Agents.leftovers(shared)).isEmpty();
    }

    private FreeStyleProject sharing(DumbSlave node, FilePath workspace, long project) throws Exception {
        FreeStyleProject job = sast.freestyle(FILES, SastJenkins.builder(SastJenkins.SERVER, Long.toString(project)));
        job.setAssignedNode(node);
        job.setCustomWorkspace(workspace.getRemote());
        return job;
    }

    private static List<String> archives(FilePath workspace) throws Exception {
        return Agents.leftovers(workspace).stream()
                .filter(name -> name.endsWith(".zip"))
                .toList();
    }

    /** Pipelines buffer the log of an agent for a second or longer. */
    @Test
    void a_dry_run_in_a_pipeline_logs_its_list_before_the_next_step() throws Exception {
        Run<?, ?> run = sast.build("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'; sastScan"
                + " server: 'main', projectId: '42', dryRun: true; echo 'the next step' }");

        assertThat(Logs.ofSteps(run))
                .containsSubsequence(
                        "Dry run for project 42 of SAST server main: nothing is uploaded",
                        "              1  a",
                        "Would upload 1 file, 1 B.",
                        "the next step");
    }

    @Test
    void the_controller_forwards_a_large_archive_without_storing_it() throws Exception {
        sast.uploadFrom(UploadFrom.CONTROLLER);
        byte[] content = new byte[9_000_001];
        new Random(1).nextBytes(content);
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);
        String usual = System.setProperty("java.io.tmpdir", directory.toString());
        try {
            FreeStyleProject job = sast.freestyle(agent, FILES);
            FilePath workspace = agent.getWorkspaceRoot().child(job.getName());
            workspace.child("random").copyFrom(new ByteArrayInputStream(content));
            var build = job.scheduleBuild2(0).waitForStart();
            answerLater.awaitArrival();
            assertThat(stored()).isEmpty();
            answerLater.release();
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
            assertThat(Agents.leftovers(workspace)).isEmpty();
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
        assertThat(sast.project().lastUpload().orElseThrow().file())
                .satisfies(file -> assertThat(Files.size(file)).isGreaterThan(content.length));
        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    /** The file on the agent has 1,000 bytes, whatever size the agent reports. */
    @ParameterizedTest
    @ValueSource(longs = {999, 1001, Long.MAX_VALUE})
    void an_archive_that_differs_from_its_reported_size_is_not_uploaded(long told) throws Exception {
        assertThatThrownBy(() -> upload(told, SizeLimit.none()))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("archive.zip changed after it was checked");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    /** Only the digest differs, so the controller does not notice the difference before the request. */
    @Test
    void an_archive_that_differs_from_its_reported_digest_is_not_uploaded_completely() {
        assertThatThrownBy(() -> upload(1_000, SizeLimit.none()))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("archive.zip changed after it was checked");
        assertThat(sast.project().uploads()).isZero();
    }

    @Test
    void the_controller_checks_the_size_limit_again_before_it_uploads() throws Exception {
        assertThatThrownBy(() -> upload(1_000, SizeLimit.of(999)))
                .isInstanceOf(ArchiveException.class)
                .hasMessageStartingWith("The archive is too large: its request body exceeds the limit of 999 B.");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private void upload(long told, SizeLimit limit) throws Exception {
        FilePath root = agent.getRootPath();
        FilePath file = root.child("archive.zip");
        file.write("x".repeat(1_000), "UTF-8");
        ContentStatistics contents = new ContentStatistics(1, 1, List.of(), List.of(), 0, 0, List.of());
        PreparedArchive archive = new PreparedArchive(
                file.getRemote(),
                new ArchiveFacts(contents, told, told, DIGEST, DIGEST, SkippedFiles.nothing()),
                false);
        TemporaryFiles files = new TemporaryFiles(root.child("temporary").getRemote(), "name");
        try (ServerConnection connection = new ServerConnection(sast.server(SastJenkins.SERVER), null, retry -> {})) {
            new ControllerUploader(root, connection.service(), files, limit, Duration.ofMinutes(1))
                    .upload(new ProjectId(42), archive, sent -> {});
        } finally {
            root.child("temporary").mkdirs();
            assertThat(root.child("temporary").list()).isEmpty();
        }
    }

    private List<Path> stored() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void unwrapping_a_failure_with_a_cyclic_chain_of_causes_ends() {
        IOException failure = new IOException("one\u001b[8mha:\n");
        failure.initCause(new IOException("two", new IOException("three", failure)));

        assertThat(Failures.unwrapped(failure)).isSameAs(failure);
        assertThat(Failures.abort(failure, "")).hasMessage("SAST: IOException: one\\u001b[8mha:\\u000a");
    }

    /** Shorter than every timeout of the plugin and of Jenkins, so only the abort can have ended the build. */
    private static final Duration ABORT_LIMIT = Duration.ofSeconds(20);

    private static final String LOST =
            "SAST: The connection to the agent was lost. Run the build again when the agent is online.";
    private static final String UNCHANGED = LOST + " Nothing was changed on the SAST server.";

    /** What the submission does when it is aborted, and its last call to the SAST server. */
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
    void an_abort_ends_a_build_at_once_without_further_calls_or_leftover_files(Machine machine, Moment moment)
            throws Throwable {
        WorkflowJob job = sast.pipeline(machine.script(agent, "sastScan server: 'main', projectId: '42'"));
        FilePath workspace = machine.workspace(jenkins, agent, job);
        workspace.child("a").write("A", "UTF-8");
        sast.uploadFrom(moment.name().contains("CONTROLLER") ? UploadFrom.CONTROLLER : UploadFrom.AGENT);
        HeldFault hang = moment.name().endsWith("NOBODY_READS") ? Fault.hangBeforeReading() : Fault.hang();
        if (moment == Moment.ARCHIVE) {
            Agents.EndlessFile.make(workspace);
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
        assertThat(lastOperation(SastJenkins.PROJECT)).contains(moment.last);
        assertThat(afterAbort).contains("Finished: ABORTED").isEqualTo(abortSleep(machine));
    }

    @Test
    void an_abort_while_the_report_is_saved_does_not_prevent_the_save() throws Exception {
        WorkflowRun run = sast.pipeline(Machine.CONTROLLER.script(agent, "sastScan server: 'main', projectId: '42'"))
                .scheduleBuild2(0, new AbortsSave())
                .get();

        assertThat(JenkinsRule.getLog(run)).doesNotContain("could not be saved");
        assertThat(SastJenkins.submission(run).getState()).isEqualTo(State.ABORTED);
    }

    /** Interrupts the thread of a submission the first time that it saves its build. */
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
        var submitting = sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        FreeStyleProject sleep = jenkins.createFreeStyleProject();
        sleep.getBuildersList().add(new SleepBuilder(600_000));
        var sleeping = sleep.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Sleeping", sleeping);

        String afterAbort = abort(submitting, () -> Agents.awaitNoLeftovers(submitting.getWorkspace()));
        assertThat(afterAbort).contains("Finished: ABORTED").isEqualTo(abort(sleeping, () -> {}));
    }

    private Optional<SimulatedOperation> lastOperation(long project) {
        return sast.simulator().requests().stream()
                .filter(request -> request.target().startsWith("/projects/" + project + "/"))
                .reduce((first, second) -> second)
                .orElseThrow()
                .operation();
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

    private WorkflowJob jobOnAgent(String more) throws IOException {
        return sast.pipeline(
                "node('" + agent.getNodeName() + "') { sastScan server: 'main', projectId: '42', " + more + " }");
    }

    /**
     * Aborts a build, and returns what it logs afterwards.
     *
     * @param end waits until no part of the work is running
     */
    private static String abort(Run<?, ?> run, ThrowingCallable end) throws Throwable {
        String before = JenkinsRule.getLog(run);
        run.getExecutor().interrupt(Result.ABORTED);
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR"));
        end.call();
        // The pipeline plugins log a random ID.
        return JenkinsRule.getLog(run).substring(before.length()).replaceAll("(ErrorId: ).*", "$1");
    }

    /** The SAST server stops reading before the agent has sent the whole archive. */
    @Test
    void losing_the_agent_while_the_controller_uploads_is_not_blamed_on_the_sast_server(@TempDir Path directory)
            throws Exception {
        sast.uploadFrom(UploadFrom.CONTROLLER);
        DumbSlave killed = OwnAgent.start(directory.resolve("lost"), 1);
        WorkflowJob job = submitting(killed, 42, "");
        byte[] content = new byte[64 << 20];
        new Random(1).nextBytes(content);
        killed.getWorkspaceRoot().child(job.getName()).child("random").copyFrom(new ByteArrayInputStream(content));
        HeldFault hang = Fault.readAfterRelease(100_000);
        WorkflowRun run = held(SimulatedOperation.UPLOAD, hang, job);

        Agents.kill(killed);
        killed.toComputer().waitUntilOffline();
        hang.release();

        failed(run, LOST);
        assertThat(sast.simulator().requests(SimulatedOperation.UPLOAD)).hasSize(1);
        assertThat(sast.project().uploads()).isZero();
    }

    /** Six builds, each for its own project, lose their agent at the same time. Then the agent returns. */
    @Test
    void a_killed_agent_fails_its_builds_with_a_short_message_and_later_builds_clean_up(@TempDir Path directory)
            throws Exception {
        DumbSlave killed = OwnAgent.start(directory.resolve("killed"), 6);
        for (long project = 1; project <= 6; project++) {
            sast.simulator().addProject(project);
        }
        HeldFault answerLater = Fault.delay();
        WorkflowRun reading = held(SimulatedOperation.READ_GIT, answerLater, submitting(killed, 2, ""));
        HeldFault uploadLater = Fault.delay();
        WorkflowRun uploading = held(SimulatedOperation.UPLOAD, uploadLater, submitting(killed, 3, ""));
        HeldFault writeLater = Fault.delay();
        WorkflowRun writing = held(SimulatedOperation.WRITE_GIT, writeLater, submitting(killed, 4, "echo 'went on'"));
        WorkflowRun retrying = held(
                SimulatedOperation.UPLOAD,
                Fault.hang(),
                sast.pipeline("retry(conditions: [agent()], count: 2) { node('" + killed.getNodeName()
                        + "') { writeFile file: 'a', text: 'A'; sastScan server: 'main', projectId: '5' } }"));
        var freestyle = sast.freestyle(Map.of("a", "A"), SastJenkins.builder(SastJenkins.SERVER, "6"));
        freestyle.setAssignedNode(killed);
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
        var uploadingToo = freestyle.scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        WorkflowJob archives = submitting(killed, 1, "");
        FilePath workspace = killed.getWorkspaceRoot().child(archives.getName());
        Agents.EndlessFile.make(workspace);
        WorkflowRun archiving = archives.scheduleBuild2(0).waitForStart();
        Agents.awaitArchive(workspace);

        Agents.kill(killed);
        killed.toComputer().waitUntilOffline();
        List.of(answerLater, uploadLater, writeLater).forEach(HeldFault::release);
        failed(archiving, UNCHANGED);
        failed(reading, UNCHANGED);
        assertThat(lastOperation(2)).contains(SimulatedOperation.READ_GIT);
        failed(uploading, LOST);
        assertThat(lastOperation(3)).contains(SimulatedOperation.UPLOAD);
        assertThat(Logs.ofSteps(uploading))
                .anyMatch(
                        line -> line.endsWith(
                                " could not be deleted (the connection to the agent was lost). The next submission deletes it."));
        jenkins.waitForMessage("went on", writing);
        assertDone(4);
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(uploadingToo));
        // If core notices the loss first, it prints its own message. It also reports the closed channel after the step.
        assertThat(Logs.ofSteps(uploadingToo).stream().takeWhile(line -> !line.startsWith("Build step ")))
                .anyMatch(line -> line.equals("Agent went offline during the build") || line.equals("ERROR: " + LOST))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("Exception"));

        killed.toComputer().connect(true).get();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(retrying));
        assertThat(sast.simulator().project(5).uploads()).isEqualTo(1);
        // The second attempt ran in the same workspace, and deleted the files of the first.
        assertThat(Agents.leftovers(
                        killed.getWorkspaceRoot().child(retrying.getParent().getName())))
                .isEmpty();
        assertThat(Agents.leftovers(jenkins.buildAndAssertSuccess(freestyle).getWorkspace()))
                .isEmpty();
        FilePath again = killed.getWorkspaceRoot().child(archives.getName());
        // The archive and its lock file are left.
        assertThat(Agents.leftovers(again)).hasSize(2);
        Agents.EndlessFile.cut(again);
        jenkins.buildAndAssertSuccess(archives);
        assertThat(Agents.leftovers(again)).isEmpty();
    }

    /** A job that submits, and logs the failure. */
    private WorkflowJob submitting(DumbSlave node, long project, String then) throws Exception {
        return sast.pipeline("node('" + node.getNodeName() + "') { writeFile file: 'a', text: 'A'\ntry { "
                + "sastScan server: 'main', projectId: '" + project
                + "', git: [url: 'https://git.example/a.git', branch: 'main'] } catch (e) { echo \"caught: ${e.message}\";"
                + " throw e }\n" + then + " }");
    }

    private WorkflowRun held(SimulatedOperation operation, HeldFault fault, WorkflowJob job) throws Exception {
        sast.simulator().schedule(operation, fault);
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        fault.awaitArrival();
        return run;
    }

    private static void failed(WorkflowRun run, String message) throws Exception {
        jenkins.waitForMessage("caught: ", run);
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).contains("caught: " + message);
        // At its end, a build also prints a stack trace if an exception cannot be stored.
        assertThat(run.getLog(1_000)).contains("ERROR: " + message).noneMatch(line -> line.startsWith("\tat "));
    }

    private void assertDone(long id) {
        var project = sast.simulator().project(id);
        assertThat(List.of(project.uploads(), project.gitWrites(), project.forceScans()))
                .containsOnly(1);
    }

    @Test
    void the_controller_refuses_agent_work_that_an_agent_sends(@TempDir Path temporary) throws Exception {
        FilePath target = new FilePath(directory.toFile());
        BuildLog log = new BuildLog.OnController(TaskListener.NULL, "");
        AgentArchiver.Archiving archiving = new AgentArchiver.Archiving(
                new Source.Files("", new Selection(List.of(), List.of(), true, true)),
                new TemporaryFiles(temporary.toString(), "name"),
                List.of(),
                SizeLimit.none());
        Files.writeString(directory.resolve("secret"), "of the controller");
        for (boolean named : new boolean[] {false, true}) {
            assertThat(agent.getChannel().call(new SendBack(directory.toString(), log, archiving, named)))
                    .contains("SecurityException");
        }
        assertThat(stored()).containsExactly(directory.resolve("secret"));
        // The same work succeeds when the controller starts it, so only the direction was refused.
        assertThat(AgentWork.act(target, log, archiving).facts().files()).isEqualTo(1);
    }

    /** Runs on an agent, and asks the controller to do work that is meant for agents. */
    private static final class SendBack extends MasterToSlaveCallable<String, RuntimeException> {
        private static final long serialVersionUID = 1;

        private final String directory;
        private final BuildLog log;
        private final AgentWork<?> work;
        private final boolean named;

        SendBack(String directory, BuildLog log, AgentWork<?> work, boolean named) {
            this.directory = directory;
            this.log = log;
            this.work = work;
            this.named = named;
        }

        @Override
        public String call() {
            FilePath ofController = new FilePath(Channel.currentOrFail(), directory);
            try {
                return String.valueOf(
                        named
                                ? AgentWork.act(ofController, log, work)
                                : ofController.act(new AgentWork.OnMachine<>("any", log, work)));
            } catch (IOException | InterruptedException | RuntimeException e) {
                return Functions.printThrowable(e);
            }
        }
    }
}
