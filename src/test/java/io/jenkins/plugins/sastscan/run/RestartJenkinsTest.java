package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.XmlFile;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.Saveable;
import hudson.model.User;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import jenkins.model.Jenkins;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts while a step runs. */
class RestartJenkinsTest {
    private static final String SECRET = "s3cret-folder";
    private static final String FILE = "writeFile file: 'a', text: 'A'\n";
    private static final String STEP =
            "sastScan server: 'main', projectId: '42'," + " git: [url: 'https://git.example/a.git', branch: 'main']";
    private static final String NO_FILES = "sastScan server: 'main', projectId: '42', upload: false";

    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    private SastJenkins sast;

    @AfterEach
    void close() {
        sast.close();
    }

    @Test
    void a_submission_continues_at_the_first_stage_that_had_not_ended() throws Throwable {
        restartIn(
                SimulatedOperation.WRITE_GIT,
                "currentBuild.displayName = 'main'\n node { " + FILE + " def result = sastScan projectId: '42',"
                        + " git: [url: 'https://git.example/a.git', branch: '$BUILD_DISPLAY_NAME']\n"
                        + " echo 'result: ' + result.git.branch + result.keySet() + result.milliseconds.keySet() }",
                jenkins -> {},
                jenkins -> job(jenkins).getLastBuild().setDisplayName("other"));

        ends(Result.SUCCESS, run -> {
            assertThat(Logs.ofSteps(run))
                    .contains("Jenkins was restarted. This step continues.")
                    .contains("result: refs/heads/main[projectId, archive, unchanged, git, scanForced, milliseconds]"
                            + "[access, archive, upload, gitSettings, forceScan]");
            assertThat(sast.simulator().requests(SimulatedOperation.WRITE_GIT)).hasSizeGreaterThan(1);
            assertProject(1, 1, 1);
            assertThat(submission(run).getState()).isEqualTo(State.DONE);
            assertThat(submission(run).getReason()).isEmpty();
            assertThat(submission(run).getStages())
                    .extracting(StageReport::getName)
                    .containsExactly("access", "archive", "upload", "gitSettings", "forceScan");
            assertThat(Agents.leftovers(workspace(run))).isEmpty();
        });
    }

