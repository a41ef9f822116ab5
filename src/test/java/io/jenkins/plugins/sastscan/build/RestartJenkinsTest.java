package io.jenkins.plugins.sastscan.build;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.User;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.restart.HeldBuilds;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts once, while each build waits in a call to its own SAST server. */
class RestartJenkinsTest {
    private static final String FILE = "writeFile file: 'a', text: 'A'\n";
    private static final String SUBMIT = "sastSubmit server: env.JOB_NAME, projectId: '42'";
    private static final String GIT = ", git: [url: 'https://git.example/a.git', branch: 'main']";
    private static final String NO_FILES = SUBMIT + ", upload: false";

    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    @AutoClose
    private final HeldBuilds builds = new HeldBuilds();

    @AutoClose
    private SastJenkins sast;

    @Test
    void steps_of_pipelines_run_again_after_a_restart_but_freestyle_builds_do_not() throws Throwable {
        pipelines();
        sessions.then(this::begin);
        builds.server("credentials").revokeTokens();
        HeldFault upload = Fault.hang();
        builds.server("aborted").schedule(UPLOAD, upload);
        HeldFault scan = Fault.delay();
        builds.server("user").schedule(FORCE_SCAN, scan);
        int requests = builds.server("rules").requests().size();

        sessions.then(jenkins -> {
            scan.awaitArrival();
            Set<String> users = HeldBuilds.usersWhoForceTheScan("user");
            scan.release();
            upload.awaitArrival();
            HeldBuilds.last("aborted").doStop();
            builds.end(jenkins);
            assertThat(users).contains("alice");
            checkFreestyleBuild(jenkins);
        });
        assertThat(builds.server("rules").requests()).hasSize(requests);
    }

    private void pipelines() throws Exception {
        // The step repeats the stages that had ended, and fills the same report.
        builds.add(
                "repeats",
                WRITE_GIT,
                "node { " + FILE + " def result = " + SUBMIT + GIT + "\n"
                        + " echo 'result: ' + result.keySet() + result.milliseconds.keySet() }",
                run -> {
                    assertThat(Logs.ofSteps(run))
                            .contains("Jenkins was restarted. This step runs again from its beginning.")
                            .contains("result: [projectId, archive, unchanged, superseded, git, scanForced,"
                                    + " milliseconds][access, archive, upload, gitSettings, forceScan]");
                    builds.assertProject("repeats", 2, 1, 1);
                    assertThat(HeldBuilds.submission(run).getState()).isEqualTo(State.DONE);
                });
        // The second manifest replaces the first.
        builds.add("manifest", FORCE_SCAN, "node { " + FILE + SUBMIT + ", manifest: true }", run -> {
            assertThat(run.getArtifacts())
                    .extracting(artifact -> artifact.getFileName())
                    .containsExactly("sast-scan-42-1.sha256");
            assertThat(HeldBuilds.submission(run).getManifest()).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));
        });
        builds.add(
                "parallel",
                UPLOAD,
                "node { " + FILE + " parallel(one: { " + SUBMIT + GIT + " }, two: { " + NO_FILES + " }) }",
                run -> builds.assertProject("parallel", 1, 1, 2));
        // After the restart, a step that only reads data sends its call again.
        builds.add("reads", LICENSE, "echo 'edition: ' + sastLicense(server: env.JOB_NAME).edition", run -> {
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("edition: "));
            assertThat(builds.server("reads").requests(LICENSE)).hasSize(2);
        });
        builds.add("aborted", UPLOAD, "node { " + FILE + SUBMIT + GIT + " }", Result.ABORTED, run -> {
            assertThat(HeldBuilds.submission(run).getState()).isEqualTo(State.ABORTED);
            builds.assertProject("aborted", 0, 0, 0);
        });
        // After the restart, the step looks up credentials and access rules again.
        builds.add("credentials", FORCE_SCAN, NO_FILES, Result.FAILURE, run -> {
            assertThat(HeldBuilds.submission(run).getReason()).contains("401");
            builds.assertProject("credentials", 0, 0, 0);
        });
        builds.add(
                "rules",
                FORCE_SCAN,
                NO_FILES,
                Result.FAILURE,
                run -> assertThat(HeldBuilds.submission(run).getReason())
                        .isEqualTo("This job cannot use project 42 of SAST server \"rules\"."
                                + " Ask an administrator of Jenkins for access."));
        // The step runs as the user of its build.
        builds.add("user", FORCE_SCAN, NO_FILES, run -> {});
        // An existing archive is checked and sent again.
        builds.add(
                "archive",
                UPLOAD,
                "node { writeFile file: 'a.zip', text: '"
                        + Base64.getEncoder().encodeToString(Zips.of("a", "A")) + "', encoding: 'Base64'\n" + SUBMIT
                        + ", source: [archive: 'a.zip'] }",
                run -> {
                    assertThat(Zips.received(builds.project("archive"))).containsOnly(Map.entry("a", "A"));
                    builds.assertProject("archive", 1, 0, 1);
                });
    }

    private void begin(JenkinsRule jenkins) throws Exception {
        sast = SastJenkins.start(jenkins);
        builds.startServers(sast);
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        QueueItemAuthenticatorConfiguration.get()
                .getAuthenticators()
                .add(new MockQueueItemAuthenticator()
                        .authenticate("user", User.getById("alice", true).impersonate2()));
        HeldFault uploadOfFreestyle = Fault.hang();
        sast.simulator().schedule(UPLOAD, uploadOfFreestyle);
        FreeStyleProject freestyle = sast.freestyle(jenkins.jenkins, Map.of("a", "A"));
        freestyle.renameTo("freestyle");
        freestyle.scheduleBuild2(0);
        uploadOfFreestyle.awaitArrival();
        builds.begin(jenkins);

        HeldBuilds.restrict("rules", Servers.rule("team", "42"));
        SastConfiguration.get().save();
        QueueItemAuthenticatorConfiguration.get().getAuthenticators().replaceBy(List.of());
    }

    private static void checkFreestyleBuild(JenkinsRule jenkins) throws Exception {
        Run<?, ?> run = jenkins.jenkins
                .getItemByFullName("freestyle", FreeStyleProject.class)
                .getLastBuild();
        assertThat(run.isBuilding()).isFalse();
        assertThat(HeldBuilds.submission(run).getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(run.getLog(1_000))
                .contains("Jenkins is stopping. Builds of this type do not survive a restart. Run the build again.");
    }
}
