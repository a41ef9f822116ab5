package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts while a step runs. */
class RestartJenkinsTest {
    private static final String SECRET = "s3cret-folder";
    private static final String STEP =
            "sastScan server: 'main', projectId: '42', git: [url: 'https://git.example/a.git', branch: env.B ?: 'main']";

    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    private final AtomicReference<SastJenkins> sast = new AtomicReference<>();

    @AfterEach
    void close() {
        sast.get().close();
    }

    @Test
    void a_submission_continues_at_the_first_stage_that_had_not_ended() throws Throwable {
        SimulatedOperation operation = SimulatedOperation.WRITE_GIT;
        restartIn(
                operation,
                "node { writeFile file: 'a', text: 'A'\n def result = " + STEP
                        + "\n echo 'result: ' + result.keySet() + result.milliseconds.keySet() }");

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(Logs.ofSteps(run))
                    .contains("Jenkins was restarted, so this step starts again.")
                    .contains("result: [projectId, archive, unchanged, git, scanForced, milliseconds]"
                            + "[access, archive, upload, gitSettings, forceScan]");
            assertThat(sast.get().simulator().requests(operation)).hasSizeGreaterThan(1);
            assertThat(sast.get().project().uploads()).isEqualTo(1);
            assertThat(sast.get().project().gitWrites()).isEqualTo(1);
            assertThat(sast.get().project().forceScans()).isEqualTo(1);
            assertOneSubmission(run);
            assertThat(Agents.leftovers(jenkins.jenkins.getWorkspaceFor(job(jenkins))))
                    .isEmpty();
        });
    }

    @Test
    void a_submission_that_continues_keeps_one_manifest() throws Throwable {
        restartIn(
                SimulatedOperation.UPLOAD,
                "node { writeFile file: 'a', text: 'A'\n sastScan projectId: '42', manifest: true }");

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(run.getArtifacts())
                    .extracting(artifact -> artifact.getFileName())
                    .containsExactly("sast-scan-42-1.sha256");
            assertThat(submissions(run).get(0).getManifest()).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));
        });
    }

    @Test
    void what_was_uploaded_before_the_restart_is_known_and_a_skipped_upload_is_not_made_up_for() throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            jenkins.buildAndAssertSuccess(SastJenkins.pipeline(
                    jenkins.createProject(WorkflowJob.class, "job"),
                    "node { writeFile file: 'a', text: 'A'\n"
                            + "echo 'unchanged: ' + sastScan(projectId: '42', skipUnchanged: true).unchanged }"));
        });
        sessions.then(jenkins -> {
            sast.get().simulator().schedule(SimulatedOperation.FORCE_SCAN, hang);
            job(jenkins).scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
            jenkins.jenkins
                    .getRootPath()
                    .child("io.jenkins.plugins.sastscan.submission.LastUploads.txt")
                    .delete();
        });

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(Logs.ofSteps(run))
                    .contains("Not repeated: archiving", "unchanged: true")
                    .anyMatch(
                            line -> line.startsWith("Unchanged since the last upload to this project, by build #1: "));
            assertThat(submissions(run).get(0).isUnchanged()).isTrue();
            assertThat(sast.get().project().uploads()).isEqualTo(1);
            assertThat(sast.get().project().forceScans()).isEqualTo(2);
        });
    }

    @Test
    void submissions_in_parallel_continue_each_for_itself() throws Throwable {
        restartIn(
                SimulatedOperation.UPLOAD,
                "node { writeFile file: 'a', text: 'A'\n parallel(one: { " + STEP + " }, two: { "
                        + "sastScan server: 'main', projectId: '42', upload: false }) }");

        sessions.then(jenkins -> {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(sast.get().project().uploads()).isEqualTo(1);
            assertThat(sast.get().project().gitWrites()).isEqualTo(1);
            assertThat(sast.get().project().forceScans()).isEqualTo(2);
        });
    }

    @Test
    void a_step_that_reads_asks_again() throws Throwable {
        restartIn(SimulatedOperation.LICENSE, "echo 'edition: ' + sastLicense(server: 'main').edition");

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("edition: "));
            assertThat(sast.get().simulator().requests(SimulatedOperation.LICENSE))
                    .hasSize(2);
        });
    }

    @Test
    void a_submission_that_has_continued_can_be_aborted() throws Throwable {
        restartIn(SimulatedOperation.UPLOAD, "node { writeFile file: 'a', text: 'A'\n" + STEP + " }");
        HeldFault again = Fault.hang();
        sast.get().simulator().schedule(SimulatedOperation.UPLOAD, again);

        sessions.then(jenkins -> {
            again.awaitArrival();
            WorkflowRun run = last(jenkins);
            run.doStop();
            jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
            assertThat(submissions(run)).extracting(SubmissionReport::getState).containsExactly(State.ABORTED);
            assertThat(sast.get().project().uploads()).isZero();
            Agents.awaitNoLeftovers(jenkins.jenkins.getWorkspaceFor(job(jenkins)));
        });
    }

    @Test
    void credentials_are_looked_up_again() throws Throwable {
        restartIn(SimulatedOperation.FORCE_SCAN, "sastScan server: 'main', projectId: '42', upload: false");
        sast.get().simulator().revokeTokens();

        sessions.then(jenkins -> {
            WorkflowRun run = last(jenkins);
            jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
            assertThat(submissions(run).get(0).getReason()).contains("401");
            assertThat(sast.get().project().forceScans()).isZero();
        });
    }

    @Test
    void access_rules_are_looked_up_again() throws Throwable {
        restartIn(SimulatedOperation.FORCE_SCAN, "sastScan server: 'main', projectId: '42', upload: false", jenkins -> {
            SastServer server = sast.get().server(SastJenkins.SERVER);
            server.getAccess().setRules(List.of(Servers.rule("team", "42")));
            sast.get().configure(server);
        });
        int requests = sast.get().simulator().requests().size();

        sessions.then(jenkins -> {
            WorkflowRun run = last(jenkins);
            jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
            assertThat(submissions(run).get(0).getReason())
                    .isEqualTo("This job cannot use project 42 of SAST server \"main\"."
                            + " Ask an administrator of Jenkins for access.");
            assertThat(sast.get().simulator().requests()).hasSize(requests);
        });
    }

    @Test
    void a_timeout_ends_a_submission_that_has_continued() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                "timeout(time: 20, unit: 'SECONDS') { sastScan server: 'main', projectId: '42', upload: false }");
        sast.get().simulator().schedule(SimulatedOperation.FORCE_SCAN, Fault.hang());

        sessions.then(jenkins -> {
            WorkflowRun run = last(jenkins);
            jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
            jenkins.assertLogContains("Timeout has been exceeded", run);
            assertThat(sast.get().project().forceScans()).isZero();
        });
    }

    @Test
    void an_existing_archive_is_checked_and_sent_again() throws Throwable {
        String zip = Base64.getEncoder().encodeToString(Zips.of("a", "A"));
        restartIn(
                SimulatedOperation.UPLOAD,
                "node { writeFile file: 'a.zip', text: '" + zip + "', encoding: 'Base64'\n"
                        + "sastScan server: 'main', projectId: '42', source: [archive: 'a.zip'] }");

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(Logs.ofSteps(run)).contains("Archiving again, because the upload had not ended");
            assertThat(Zips.received(sast.get().project())).containsOnly(Map.entry("a", "A"));
            assertThat(sast.get().project().uploads()).isEqualTo(1);
        });
    }

    @Test
    void a_secret_in_a_parameter_is_not_stored_with_the_build() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                "node { writeFile file: 'a', text: 'A'\nwithCredentials([string(credentialsId: 'folder', variable: 'F')])"
                        + " { sastScan server: 'main', projectId: '42', source: [excludes: '$F/**'] } }");
        Path record = sessions.getHome().toPath().resolve("jobs/job/builds/1/build.xml");
        assertThat(Files.readString(record))
                .contains("<string>upload</string>", "<string>directory</string>")
                .doesNotContain("<string>excludes</string>", SECRET);

        sessions.then(jenkins -> {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(sast.get().project().uploads()).isEqualTo(1);
            assertThat(Files.readString(record)).doesNotContain(SECRET);
        });
    }

    @Test
    void a_freestyle_build_says_that_it_cannot_continue() throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            sast.get().simulator().schedule(SimulatedOperation.UPLOAD, hang);
            FreeStyleProject job = sast.get().freestyle(jenkins.jenkins, Map.of("a", "A"));
            job.renameTo("job");
            job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
        });

        sessions.then(jenkins -> {
            Run<?, ?> run = jenkins.jenkins
                    .getItemByFullName("job", FreeStyleProject.class)
                    .getLastBuild();
            assertThat(run.isBuilding()).isFalse();
            assertThat(submissions(run).get(0).getReason()).isEqualTo("Jenkins stopped during the submission.");
            assertThat(run.getLog(1_000))
                    .contains("Jenkins is stopping. Builds of this type cannot continue after a restart: build again.");
        });
    }

    @Test
    void a_build_that_the_first_resumable_version_stored_continues() throws Throwable {
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            new FilePath(new File(
                            RestartJenkinsTest.class.getResource("resumable-1").toURI()))
                    .copyRecursiveTo(jenkins.jenkins.getRootPath().child("jobs/job"));
        });

        sessions.then(jenkins -> {
            WorkflowRun run = jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(Logs.ofSteps(run))
                    .contains("Not repeated: Git settings")
                    .contains("result: refs/heads/main true");
            assertThat(sast.get().project().gitWrites()).isZero();
            assertThat(sast.get().project().forceScans()).isEqualTo(1);
        });
    }

    private static void assertOneSubmission(WorkflowRun run) {
        assertThat(submissions(run)).singleElement().satisfies(submission -> {
            assertThat(submission.getState()).isEqualTo(State.DONE);
            assertThat(submission.getReason()).isEmpty();
            assertThat(submission.getStages())
                    .extracting(StageReport::getName)
                    .containsExactly("access", "archive", "upload", "gitSettings", "forceScan");
        });
    }

    private static List<SubmissionReport> submissions(Run<?, ?> run) {
        return run.getAction(SubmissionsAction.class).getSubmissions();
    }

    /** Restarts while a build has the operation under way. */
    private void restartIn(SimulatedOperation operation, String script) throws Throwable {
        restartIn(operation, script, jenkins -> {});
    }

    private void restartIn(SimulatedOperation operation, String script, JenkinsSessionExtension.Step beforeStop)
            throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            sast.get().addCredentials(Servers.secretText("folder", SECRET));
            sast.get().simulator().schedule(operation, hang);
            WorkflowRun run = SastJenkins.pipeline(jenkins.createProject(WorkflowJob.class, "job"), script)
                    .scheduleBuild2(0)
                    .waitForStart();
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

    private static WorkflowJob job(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
    }

    private static WorkflowRun last(JenkinsRule jenkins) {
        return job(jenkins).getLastBuild();
    }
}
