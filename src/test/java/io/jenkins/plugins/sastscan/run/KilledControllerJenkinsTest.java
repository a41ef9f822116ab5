package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.FilePath;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.InboundAgentExtension;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/** The process of the controller is killed while an agent with a process of its own submits, and started again. */
class KilledControllerJenkinsTest {
    private static final String STEP =
            "sastScan server: 'main', projectId: '42', git: [url: 'https://git.example/a.git', branch: 'main']";

    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension();

    @RegisterExtension
    private final InboundAgentExtension agents = new InboundAgentExtension();

    @TempDir
    private Path temporary;

    private Simulator simulator;
    private SimulatedProject project;

    @BeforeEach
    void server() {
        simulator = Simulator.start(Dialect.CONTRACT);
        project = simulator.addProject(SastJenkins.PROJECT);
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({"UPLOAD, AGENT", "FORCE_SCAN, CONTROLLER"})
    void the_submission_continues(SimulatedOperation operation, UploadFrom from) throws Throwable {
        killIn(operation, from);
    }

    @Test
    void the_submission_continues_when_the_process_was_told_to_end() throws Throwable {
        beginIn(SimulatedOperation.UPLOAD, UploadFrom.AGENT);
        controller.getProcess().destroy();
        controller.getProcess().waitFor();

        continues(SimulatedOperation.UPLOAD);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "READ_GIT, AGENT", "WRITE_GIT, AGENT", "FORCE_SCAN, AGENT",
        "READ_GIT, CONTROLLER", "UPLOAD, CONTROLLER", "WRITE_GIT, CONTROLLER"
    })
    void the_submission_continues_in_all_other_cases(SimulatedOperation operation, UploadFrom from) throws Throwable {
        killIn(operation, from);
    }

    private void killIn(SimulatedOperation operation, UploadFrom from) throws Throwable {
        beginIn(operation, from);
        controller.stopJenkinsForcibly();
        assertThat(copies()).hasSize(operation == SimulatedOperation.UPLOAD && from == UploadFrom.CONTROLLER ? 1 : 0);
        if (operation == SimulatedOperation.UPLOAD) {
            assertThat(controller.getHome().toPath().resolve("io.jenkins.plugins.sastscan.submission.LastUploads.txt"))
                    .content()
                    .matches("[0-9a-f-]{36}\n");
        }

        continues(operation);
    }

    private void beginIn(SimulatedOperation operation, UploadFrom from) throws Throwable {
        HeldFault hang = Fault.hang();
        simulator.schedule(operation, hang);
        start(from);
        controller.runRemotely(KilledControllerJenkinsTest::build, 1);
        hang.awaitArrival();
    }

