package io.jenkins.plugins.sastscan;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.restart.KilledController;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.InboundAgentExtension;

/**
 * The controller is killed and restarted. Agents reconnect immediately, late, or never. This test is in the top-level
 * package, so it is one of the first tests to start. While it waits, other processes run other tests.
 */
class KilledControllerJenkinsTest extends KilledController {
    private static final String AWAY = "away";

    private final InboundAgentExtension.Options away = inbound(AWAY);

    /** One controller runs all builds, because starting a controller takes a long time. */
    @Test
    void steps_run_again_on_agents_that_reconnect_to_the_restarted_controller() throws Throwable {
        start(Duration.ofSeconds(90));
        agents.createAgent(controller, away);
        List<String> scripts = List.of(
                "node('inbound') { ws('" + workspace() + "') { %s } }",
                "onAgent('away') { %s }",
                "onAgent('own-launched') { %s }",
                "node('own-launched') { %s }",
                "timeout(time: 75, unit: 'SECONDS') { onAgent('own-launched') { %s } }");
        for (int build = 1; build <= scripts.size(); build++) {
            use(String.format(scripts.get(build - 1), STEP));
            beginIn(Stage.UPLOAD, build);
        }
        use("onAgent('inbound') { " + STEP + " }");
        beginIn(Stage.FORCE_SCAN, 6);
        beginFreestyle();
        beginLongDryRun(7);
        kill();
        agents.stop(AWAY);
        Files.move(temporary.resolve("launched"), temporary.resolve("gone"));

        restart();
        controller.run(jenkins -> {
            assertThat(SastJenkins.submission(job(jenkins).getBuildByNumber(2))
                            .getText()
                            .getStanding())
                    .isEqualTo("waiting for the agent after a restart");
            job(jenkins).getBuildByNumber(3).doStop();
            FreeStyleProject freestyle = jenkins.jenkins.getItemByFullName("freestyle", FreeStyleProject.class);
            assertThat(SastJenkins.submission(freestyle.getBuildByNumber(1)).getReason())
                    .isEqualTo("Jenkins stopped during the submission.");
        });
        agents.start(controller, away);
        for (int build : new int[] {1, 2, 6}) {
            succeeds(build);
        }
        aborts(3, "Finished: ABORTED");
        aborts(4, "assuming it is not coming back");
        aborts(5, "Timeout has been exceeded");
        controller.run(jenkins -> {
            assertThat(ended(jenkins, 7, Result.SUCCESS).getState()).isEqualTo(State.DONE);
            jenkins.assertLogContains(
                    "Jenkins was restarted. This step runs again from its beginning.",
                    job(jenkins).getBuildByNumber(7));
        });
        assertDone(1, 2, 6);

        use(String.format(scripts.get(0), STEP));
        beginIn(Stage.UPLOAD, 8);
        controller.getProcess().destroy();
        controller.getProcess().waitFor();
        restart();
        succeeds(8);
        assertDone(8);
        cleansUp(9);

        controller.run(KilledControllerJenkinsTest::writeGitSettings);
    }

    private void beginLongDryRun(int build) throws Throwable {
        controller.run(jenkins -> {
            // The workspace that the step onAgent gives. The agent runs on this machine.
            FilePath root = jenkins.jenkins.getNode(INBOUND).getRootPath();
            Path directory = Files.createDirectories(Path.of(root.getRemote(), "build" + build));
            for (int file = 0; file < 30_000; file++) {
                Files.createFile(directory.resolve("file" + file));
            }
        });
        use("onAgent('inbound') { sastSubmit projectId: '42', dryRun: true }");
        build(build);
    }

    private void beginFreestyle() throws Throwable {
        var hang = Fault.hang();
        simulator.schedule(SimulatedOperation.READ_GIT, hang);
        controller.run(jenkins -> {
            FreeStyleProject job = jenkins.createFreeStyleProject("freestyle");
            job.getBuildersList().add(SastJenkins.builder(SastJenkins.SERVER, "42"));
            job.scheduleBuild2(0).waitForStart();
        });
        hang.awaitArrival();
    }

    private void aborts(int number, String message) throws Throwable {
        controller.run(jenkins -> {
            SubmissionReport submission = ended(jenkins, number, Result.ABORTED);
            assertThat(submission.getState()).isEqualTo(State.ABORTED);
            jenkins.assertLogContains(message, job(jenkins).getBuildByNumber(number));
        });
    }

    /** Git settings can be written without the Git plugin. */
    private static void writeGitSettings(JenkinsRule jenkins) throws Exception {
        String step = "sastSubmit(projectId: '42', upload: false, git: [branch: 'main', credentialsId: 'git'";
        assertThat(jenkins.jenkins.getPlugin("git")).isNull();
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            sast.addCredentials(Servers.user("git", "git-user", "git-password"));
            sast.build(step + ", url: 'https://git.example/app.git'])");
            assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");
            assertThat(sast.refusal(step + "])")).contains("has not checked out a Git repository into its workspace");
        }
    }
}