    @Test
    void a_submission_that_continues_keeps_one_manifest() throws Throwable {
        restartIn(SimulatedOperation.UPLOAD, "node { " + FILE + " sastScan projectId: '42', manifest: true }");

        ends(Result.SUCCESS, run -> {
            assertThat(run.getArtifacts())
                    .extracting(artifact -> artifact.getFileName())
                    .containsExactly("sast-scan-42-1.sha256");
            assertThat(submission(run).getManifest()).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));
        });
    }

    @Test
    void what_was_uploaded_before_the_restart_is_known_and_a_skipped_upload_is_not_made_up_for() throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast = SastJenkins.start(jenkins);
            jenkins.buildAndAssertSuccess(SastJenkins.pipeline(
                    jenkins.createProject(WorkflowJob.class, "job"),
                    "node { " + FILE
                            + "echo 'unchanged: ' + sastScan(projectId: '42', skipUnchanged: true).unchanged }"));
        });
        sessions.then(jenkins -> {
            sast.simulator().schedule(SimulatedOperation.FORCE_SCAN, hang);
            job(jenkins).scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
            jenkins.jenkins
                    .getRootPath()
                    .child("io.jenkins.plugins.sastscan.submission.LastUploads.txt")
                    .delete();
        });

        ends(Result.SUCCESS, run -> {
            assertThat(Logs.ofSteps(run))
                    .contains("Not repeated: archive", "unchanged: true")
                    .anyMatch(
                            line -> line.startsWith("Unchanged since the last upload to this project, by build #1: "));
            assertThat(submission(run).isUnchanged()).isTrue();
            assertProject(1, 0, 2);
        });
    }

    @Test
    void submissions_in_parallel_continue_each_for_itself() throws Throwable {
        restartIn(
                SimulatedOperation.UPLOAD,
                "node { " + FILE + " parallel(one: { " + STEP + " }, two: { " + NO_FILES + " }) }");

        ends(Result.SUCCESS, run -> assertProject(1, 1, 2));
    }

    @Test
    void a_step_that_reads_asks_again() throws Throwable {
        restartIn(SimulatedOperation.LICENSE, "echo 'edition: ' + sastLicense(server: 'main').edition");

        ends(Result.SUCCESS, run -> {
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("edition: "));
            assertThat(sast.simulator().requests(SimulatedOperation.LICENSE)).hasSize(2);
        });
    }

    @Test
    void a_submission_that_has_continued_can_be_aborted() throws Throwable {
        restartIn(SimulatedOperation.UPLOAD, "node { " + FILE + STEP + " }");
        HeldFault again = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, again);

        sessions.then(jenkins -> {
            again.awaitArrival();
            WorkflowRun run = job(jenkins).getLastBuild();
            run.doStop();
            jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
            assertThat(submission(run).getState()).isEqualTo(State.ABORTED);
            assertProject(0, 0, 0);
            Agents.awaitNoLeftovers(workspace(run));
        });
    }

    @Test
    void credentials_are_looked_up_again() throws Throwable {
        restartIn(SimulatedOperation.FORCE_SCAN, NO_FILES);
        sast.simulator().revokeTokens();

        ends(Result.FAILURE, run -> assertThat(submission(run).getReason()).contains("401"));
        assertProject(0, 0, 0);
    }

    @Test
    void access_rules_are_looked_up_again() throws Throwable {
        restartIn(SimulatedOperation.FORCE_SCAN, NO_FILES, jenkins -> {}, jenkins -> {
            SastServer server = sast.server(SastJenkins.SERVER);
            server.getAccess().setRules(List.of(Servers.rule("team", "42")));
            sast.configure(server);
        });
        int requests = sast.simulator().requests().size();

        ends(
                Result.FAILURE,
                run -> assertThat(submission(run).getReason())
                        .isEqualTo("This job cannot use project 42 of SAST server \"main\"."
                                + " Ask an administrator of Jenkins for access."));
        assertThat(sast.simulator().requests()).hasSize(requests);
    }

    @Test
    void a_step_that_continues_runs_as_the_user_whom_its_build_runs_as() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                NO_FILES,
                jenkins -> {
                    jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
                    QueueItemAuthenticatorConfiguration.get()
                            .getAuthenticators()
                            .add(new MockQueueItemAuthenticator()
                                    .authenticate(
                                            "job", User.getById("alice", true).impersonate2()));
                },
                jenkins -> QueueItemAuthenticatorConfiguration.get()
                        .getAuthenticators()
                        .clear());
        HeldFault later = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.FORCE_SCAN, later);

        Set<String> users = ConcurrentHashMap.newKeySet();
        sessions.then(jenkins -> {
            later.awaitArrival();
            SaveableListener listener = new SaveableListener() {
                @Override
                public void onChange(Saveable saved, XmlFile file) {
                    if (saved instanceof WorkflowRun run && submission(run).isScanForced()) {
                        users.add(Jenkins.getAuthentication2().getName());
                    }
                }
            };
            jenkins.jenkins.getExtensionList(SaveableListener.class).add(0, listener);
            later.release();
            jenkins.assertBuildStatusSuccess(
                    jenkins.waitForCompletion(job(jenkins).getLastBuild()));
        });

        assertThat(users).contains("alice");
    }

    @Test
    void a_timeout_ends_a_submission_that_has_continued() throws Throwable {
        restartIn(SimulatedOperation.FORCE_SCAN, "timeout(time: 20, unit: 'SECONDS') { " + NO_FILES + " }");
        sast.simulator().schedule(SimulatedOperation.FORCE_SCAN, Fault.hang());

        ends(Result.ABORTED, run -> assertThat(JenkinsRule.getLog(run)).contains("Timeout has been exceeded"));
        assertProject(0, 0, 0);
    }

    @Test
    void an_existing_archive_is_checked_and_sent_again() throws Throwable {
        String zip = Base64.getEncoder().encodeToString(Zips.of("a", "A"));
        restartIn(
                SimulatedOperation.UPLOAD,
                "node { writeFile file: 'a.zip', text: '" + zip + "', encoding: 'Base64'\n"
                        + "sastScan server: 'main', projectId: '42', source: [archive: 'a.zip'] }");

        ends(Result.SUCCESS, run -> {
            assertThat(Logs.ofSteps(run)).contains("Archiving again, because the upload was not finished");
            assertThat(Zips.received(sast.project())).containsOnly(Map.entry("a", "A"));
        });
        assertProject(1, 0, 1);
    }

    @Test
    void a_secret_in_a_parameter_is_not_stored_with_the_build() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                "node { " + FILE + "withCredentials([string(credentialsId: 'folder', variable: 'F')])"
                        + " { sastScan server: 'main', projectId: '42', source: [excludes: '$F/**'] } }");
        Path record = sessions.getHome().toPath().resolve("jobs/job/builds/1/build.xml");
        assertThat(Files.readString(record))
                .contains("<string>upload</string>", "<string>directory</string>")
                .doesNotContain("<string>excludes</string>", SECRET);

        ends(Result.SUCCESS, run -> assertProject(1, 0, 1));
        assertThat(Files.readString(record)).doesNotContain(SECRET);
    }

    @Test
    void a_freestyle_build_says_that_it_cannot_continue() throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast = SastJenkins.start(jenkins);
            sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
            FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A"));
            job.renameTo("job");
            job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
        });

        sessions.then(jenkins -> {
            Run<?, ?> run = jenkins.jenkins
                    .getItemByFullName("job", FreeStyleProject.class)
                    .getLastBuild();
            assertThat(run.isBuilding()).isFalse();
            assertThat(submission(run).getReason()).isEqualTo("Jenkins stopped during the submission.");
            assertThat(run.getLog(1_000))
                    .contains(
                            "Jenkins is stopping. Builds of this type cannot continue after a restart. Run the build again.");
        });
    }

    @Test
    void a_build_that_the_first_resumable_version_stored_continues() throws Throwable {
        sessions.then(jenkins -> {
            sast = SastJenkins.start(jenkins);
            new FilePath(new File(
                            RestartJenkinsTest.class.getResource("resumable-1").toURI()))
                    .copyRecursiveTo(jenkins.jenkins.getRootPath().child("jobs/job"));
        });

        ends(
                Result.SUCCESS,
                run -> assertThat(Logs.ofSteps(run))
                        .contains("Not repeated: Git settings")
                        .contains("result: refs/heads/main true"));
        assertProject(0, 0, 1);
    }

    private void assertProject(int uploads, int gitWrites, int forceScans) {
        assertThat(sast.project().uploads()).isEqualTo(uploads);
        assertThat(sast.project().gitWrites()).isEqualTo(gitWrites);
        assertThat(sast.project().forceScans()).isEqualTo(forceScans);
    }

    /** The only submission of a build. */
    private static SubmissionReport submission(Run<?, ?> run) {
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }

    private static FilePath workspace(WorkflowRun run) {
        return Jenkins.get().getWorkspaceFor(run.getParent());
    }

    /** Restarts while a build has the operation under way. */
    private void restartIn(SimulatedOperation operation, String script) throws Throwable {
        restartIn(operation, script, jenkins -> {}, jenkins -> {});
    }

    private void restartIn(
            SimulatedOperation operation,
            String script,
            JenkinsSessionExtension.Step beforeBuild,
            JenkinsSessionExtension.Step beforeStop)
            throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast = SastJenkins.start(jenkins);
            sast.addCredentials(Servers.secretText("folder", SECRET));
            WorkflowJob job = SastJenkins.pipeline(jenkins.createProject(WorkflowJob.class, "job"), script);
            beforeBuild.run(jenkins);
            sast.simulator().schedule(operation, hang);
            WorkflowRun run = job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
            // Another branch may still be writing its file.
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (run.getExecution().blocksRestart()) {
                assertThat(System.nanoTime()).as("blocks a restart").isLessThan(end);
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
            beforeStop.run(jenkins);
        });
    }

    @FunctionalInterface
    private interface Check {
        void accept(WorkflowRun run) throws Exception;
    }

    /** Starts Jenkins again and waits for the end of the build. */
    private void ends(Result result, Check check) throws Throwable {
        sessions.then(jenkins -> check.accept(jenkins.assertBuildStatus(
                result, jenkins.waitForCompletion(job(jenkins).getLastBuild()))));
    }

    private static WorkflowJob job(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
    }
}
