package io.jenkins.plugins.sastscan.run;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import hudson.FilePath;
import hudson.XmlFile;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.Saveable;
import hudson.model.User;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import jenkins.model.Jenkins;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.assertj.core.api.ThrowingConsumer;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts once, while each build waits in a call to its own SAST server. */
class RestartJenkinsTest {
    private static final String SECRET = "s3cret-folder";
    private static final String FILE = "writeFile file: 'a', text: 'A'\n";
    private static final String SUBMIT = "sastScan server: env.JOB_NAME, projectId: '42'";
    private static final String GIT = ", git: [url: 'https://git.example/a.git', branch: 'main']";
    private static final String NO_FILES = SUBMIT + ", upload: false";
    private static final String SKIP = "node { writeFile file: 'a', text: env.JOB_NAME\n"
            + "echo 'unchanged: ' + sastScan(server: 'unchanged', projectId: '42', skipUnchanged: true,"
            + " forceScan: env.JOB_NAME == 'unchanged').unchanged }";

    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    private final Map<String, Simulator> servers = new HashMap<>();
    private final List<Held> builds = new ArrayList<>();
    private SastJenkins sast;

    /** A job, the call in which its build waits, and the expected result after the restart. */
    private record Held(
            String job, SimulatedOperation call, String script, Result result, ThrowingConsumer<WorkflowRun> check) {}

    private void held(String job, SimulatedOperation call, String script, ThrowingConsumer<WorkflowRun> check) {
        held(job, call, script, Result.SUCCESS, check);
    }

    private void held(
            String job, SimulatedOperation call, String script, Result result, ThrowingConsumer<WorkflowRun> check) {
        builds.add(new Held(job, call, script, result, check));
    }

    @AfterEach
    void close() {
        servers.values().forEach(Simulator::close);
        sast.close();
    }

    @Test
    void builds_continue_or_end_as_expected_after_a_restart() throws Throwable {
        pipelines();
        sessions.then(this::begin);
        var record = sessions.getHome().toPath().resolve("jobs/secret/builds/1/build.xml");
        assertThat(Files.readString(record))
                .contains("<string>upload</string>", "<string>directory</string>")
                .doesNotContain("<string>excludes</string>", SECRET);
        servers.get("credentials").revokeTokens();
        HeldFault upload = Fault.hang();
        servers.get("aborted").schedule(UPLOAD, upload);
        HeldFault scan = Fault.delay();
        servers.get("user").schedule(FORCE_SCAN, scan);
        int requests = servers.get("rules").requests().size();

        sessions.then(jenkins -> {
            Set<String> users = usersWhoForceTheScan(jenkins, scan);
            upload.awaitArrival();
            last("aborted").doStop();
            assertAll(builds.stream().map(each -> () -> ends(jenkins, each)));
            assertThat(users).contains("alice");
            checkBuildOfFirstResumableVersion(jenkins);
            checkFreestyleBuild(jenkins);
            checkUnchangedUpload(jenkins);
        });
        assertThat(servers.get("rules").requests()).hasSize(requests);
        assertThat(Files.readString(record)).doesNotContain(SECRET);
    }