    private void continues(SimulatedOperation operation) throws Throwable {
        // Forgets a process that has ended.
        controller.stopJenkinsForcibly();
        controller.startJenkins();
        controller.runRemotely(KilledControllerJenkinsTest::awaitSuccess, 1);

        assertThat(simulator.requests(SimulatedOperation.UPLOAD))
                .hasSize(operation == SimulatedOperation.UPLOAD ? 2 : 1);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScans()).isEqualTo(1);
        assertThat(copies()).isEmpty();
    }

    @Test
    @Tag("slow")
    void an_archive_that_was_not_complete_is_replaced() throws Throwable {
        start(UploadFrom.AGENT);
        FilePath workspace =
                new FilePath(new File(controller.runRemotely(KilledControllerJenkinsTest::buildEndlessFile)));
        Agents.awaitArchive(workspace);
        controller.stopJenkinsForcibly();
        EndlessFile.cut(workspace);

        controller.startJenkins();
        controller.runRemotely(KilledControllerJenkinsTest::awaitSuccess, 1);

        assertThat(Agents.leftovers(workspace)).isEmpty();
        assertThat(project.uploads()).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void twenty_times_at_random_moments() throws Throwable {
        start(UploadFrom.AGENT);
        for (int round = 1; round <= 20; round++) {
            int uploads = project.uploads();
            int gitWrites = project.gitWrites();
            int forceScans = project.forceScans();
            controller.runRemotely(KilledControllerJenkinsTest::uploadFrom, UploadFrom.values()[round % 2]);
            controller.runRemotely(KilledControllerJenkinsTest::build, round);
            LockSupport.parkNanos(
                    Duration.ofMillis(new Random(round).nextInt(4_000)).toNanos());
            controller.stopJenkinsForcibly();
            Path record = controller.getHome().toPath().resolve("jobs/job/builds/" + round + "/build.xml");
            boolean noted = Files.exists(record) && Files.readString(record).contains("<string>upload</string>");
            int accepted = project.uploads();

            controller.startJenkins();
            controller.runRemotely(KilledControllerJenkinsTest::awaitSuccess, round);

            assertThat(project.uploads()).as("round %s", round).isEqualTo(noted ? accepted : accepted + 1);
            assertThat(project.uploads()).isGreaterThan(uploads);
            assertThat(project.gitWrites()).isGreaterThan(gitWrites);
            assertThat(project.forceScans()).isGreaterThan(forceScans);
            assertThat(copies()).isEmpty();
        }
    }

    private void start(UploadFrom from) throws Throwable {
        controller.javaOptions("-Djava.io.tmpdir=" + temporary).startJenkins();
        agents.createAgent(
                controller,
                InboundAgentExtension.Options.newBuilder()
                        .name("agent")
                        .webSocket()
                        .build());
        controller.runRemotely(
                KilledControllerJenkinsTest::configure, simulator.baseUrl().toString(), simulator.accessToken());
        controller.runRemotely(KilledControllerJenkinsTest::uploadFrom, from);
    }

    /** The copies of archives on the controller. */
    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.toString().endsWith(".zip")).toList();
        }
    }

    /** In the controller's process, like all that follows: {@link SastJenkins} would end its simulator with it. */
    private static void configure(JenkinsRule jenkins, String url, String token) throws Throwable {
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getCredentials()
                .add(new StringCredentialsImpl(
                        CredentialsScope.SYSTEM, SastJenkins.TOKEN_ID, "", Secret.fromString(token)));
        store.save();
        SastServer server =
                new SastServer(SastJenkins.SERVER, url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID));
        server.setAllowPlainHttp(true);
        SastConfiguration.get().setServers(List.of(server));
        SastJenkins.pipeline(
                jenkins.createProject(WorkflowJob.class, "job"),
                "node('agent') { writeFile file: 'a', text: 'A'\n def result = " + STEP
                        + "\n echo 'result: ' + result.keySet() }");
    }

    private static void uploadFrom(JenkinsRule jenkins, UploadFrom from) throws Throwable {
        SastConfiguration configuration = SastConfiguration.get();
        configuration.getServers().forEach(server -> server.setUploadFrom(from));
        configuration.save();
    }

    private static void build(JenkinsRule jenkins, int number) throws Throwable {
        WorkflowRun run = job(jenkins).scheduleBuild2(0).waitForStart();
        assertThat(run.getNumber()).isEqualTo(number);
        jenkins.waitForMessage("[Pipeline] sastScan", run);
    }

    private static String buildEndlessFile(JenkinsRule jenkins) throws Throwable {
        FilePath workspace = jenkins.jenkins.getNode("agent").getWorkspaceFor(job(jenkins));
        EndlessFile.make(workspace);
        build(jenkins, 1);
        return workspace.getRemote();
    }

    private static void awaitSuccess(JenkinsRule jenkins, int number) throws Throwable {
        WorkflowRun run = job(jenkins).getBuildByNumber(number);
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(run));
        jenkins.assertLogContains("result: [projectId, archive, unchanged, git, scanForced, milliseconds]", run);
        jenkins.assertLogNotContains("\tat ", run);
        assertThat(run.getAction(SubmissionsAction.class).getSubmissions())
                .singleElement()
                .satisfies(submission -> {
                    assertThat(submission.getState()).isEqualTo(State.DONE);
                    assertThat(submission.getStages())
                            .extracting(StageReport::getName)
                            .containsExactly("access", "archive", "upload", "gitSettings", "forceScan");
                });
    }

    private static WorkflowJob job(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
    }
}
