package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds on agents that are processes of their own, with the JEP-200 class filter between them and the controller. */
@WithSast(agent = true)
class AgentJenkinsTest {
    private static final Map<String, String> FILES = Map.of("src/Main.java", "class Main {}", "README", "read me");

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static DumbSlave another;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins.jenkins.setNumExecutors(0);
    }

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void a_workspace_that_only_the_agent_has_is_submitted_and_the_archive_is_for_its_user_alone(UploadFrom from)
            throws Exception {
        configure(from);
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
        assertThat(agentUploads).isEqualTo(from != UploadFrom.CONTROLLER);
        assertThat(controllerUploads).isEqualTo(from == UploadFrom.CONTROLLER);
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
    void a_copy_that_a_killed_controller_left_goes_and_one_in_use_stays(@TempDir Path folder) throws Exception {
        configure(UploadFrom.CONTROLLER);
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);
        String usual = System.setProperty("java.io.tmpdir", folder.toString());
        try {
            FreeStyleBuild build =
                    sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
            answerLater.awaitArrival();
            assertThat(folder.toFile().list()).hasSize(1);
            String used = folder.toFile().list()[0];
            assertThat(Files.getPosixFilePermissions(folder.resolve(used)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            Files.createFile(folder.resolve(used.replaceFirst("-[0-9a-f]{32}-", "-killed-")));
            Path ofAnotherController = Files.createFile(folder.resolve("sast-scan-" + new UUID(0, 0) + "-1-1.zip"));
            jenkins.buildAndAssertSuccess(sast.freestyle(another, FILES));

            assertThat(folder.toFile().list())
                    .containsExactlyInAnyOrder(
                            used, ofAnotherController.getFileName().toString());
            answerLater.release();
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
            assertThat(folder.toFile().listFiles()).containsExactly(ofAnotherController.toFile());
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    private void configure(UploadFrom from) {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        sast.configure(server);
    }
}