    private void pipelines() throws Exception {
        // A submission continues at the first stage that had not ended.
        held(
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
                    assertThat(servers.get("continues").requests(WRITE_GIT)).hasSizeGreaterThan(1);
                    assertProject("continues", 1, 1, 1);
                    assertThat(submission(run).getState()).isEqualTo(State.DONE);
                    assertThat(Agents.leftovers(workspace(run))).isEmpty();
                });
        // The restart does not store a second manifest.
        held("manifest", UPLOAD, "node { " + FILE + SUBMIT + ", manifest: true }", run -> {
            assertThat(run.getArtifacts())
                    .extracting(artifact -> artifact.getFileName())
                    .containsExactly("sast-scan-42-1.sha256");
            assertThat(submission(run).getManifest()).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));
        });
        // A skipped upload stays skipped.
        held("unchanged", FORCE_SCAN, SKIP, run -> {
            assertThat(Logs.ofSteps(run))
                    .contains("Not repeated: archive", "unchanged: true")
                    .anyMatch(
                            line -> line.startsWith("Unchanged since the last upload to this project, by build #1: "));
            assertThat(submission(run).isUnchanged()).isTrue();
            assertProject("unchanged", 1, 0, 2);
        });
        // Parallel submissions continue independently.
        held(
                "parallel",
                UPLOAD,
                "node { " + FILE + " parallel(one: { " + SUBMIT + GIT + " }, two: { " + NO_FILES + " }) }",
                run -> assertProject("parallel", 1, 1, 2));
        // A reading step repeats its call.
        held("reads", LICENSE, "echo 'edition: ' + sastLicense(server: env.JOB_NAME).edition", run -> {
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("edition: "));
            assertThat(servers.get("reads").requests(LICENSE)).hasSize(2);
        });
        // A resumed submission can be aborted.
        held("aborted", UPLOAD, "node { " + FILE + SUBMIT + GIT + " }", Result.ABORTED, run -> {
            assertThat(submission(run).getState()).isEqualTo(State.ABORTED);
            assertProject("aborted", 0, 0, 0);
            Agents.awaitNoLeftovers(workspace(run));
        });
        // Credentials and access rules are looked up again.
        held("credentials", FORCE_SCAN, NO_FILES, Result.FAILURE, run -> {
            assertThat(submission(run).getReason()).contains("401");
            assertProject("credentials", 0, 0, 0);
        });
        held(
                "rules",
                FORCE_SCAN,
                NO_FILES,
                Result.FAILURE,
                run -> assertThat(submission(run).getReason())
                        .isEqualTo("This job cannot use project 42 of SAST server \"rules\"."
                                + " Ask an administrator of Jenkins for access."));
        // The default project from before the restart still applies.
        held(
                "default",
                FORCE_SCAN,
                NO_FILES.replace(", projectId: '42'", ""),
                run -> assertProject("default", 0, 0, 1));
        // A resumed step runs as the user of its build.
        held("user", FORCE_SCAN, NO_FILES, run -> {});
        // An existing archive is checked and sent again.
        held(
                "archive",
                UPLOAD,
                "node { writeFile file: 'a.zip', text: '"
                        + Base64.getEncoder().encodeToString(Zips.of("a", "A")) + "', encoding: 'Base64'\n" + SUBMIT
                        + ", source: [archive: 'a.zip'] }",
                run -> {
                    assertThat(Logs.ofSteps(run)).contains("Archiving again, because the upload was not finished");
                    assertThat(Zips.received(project("archive"))).containsOnly(Map.entry("a", "A"));
                    assertProject("archive", 1, 0, 1);
                });
        // A secret in a parameter is not stored with the build.
        held(
                "secret",
                FORCE_SCAN,
                "node { " + FILE + "withCredentials([string(credentialsId: 'folder', variable: 'F')]) { " + SUBMIT
                        + ", source: [excludes: '$F/**'] } }",
                run -> assertProject("secret", 1, 0, 1));
    }

    private void begin(JenkinsRule jenkins) throws Exception {
        sast = SastJenkins.start(jenkins);
        sast.addCredentials(Servers.secretText("folder", SECRET));
        List<SastServer> all = new ArrayList<>(List.of(sast.server(SastJenkins.SERVER)));
        for (Held each : builds) {
            Simulator simulator = Simulator.start(Dialect.CONTRACT);
            simulator.addProject(SastJenkins.PROJECT);
            servers.put(each.job(), simulator);
            String url = simulator.baseUrl().toString();
            all.add(sast.server(each.job(), url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID)));
        }
        setDefaultProject(all, "42");
        sast.configure(all.toArray(SastServer[]::new));
        jenkins.jenkins.setNumExecutors(builds.size());
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        QueueItemAuthenticatorConfiguration.get()
                .getAuthenticators()
                .add(new MockQueueItemAuthenticator()
                        .authenticate("user", User.getById("alice", true).impersonate2()));
        jenkins.buildAndAssertSuccess(pipeline(jenkins, "unchanged", SKIP));
        HeldFault uploadOfFreestyle = Fault.hang();
        sast.simulator().schedule(UPLOAD, uploadOfFreestyle);
        FreeStyleProject freestyle = sast.freestyle(jenkins.jenkins, Map.of("a", "A"));
        freestyle.renameTo("freestyle");
        freestyle.scheduleBuild2(0);
        uploadOfFreestyle.awaitArrival();
        for (Held each : builds) {
            HeldFault hang = Fault.hang();
            servers.get(each.job()).schedule(each.call(), hang);
            WorkflowRun run = pipeline(jenkins, each.job(), each.script())
                    .scheduleBuild2(0)
                    .waitForStart();
            hang.awaitArrival();
            // Another parallel branch may still be in a step that blocks a restart.
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (run.getExecution().blocksRestart()) {
                assertThat(System.nanoTime()).as("blocks a restart").isLessThan(end);
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }

        last("continues").setDisplayName("other");
        all.stream()
                .filter(server -> server.getName().equals("rules"))
                .forEach(server -> server.getAccess().setRules(List.of(Servers.rule("team", "42"))));
        setDefaultProject(all, "43");
        SastConfiguration.get().save();
        QueueItemAuthenticatorConfiguration.get().getAuthenticators().replaceBy(List.of());
        new FilePath(new File(getClass().getResource("resumable-1").toURI()))
                .copyRecursiveTo(jenkins.jenkins.getRootPath().child("jobs/job"));
    }

    private static void setDefaultProject(List<SastServer> all, String project) {
        all.stream()
                .filter(server -> server.getName().equals("default"))
                .forEach(server -> server.getAccess().setRules(List.of(Servers.rule("default", "", project))));
    }

    private static WorkflowJob pipeline(JenkinsRule jenkins, String name, String script) throws Exception {
        WorkflowJob job = jenkins.jenkins.getItemByFullName(name, WorkflowJob.class);
        return SastJenkins.pipeline(job == null ? jenkins.createProject(WorkflowJob.class, name) : job, script);
    }

    /** The users that save the build of the job "user" after its forced scan. */
    private static Set<String> usersWhoForceTheScan(JenkinsRule jenkins, HeldFault scan) throws Exception {
        Set<String> users = ConcurrentHashMap.newKeySet();
        scan.awaitArrival();
        jenkins.jenkins.getExtensionList(SaveableListener.class).add(0, new SaveableListener() {
            @Override
            public void onChange(Saveable saved, XmlFile file) {
                if (saved instanceof WorkflowRun run
                        && run.getParent().getName().equals("user")
                        && submission(run).isScanForced()) {
                    users.add(Jenkins.getAuthentication2().getName());
                }
            }
        });
        scan.release();
        return users;
    }

    private static void ends(JenkinsRule jenkins, Held each) throws Exception {
        WorkflowRun run = last(each.job());
        jenkins.assertBuildStatus(each.result(), jenkins.waitForCompletion(run));
        each.check().accept(run);
    }

    private void checkBuildOfFirstResumableVersion(JenkinsRule jenkins) throws Exception {
        WorkflowRun run = last("job");
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
        assertThat(submission(run).getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(run.getLog(1_000))
                .contains(
                        "Jenkins is stopping. Builds of this type cannot continue after a restart. Run the build again.");
    }

    /** The restart cut off an upload to another project, so no last upload is trusted. */
    private static void checkUnchangedUpload(JenkinsRule jenkins) throws Exception {
        assertThat(Logs.ofSteps(jenkins.buildAndAssertSuccess(pipeline(jenkins, "unchanged", SKIP))))
                .contains("unchanged: false");
    }

    private SimulatedProject project(String job) {
        return servers.get(job).project(SastJenkins.PROJECT);
    }

    private void assertProject(String job, int uploads, int gitWrites, int forceScans) {
        assertThat(project(job).uploads()).as("uploads of %s", job).isEqualTo(uploads);
        assertThat(project(job).gitWrites()).as("Git settings of %s", job).isEqualTo(gitWrites);
        assertThat(project(job).forceScans()).as("forced scans of %s", job).isEqualTo(forceScans);
    }

    private static WorkflowRun last(String job) {
        return Jenkins.get().getItemByFullName(job, WorkflowJob.class).getLastBuild();
    }

    private static SubmissionReport submission(Run<?, ?> run) {
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }

    private static FilePath workspace(WorkflowRun run) {
        return Jenkins.get().getWorkspaceFor(run.getParent());
    }
}
