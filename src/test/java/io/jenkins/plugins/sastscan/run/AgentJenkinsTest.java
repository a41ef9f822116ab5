package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Machine;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Builds on agents that are processes of their own, with the JEP-200 class filter between them and the controller. What an
 * agent answers is bounded on the controller, whatever runs on the agent.
 */
@WithSast(agent = true)
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
    void a_workspace_that_only_the_agent_has_is_submitted_and_the_archive_is_for_its_user_alone(UploadFrom from)
            throws Exception {
        sast.uploadFrom(from);
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);

        FreeStyleBuild build = sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
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

    /** Pipelines buffer what an agent logs for a second and longer. */
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
    void a_copy_that_a_killed_controller_left_goes_and_one_in_use_stays() throws Exception {
        sast.uploadFrom(UploadFrom.CONTROLLER);
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);
        String usual = System.setProperty("java.io.tmpdir", directory.toString());
        try {
            FreeStyleBuild build =
                    sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
            answerLater.awaitArrival();
            assertThat(directory.toFile().list()).hasSize(1);
            String used = directory.toFile().list()[0];
            assertThat(Files.getPosixFilePermissions(directory.resolve(used)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            Files.createFile(directory.resolve(used.replaceFirst("-[0-9a-f]{32}-", "-killed-")));
            Path ofAnotherController = Files.createFile(directory.resolve("sast-scan-" + new UUID(0, 0) + "-1-1.zip"));
            jenkins.buildAndAssertSuccess(sast.freestyle(another, FILES));

            assertThat(directory.toFile().list())
                    .containsExactlyInAnyOrder(
                            used, ofAnotherController.getFileName().toString());
            answerLater.release();
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
            assertThat(directory.toFile().listFiles()).containsExactly(ofAnotherController.toFile());
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    /** The agent has a file of 1,000 bytes, whatever it told. */
    @ParameterizedTest
    @CsvSource({"999, 100000", "1001, 100000", "1000, 999", "9223372036854775807, 999"})
    void a_file_of_another_size_than_told_of_is_not_taken_to_the_server(long told, long mostBytes) throws Exception {
        assertThatThrownBy(() -> upload(told, mostBytes, directory))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("does not have the expected size of " + told + " bytes");
        assertThat(copies()).isEmpty();
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private void upload(long told, long mostBytes, Path folder) throws Exception {
        FilePath root = agent.getRootPath();
        FilePath file = root.child("archive.zip");
        file.write("x".repeat(1_000), "UTF-8");
        Contents contents = new Contents(1, 1, List.of(), List.of(), 0);
        PreparedArchive archive = new PreparedArchive(
                file.getRemote(),
                new ArchiveFacts(contents, told, told, DIGEST, DIGEST, SkippedFiles.nothing()),
                false);
        try (ServerConnection connection = new ServerConnection(sast.server(SastJenkins.SERVER), null)) {
            new ControllerUploader(root, connection.service(), mostBytes, folder)
                    .upload(new ProjectId(42), archive, (sent, total) -> {});
        }
    }

    @Test
    void a_controller_without_a_folder_for_copies_says_so() throws Exception {
        Path gone = directory.resolve("gone");
        assertThatThrownBy(() -> upload(1_000, 100_000, gone))
                .isInstanceOf(ArchiveException.class)
                .hasMessage("The controller cannot store a copy of the archive in " + gone
                        + " (it does not exist). Check the free disk space there, or upload from agents.");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_failure_without_an_end_has_one() {
        IOException failure = new IOException("one\u001b[8mha:\n");
        failure.initCause(new IOException("two", new IOException("three", failure)));

        assertThat(Failures.unwrapped(failure)).isSameAs(failure);
        assertThat(Failures.abort(failure, "")).hasMessage("SAST: IOException: one\\u001b[8mha:\\u000a");
    }

    @Test
    void impossible_numbers_of_a_listing_are_refused() {
        assertThatThrownBy(() -> new AgentArchiver.Listed(-1, 0, SkippedFiles.nothing()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AgentArchiver.Listed(0, -1, SkippedFiles.nothing()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** On a file system of 64 KB, where the machine lets us mount one. */
    @Test
    void a_full_disk_is_said_in_one_sentence_and_nothing_is_left() throws Exception {
        WorkflowJob job = sast.pipeline(Machine.AGENT.script(agent, "sastScan server: 'main', projectId: '42'"));
        FilePath workspace = Machine.AGENT.workspace(jenkins, agent, job);
        byte[] random = new byte[400_000];
        new Random(1).nextBytes(random);
        workspace.child("random").copyFrom(new ByteArrayInputStream(random));
        FilePath temporary = WorkspaceList.tempDir(workspace);
        temporary.mkdirs();
        Assumptions.assumeTrue(
                runs("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", temporary.getRemote()), "no right to mount");
        try {
            Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);
            assertThat(Logs.error(run)).contains("No space left").endsWith("Nothing was changed on the SAST server.");
            assertThat(sast.project().uploads() + sast.project().forceScans()).isZero();
            assertThat(Agents.leftovers(workspace)).isEmpty();
        } finally {
            runs("umount", temporary.getRemote());
        }
    }

    private static boolean runs(String... command) throws Exception {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }
}
