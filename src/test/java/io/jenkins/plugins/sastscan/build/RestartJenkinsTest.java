package io.jenkins.plugins.sastscan.build;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.User;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.restart.HeldBuilds;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import java.io.File;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jenkins.model.Jenkins;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts once, while each build waits in a call to its own SAST server. */
class RestartJenkinsTest {
    private static final String SECRET = "s3cret-folder";
    private static final String FILE = "writeFile file: 'a', text: 'A'\n";
    private static final String SUBMIT = "sastSubmit server: env.JOB_NAME, projectId: '42'";
    private static final String GIT = ", git: [url: 'https://git.example/a.git', branch: 'main']";
    private static final String NO_FILES = SUBMIT + ", upload: false";
    private static final String SKIP = "node { writeFile file: 'a', text: env.JOB_NAME\n"
            + "echo 'unchanged: ' + sastSubmit(server: 'unchanged', projectId: '42', skipUnchanged: true,"
            + " forceScan: env.JOB_NAME == 'unchanged').unchanged }";

    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    @AutoClose
    private final HeldBuilds builds = new HeldBuilds();

    @AutoClose
    private SastJenkins sast;

    @Test
    void pipelines_continue_after_a_restart_but_freestyle_builds_do_not() throws Throwable {
        pipelines();
        sessions.then(this::begin);
        var record = sessions.getHome().toPath().resolve("jobs/secret/builds/1/build.xml");
        assertThat(Files.readString(record))
                .contains("<string>upload</string>", "<string>directory</string>")
                .doesNotContain("<string>excludes</string>", SECRET);
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
            checkBuildOfFirstResumableVersion(jenkins);
            checkFreestyleBuild(jenkins);
            checkUnchangedUpload(jenkins);
        });
        assertThat(builds.server("rules").requests()).hasSize(requests);
        assertThat(Files.readString(record)).doesNotContain(SECRET);
    }

    private void pipelines() throws Exception {
        // A submission continues at the first stage that had not ended.
        builds.add(
                "continues",
                WRITE_GIT,
                "currentBuild.displayName = 'main'\n node { " + FILE + " def result = " + SUBMIT
                        + ", git: [url: 'https://git.example/a.git', branch: '$BUILD_DISPLAY_NAME']\n"
                        + " echo 'result: ' + result.git.branch + result.keySet() + result.milliseconds.keySet() }",
                run -> {
                    assertThat(Logs.ofSteps(run))
                            .contains("Jenkins was restarted. This step continues.")
                            .contains(
                                    "result: refs/heads/main[projectId, archive, unchanged, superseded, git, scanForced,"
                                            + " milliseconds][access, archive, upload, gitSettings, forceScan]");
                    assertThat(builds.server("continues").requests(WRITE_GIT)).hasSizeGreaterThan(1);
                    builds.assertProject("continues", 1, 1, 1);
                    assertThat(HeldBuilds.submission(run).getState()).isEqualTo(State.DONE);
                    assertThat(Agents.leftovers(Jenkins.get().getWorkspaceFor(run.getParent())))
                            .isEmpty();
                });
        // The restart does not store a second manifest.
        builds.add("manifest", UPLOAD, "node { " + FILE + SUBMIT + ", manifest: true }", run -> {
            assertThat(run.getArtifacts())
                    .extracting(artifact -> artifact.getFileName())
                    .containsExactly("sast-scan-42-1.sha256");
            assertThat(HeldBuilds.submission(run).getManifest()).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));
        });
        // After the restart, the step still skips the upload of unchanged files.
        builds.add("unchanged", FORCE_SCAN, SKIP, run -> {
            assertThat(Logs.ofSteps(run))
                    .contains("Not repeated: archive", "unchanged: true")
                    .anyMatch(
                            line -> line.startsWith("Unchanged since the last upload to this project, by build #1: "));
            assertThat(HeldBuilds.submission(run).isUnchanged()).isTrue();
            builds.assertProject("unchanged", 1, 0, 2);
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
            Agents.awaitNoLeftovers(Jenkins.get().getWorkspaceFor(run.getParent()));
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
        // After the restart, the step keeps the default project that it had before.
        builds.add(
                "default",
                FORCE_SCAN,
                NO_FILES.replace(", projectId: '42'", ""),
                run -> builds.assertProject("default", 0, 0, 1));
        // A resumed step runs as the user of its build.
        builds.add("user", FORCE_SCAN, NO_FILES, run -> {});
        // An existing archive is checked and sent again.
        builds.add(
                "archive",
                UPLOAD,
                "node { writeFile file: 'a.zip', text: '"
                        + Base64.getEncoder().encodeToString(Zips.of("a", "A")) + "', encoding: 'Base64'\n" + SUBMIT
                        + ", source: [archive: 'a.zip'] }",
                run -> {
                    assertThat(Logs.ofSteps(run)).contains("Archiving again, because the upload was not finished");
                    assertThat(Zips.received(builds.project("archive"))).containsOnly(Map.entry("a", "A"));
                    builds.assertProject("archive", 1, 0, 1);
                });
        // If the value of a step parameter contains a secret, the value is not stored in build.xml.
        builds.add(
                "secret",
                FORCE_SCAN,
                "node { " + FILE + "withCredentials([string(credentialsId: 'folder', variable: 'F')]) { " + SUBMIT
                        + ", source: [excludes: '$F/**'] } }",
                run -> builds.assertProject("secret", 1, 0, 1));
    }

    private void begin(JenkinsRule jenkins) throws Exception {
        sast = SastJenkins.start(jenkins);
        sast.addCredentials(Servers.secretText("folder", SECRET));
        builds.startServers(sast);
        HeldBuilds.restrict("default", Servers.rule("default", "", "42"));
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        QueueItemAuthenticatorConfiguration.get()
                .getAuthenticators()
                .add(new MockQueueItemAuthenticator()
                        .authenticate("user", User.getById("alice", true).impersonate2()));
        jenkins.buildAndAssertSuccess(HeldBuilds.pipeline(jenkins, "unchanged", SKIP));
        HeldFault uploadOfFreestyle = Fault.hang();
        sast.simulator().schedule(UPLOAD, uploadOfFreestyle);
        FreeStyleProject freestyle = sast.freestyle(jenkins.jenkins, Map.of("a", "A"));
        freestyle.renameTo("freestyle");
        freestyle.scheduleBuild2(0);
        uploadOfFreestyle.awaitArrival();
        builds.begin(jenkins);

        HeldBuilds.last("continues").setDisplayName("other");
        HeldBuilds.restrict("rules", Servers.rule("team", "42"));
        HeldBuilds.restrict("default", Servers.rule("default", "", "43"));
        SastConfiguration.get().save();
        QueueItemAuthenticatorConfiguration.get().getAuthenticators().replaceBy(List.of());
        new FilePath(new File(getClass().getResource("resumable-1").toURI()))
                .copyRecursiveTo(jenkins.jenkins.getRootPath().child("jobs/job"));
    }

    private void checkBuildOfFirstResumableVersion(JenkinsRule jenkins) throws Exception {
        WorkflowRun run = HeldBuilds.last("job");
        assertThat(Logs.ofSteps(jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run))))
                .contains("Not repeated: Git settings")
                .contains("result: refs/heads/main true");
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(sast.project().uploads() + sast.project().gitWrites()).isZero();
    }

    private static void checkFreestyleBuild(JenkinsRule jenkins) throws Exception {
        Run<?, ?> run = jenkins.jenkins
                .getItemByFullName("freestyle", FreeStyleProject.class)
                .getLastBuild();
        assertThat(run.isBuilding()).isFalse();
        assertThat(HeldBuilds.submission(run).getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(run.getLog(1_000))
                .contains(
                        "Jenkins is stopping. Builds of this type cannot continue after a restart. Run the build again.");
    }

    /** If a restart interrupted an upload, the next submission uploads even unchanged sources. */
    private static void checkUnchangedUpload(JenkinsRule jenkins) throws Exception {
        assertThat(Logs.ofSteps(jenkins.buildAndAssertSuccess(HeldBuilds.pipeline(jenkins, "unchanged", SKIP))))
                .contains("unchanged: false");
    }
}
