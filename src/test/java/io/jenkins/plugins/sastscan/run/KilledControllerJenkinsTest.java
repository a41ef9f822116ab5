package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.FilePath;
import hudson.XmlFile;
import hudson.model.Result;
import hudson.model.Saveable;
import hudson.model.listeners.SaveableListener;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
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

    /** Reconnects by itself. */
    private static final String INBOUND = "inbound";

    /** Started by the controller, and ends with it. */
    private static final String LAUNCHED = "own-launched";

    private static final String PATIENCE =
            "-Dorg.jenkinsci.plugins.workflow.support.pickles.ExecutorPickle.timeoutForNodeMillis=";

    private static final Map<Stage, SimulatedOperation> OPERATIONS = Map.of(
            Stage.ACCESS, SimulatedOperation.READ_GIT,
            Stage.UPLOAD, SimulatedOperation.UPLOAD,
            Stage.GIT_SETTINGS, SimulatedOperation.WRITE_GIT,
            Stage.FORCE_SCAN, SimulatedOperation.FORCE_SCAN);

    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension()
            .withTimeout(3_600)
            .addSyntheticPlugin(new RealJenkinsExtension.SyntheticPlugin(OwnAgent.class));

    @RegisterExtension
    private final InboundAgentExtension agents = new InboundAgentExtension();

    @TempDir
    private Path temporary;

    private Simulator simulator;
    private SimulatedProject project;

    /** Without it, the node step waits for only 15 seconds in tests. */
    private Duration patience = Duration.ofMinutes(5);

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
    void the_submission_continues(Stage stage, UploadFrom from) throws Throwable {
        start(INBOUND, from);
        killIn(stage, from, 1);
    }

    @Test
    void the_submission_continues_when_the_process_was_told_to_end() throws Throwable {
        start(INBOUND, UploadFrom.AGENT);
        beginIn(Stage.UPLOAD, 1);
        controller.getProcess().destroy();
        controller.getProcess().waitFor();

        continues(1, 2);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        INBOUND + ", AGENT",
        INBOUND + ", CONTROLLER",
        LAUNCHED + ", AGENT",
        LAUNCHED + ", CONTROLLER",
    })
    void the_submission_continues_in_each_stage_and_after_each_one(String agent, UploadFrom from) throws Throwable {
        start(agent, from);
        int build = 0;
        for (Stage stage : Stage.values()) {
            killIn(stage, from, ++build);
            killAfter(stage, ++build);
        }
    }

    private void killIn(Stage stage, UploadFrom from, int build) throws Throwable {
        int uploads = simulator.requests(SimulatedOperation.UPLOAD).size();
        beginIn(stage, build);
        kill();
        assertThat(copies()).hasSize(stage == Stage.UPLOAD && from == UploadFrom.CONTROLLER ? 1 : 0);
        if (stage == Stage.UPLOAD) {
            assertThat(controller.getHome().toPath().resolve("io.jenkins.plugins.sastscan.submission.LastUploads.txt"))
                    .content()
                    .matches("[0-9a-f-]{36}\n");
        }
        EndlessFile.cut(workspace());

        continues(build, uploads + (stage == Stage.UPLOAD ? 2 : 1));
    }

    private void beginIn(Stage stage, int build) throws Throwable {
        HeldFault hang = Fault.hang();
        if (stage == Stage.ARCHIVE) {
            EndlessFile.make(workspace());
        } else {
            simulator.schedule(OPERATIONS.get(stage), hang);
        }
        controller.runRemotely(KilledControllerJenkinsTest::build, build);
        if (stage == Stage.ARCHIVE) {
            Agents.awaitArchive(workspace());
        } else {
            hang.awaitArrival();
        }
    }

    /** Kills the controller when the end of a stage is stored, and the next one has not begun. */
    private void killAfter(Stage stage, int build) throws Throwable {
        int uploads = simulator.requests(SimulatedOperation.UPLOAD).size();
        Path held = temporary.resolve("held-" + build);
        HeldFault later = Fault.delay();
        simulator.schedule(SimulatedOperation.READ_GIT, later);
        controller.runRemotely(KilledControllerJenkinsTest::holdAfter, stage, held.toString());
        controller.runRemotely(KilledControllerJenkinsTest::build, build);
        later.awaitArrival();
        later.release();
        while (!Files.exists(held)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        kill();

        continues(build, uploads + 1);
    }

    private void kill() throws InterruptedException {
        Process process = controller.getProcess();
        controller.stopJenkinsForcibly();
        process.waitFor();
    }

    private void continues(int build, int uploads) throws Throwable {
        restart();
        controller.runRemotely(KilledControllerJenkinsTest::awaitSuccess, build);

        assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(uploads);
        assertThat(project.uploads()).isEqualTo(build);
        assertThat(project.gitWrites()).isEqualTo(build);
        assertThat(project.forceScans()).isEqualTo(build);
        assertThat(copies()).isEmpty();
        assertThat(Agents.leftovers(workspace())).isEmpty();
    }

    @Test
    @Tag("slow")
    void the_submission_continues_from_twenty_random_moments() throws Throwable {
        simulator.always(SimulatedOperation.READ_GIT, Fault.trickle(Duration.ofMillis(2)));
        for (SimulatedOperation operation :
                List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT, SimulatedOperation.FORCE_SCAN)) {
            simulator.always(operation, Fault.trickle(Duration.ofMillis(1)));
        }
        start(LAUNCHED, UploadFrom.AGENT);
        for (int round = 1; round <= 20; round++) {
            String agent = round % 2 == 0 ? INBOUND : LAUNCHED;
            UploadFrom from = round / 2 % 2 == 0 ? UploadFrom.AGENT : UploadFrom.CONTROLLER;
            controller.runRemotely(KilledControllerJenkinsTest::use, agent, from);
            int uploads = project.uploads();
            int gitWrites = project.gitWrites();
            int forceScans = project.forceScans();
            controller.runRemotely(KilledControllerJenkinsTest::build, round);
            LockSupport.parkNanos(
                    Duration.ofMillis(new Random(round).nextInt(6_000)).toNanos());
            kill();
            String record =
                    Files.readString(controller.getHome().toPath().resolve("jobs/job/builds/" + round + "/build.xml"));
            int requests = simulator.requests(SimulatedOperation.UPLOAD).size();

            restart();
            controller.runRemotely(KilledControllerJenkinsTest::awaitSuccess, round);

            if (record.contains("<string>upload</string>")) {
                assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(requests);
            }
            assertThat(project.uploads()).as("round %s", round).isGreaterThan(uploads);
            assertThat(project.gitWrites()).isGreaterThan(gitWrites);
            assertThat(project.forceScans()).isGreaterThan(forceScans);
            assertThat(copies()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void the_build_ends_when_its_agent_does_not_come_back() throws Throwable {
        patience = Duration.ofSeconds(3);
        start(INBOUND, UploadFrom.AGENT);
        beginIn(Stage.UPLOAD, 1);
        kill();
        agents.stop(INBOUND);

        controller.startJenkins();
        controller.runRemotely(KilledControllerJenkinsTest::awaitAbort, 1);

        assertThat(project.uploads()).isZero();
    }

    private void start(String agent, UploadFrom from) throws Throwable {
        controller
                .javaOptions("-Djava.io.tmpdir=" + temporary, PATIENCE + patience.toMillis())
                .startJenkins();
        agents.createAgent(
                controller,
                InboundAgentExtension.Options.newBuilder()
                        .name(INBOUND)
                        .webSocket()
                        .build());
        controller.runRemotely(
                KilledControllerJenkinsTest::launchAgent,
                temporary.resolve("launched").toString());
        controller.runRemotely(
                KilledControllerJenkinsTest::configure, simulator.baseUrl().toString(), simulator.accessToken());
        controller.runRemotely(KilledControllerJenkinsTest::use, agent, from);
    }

    private void restart() throws Throwable {
        // Forgets a process that has ended.
        controller.stopJenkinsForcibly();
        controller.startJenkins();
    }

    /** The workspace on the agent, which is on this machine. */
    private FilePath workspace() {
        return new FilePath(temporary.resolve("workspace").toFile());
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
        jenkins.createProject(WorkflowJob.class, "job");
    }

    private static void launchAgent(JenkinsRule jenkins, String directory) throws Throwable {
        assertThat(OwnAgent.start(Path.of(directory), 1).getNodeName()).isEqualTo(LAUNCHED);
    }

    /** The builds that follow use an agent, and upload from there or from the controller. */
    private static void use(JenkinsRule jenkins, String agent, UploadFrom from) throws Throwable {
        SastConfiguration configuration = SastConfiguration.get();
        configuration.getServers().forEach(server -> server.setUploadFrom(from));
        configuration.save();
        SastJenkins.pipeline(
                job(jenkins),
                "node('" + agent + "') { ws('" + Path.of(System.getProperty("java.io.tmpdir"), "workspace")
                        + "') { writeFile file: 'a', text: 'A'\n def result = " + STEP
                        + "\n echo 'result: ' + result.keySet() } }");
        job(jenkins).save();
    }

    /** Starts a build, and waits until the start of its step is stored. */
    private static void build(JenkinsRule jenkins, int number) throws Throwable {
        WorkflowRun run = job(jenkins).scheduleBuild2(0).waitForStart();
        assertThat(run.getNumber()).isEqualTo(number);
        jenkins.waitForMessage("[Pipeline] sastScan", run);
        // Answered after the step has started and all was stored.
        run.getExecutionPromise().get().getCurrentExecutions(true).get();
    }

    private static void holdAfter(JenkinsRule jenkins, Stage stage, String file) throws Throwable {
        jenkins.jenkins.getExtensionList(SaveableListener.class).add(0, new Hold(stage, Path.of(file)));
    }

    /** Holds a submission when the end of a stage is stored, and creates a file then. */
    private static final class Hold extends SaveableListener {
        private final Stage stage;
        private final Path file;

        Hold(Stage stage, Path file) {
            this.stage = stage;
            this.file = file;
        }

        @Override
        public void onChange(Saveable saved, XmlFile record) {
            if (saved instanceof WorkflowRun run && isDone(run)) {
                try {
                    Files.createFile(file);
                    new CountDownLatch(1).await();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private boolean isDone(WorkflowRun run) {
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            return action != null
                    && action.getSubmissions().stream()
                            .anyMatch(each ->
                                    ResultMap.done(each.checkpoint().result()).contains(stage));
        }
    }

    private static void awaitAbort(JenkinsRule jenkins, int number) throws Throwable {
        WorkflowRun run = job(jenkins).getBuildByNumber(number);
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(run.getAction(SubmissionsAction.class).getSubmissions())
                .extracting(SubmissionReport::getState)
                .containsExactly(State.ABORTED);
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
