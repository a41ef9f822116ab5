package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.XmlFile;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Saveable;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OnAgentStep;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.fixtures.RealJenkinsFixture;
import org.jvnet.hudson.test.junit.jupiter.InboundAgentExtension;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/** The controller process is killed and restarted during a submission on an agent, which runs in another process. */
class KilledControllerJenkinsTest {
    private static final String STEP = """
            writeFile file: 'a', text: env.BUILD_NUMBER
            def result = sastScan projectId: 100 + currentBuild.number, git: [url: 'https://git.example/a.git', branch: 'main']
            echo 'result: ' + result.keySet()
            """;

    /** The agent that reconnects by itself. */
    private static final String INBOUND = "inbound";

    private static final String AWAY = "away";

    /** The agent that the controller launches, and that ends with the controller. */
    private static final String LAUNCHED = "own-launched";

    /**
     * How long the controller waits for agents after a restart. In tests, the node step otherwise waits only 15
     * seconds.
     */
    private static final String AGENT_TIMEOUT =
            "-Dorg.jenkinsci.plugins.workflow.support.pickles.ExecutorPickle.timeoutForNodeMillis=";

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private static final Map<Stage, SimulatedOperation> OPERATIONS = Map.of(
            Stage.ACCESS, SimulatedOperation.READ_GIT,
            Stage.UPLOAD, SimulatedOperation.UPLOAD,
            Stage.GIT_SETTINGS, SimulatedOperation.WRITE_GIT,
            Stage.FORCE_SCAN, SimulatedOperation.FORCE_SCAN);

    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension()
            .withTimeout(3_600)
            // These plugins are not needed, and would slow down the start.
            .omitPlugins("git", "configuration-as-code", "dark-theme", "job-dsl", "pipeline-model-definition")
            .addSyntheticPlugin(new RealJenkinsExtension.SyntheticPlugin(OwnAgent.class)
                    .header("Plugin-Dependencies", "workflow-durable-task-step:1"));

    @RegisterExtension
    private final InboundAgentExtension agents = new InboundAgentExtension();

    private final InboundAgentExtension.Options away = inbound(AWAY);

    @TempDir
    private Path temporary;

    private final Simulator simulator = Simulator.start(Dialect.CONTRACT);
    /** Each build has its own project, so that no build waits for another. */
    private final List<SimulatedProject> projects =
            LongStream.rangeClosed(101, 120).mapToObj(simulator::addProject).toList();

    @AfterEach
    void close() {
        simulator.close();
    }

    /**
     * The controller starts slowly, so one controller runs all builds. Their agents reconnect, reconnect late, or never
     * reconnect.
     */
    @Test
    void submissions_wait_for_their_agents_and_continue_after_a_kill_or_a_stop() throws Throwable {
        start(Duration.ofSeconds(45));
        agents.createAgent(controller, away);
        List<String> scripts = List.of(
                "node('inbound') { ws('" + workspace() + "') { %s } }",
                "onAgent('away') { %s }",
                "onAgent('own-launched') { %s }",
                "onAgent('own-launched') { %s }",
                "timeout(time: 40, unit: 'SECONDS') { onAgent('own-launched') { %s } }");
        for (int build = 1; build <= scripts.size(); build++) {
            use(String.format(scripts.get(build - 1), STEP));
            beginIn(Stage.UPLOAD, build);
        }
        use("onAgent('inbound') { " + STEP + " }");
        beginIn(Stage.FORCE_SCAN, 6);
        beginLongDryRun(7);
        beginFreestyle();
        kill();
        assertLastUploadIsForgotten();
        agents.stop(AWAY);
        Files.move(temporary.resolve("launched"), temporary.resolve("gone"));

        restart();
        controller.run(jenkins -> {
            assertThat(SastJenkins.submission(job(jenkins).getBuildByNumber(2)).getStanding())
                    .isEqualTo("waiting for the agent after a restart");
            job(jenkins).getBuildByNumber(3).doStop();
            FreeStyleProject freestyle = jenkins.jenkins.getItemByFullName("freestyle", FreeStyleProject.class);
            assertThat(freestyle.getBuildByNumber(1)).isNull();
            assertThat(freestyle.getNextBuildNumber()).isEqualTo(2);
        });
        agents.start(controller, away);
        for (int build : new int[] {1, 2, 6}) {
            succeeds(build);
        }
        aborts(3, "Finished: ABORTED");
        aborts(4, "The agent did not come back after the restart of Jenkins.");
        aborts(5, "Timeout has been exceeded");
        controller.run(jenkins ->
                assertThat(ended(jenkins, 7, Result.SUCCESS).getState()).isEqualTo(State.DONE));
        assertDone(3, 8);

        use(String.format(scripts.get(0), STEP));
        beginIn(Stage.UPLOAD, 8);
        controller.getProcess().destroy();
        controller.getProcess().waitFor();
        restart();
        succeeds(8);
        assertDone(4, 10);

        controller.run(KilledControllerJenkinsTest::writeGitSettings);
    }

    /** The Git plugin is not installed. This plugin can write Git settings without it. */
    private static void writeGitSettings(JenkinsRule jenkins) throws Exception {
        String step = "sastScan(projectId: '42', upload: false, git: [branch: 'main', credentialsId: 'git'";
        assertThat(jenkins.jenkins.getPlugin("git")).isNull();
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            sast.addCredentials(Servers.user("git", "git-user", "git-password"));
            sast.build(step + ", url: 'https://git.example/app.git'])");
            assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");
            assertThat(sast.refusal(step + "])")).contains("no record of a Git checkout");
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        INBOUND + ", AGENT",
        INBOUND + ", CONTROLLER",
        LAUNCHED + ", AGENT",
        LAUNCHED + ", CONTROLLER",
    })
    void a_submission_continues_after_a_kill_during_or_after_each_stage(String agent, UploadFrom from)
            throws Throwable {
        start(FIVE_MINUTES);
        use(agent, from);
        int build = 0;
        for (Stage stage : Stage.values()) {
            killIn(stage, ++build);
            killAfter(stage, ++build);
        }
    }

    @Test
    @Tag("slow")
    void a_submission_that_waits_for_its_turn_continues_after_a_kill() throws Throwable {
        start(FIVE_MINUTES);
        String sameProject = STEP.replace("100 + currentBuild.number", "101");
        // The agent has only one executor.
        use("node(env.BUILD_NUMBER == '1' ? 'inbound' : 'built-in') { " + sameProject + " }");
        beginIn(Stage.UPLOAD, 1);
        build(2);
        controller.run(jenkins -> jenkins.waitForMessage(
                "Waiting for build #1 of this job", job(jenkins).getBuildByNumber(2)));
        kill();
        restart();
        controller.run(jenkins -> {
            ended(jenkins, 1, Result.SUCCESS);
            ended(jenkins, 2, Result.SUCCESS);
        });
        // Either build may get the turn first. Build 1 is superseded if build 2 gets it first.
        assertThat(Zips.received(projects.get(0))).isEqualTo(Map.of("a", "2"));
    }

    private void killIn(Stage stage, int build) throws Throwable {
        int uploads = uploads();
        beginIn(stage, build);
        kill();
        assertThat(archivesOnController()).isEmpty();
        if (stage == Stage.UPLOAD) {
            assertLastUploadIsForgotten();
        }
        Agents.EndlessFile.cut(workspace());

        continues(build, uploads + (stage == Stage.UPLOAD ? 2 : 1));
    }

    private void assertLastUploadIsForgotten() {
        assertThat(controller.getHome().toPath().resolve("io.jenkins.plugins.sastscan.submission.LastUploads"))
                .isEmptyDirectory();
    }

    private void beginIn(Stage stage, int build) throws Throwable {
        if (stage == Stage.ARCHIVE) {
            Agents.EndlessFile.make(workspace());
            build(build);
            Agents.awaitArchive(workspace());
        } else {
            var hang = Fault.hang();
            simulator.schedule(OPERATIONS.get(stage), hang);
            build(build);
            hang.awaitArrival();
        }
    }

    /** Kills the controller when the end of a stage is stored and the next stage has not begun. */
    private void killAfter(Stage stage, int build) throws Throwable {
        int uploads = uploads();
        var later = Fault.delay();
        simulator.schedule(SimulatedOperation.READ_GIT, later);
        controller.run(jenkins ->
                jenkins.jenkins.getExtensionList(SaveableListener.class).add(0, new KillAfter(stage)));
        build(build);
        later.awaitArrival();
        later.release();
        controller.getProcess().waitFor();

        continues(build, uploads + 1);
    }

    private void continues(int build, int uploads) throws Throwable {
        restart();
        succeeds(build);
        assertDone(build, uploads);
    }

    /** @param uploads the number of started uploads, including those that did not end */
    private void assertDone(int submissions, int uploads) throws Exception {
        assertThat(uploads()).isEqualTo(uploads);
        assertThat(sum(SimulatedProject::uploads)).isEqualTo(submissions);
        assertThat(sum(SimulatedProject::gitWrites)).isEqualTo(submissions);
        assertThat(sum(SimulatedProject::forceScans)).isEqualTo(submissions);
        assertThat(archivesOnController()).isEmpty();
        assertThat(Agents.leftovers(workspace())).isEmpty();
    }

    @Test
    @Tag("slow")
    void submissions_continue_after_a_kill_at_each_of_twenty_random_times() throws Throwable {
        simulator.always(SimulatedOperation.READ_GIT, Fault.trickle(Duration.ofMillis(2)));
        for (SimulatedOperation operation :
                List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT, SimulatedOperation.FORCE_SCAN)) {
            simulator.always(operation, Fault.trickle(Duration.ofMillis(1)));
        }
        start(FIVE_MINUTES);
        for (int round = 1; round <= 20; round++) {
            use(round % 2 == 0 ? INBOUND : LAUNCHED, round / 2 % 2 == 0 ? UploadFrom.AGENT : UploadFrom.CONTROLLER);
            SimulatedProject project = projects.get(round - 1);
            build(round);
            LockSupport.parkNanos(
                    Duration.ofMillis(new Random(round).nextInt(6_000)).toNanos());
            kill();
            String record =
                    Files.readString(controller.getHome().toPath().resolve("jobs/job/builds/" + round + "/build.xml"));
            int requests = uploads();

            restart();
            succeeds(round);

            if (record.contains("<string>upload</string>")) {
                assertThat(uploads()).isEqualTo(requests);
            }
            assertThat(project.uploads()).as("round %s", round).isPositive();
            assertThat(project.gitWrites()).isPositive();
            assertThat(project.forceScans()).isPositive();
            assertThat(archivesOnController()).isEmpty();
        }
    }

    private void beginLongDryRun(int build) throws Throwable {
        Path directory = Files.createDirectory(temporary.resolve("many"));
        for (int file = 0; file < 30_000; file++) {
            Files.createFile(directory.resolve("file" + file));
        }
        use("onAgent('inbound') { dir('" + directory + "') { sastScan projectId: '42', dryRun: true } }");
        build(build);
    }

    /** Starts a freestyle build, which Jenkins stores only when it ends. */
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

    private void start(Duration agentTimeout) throws Throwable {
        controller
                .javaOptions("-Djava.io.tmpdir=" + temporary, AGENT_TIMEOUT + agentTimeout.toMillis())
                .startJenkins();
        agents.createAgent(controller, inbound(INBOUND));
        String url = simulator.baseUrl().toString();
        String token = simulator.accessToken();
        String launched = temporary.resolve("launched").toString();
        controller.run(jenkins -> {
            // SastJenkins.start would run the simulator in the controller process, which is killed.
            SastJenkins.setUp(jenkins, url, token);
            jenkins.createProject(WorkflowJob.class, "job");
            OwnAgent.start(Path.of(launched), 1);
            jenkins.jenkins.getExtensionList(StepDescriptor.class).add(0, new OnAgentStep.Description());
        });
    }

    private static InboundAgentExtension.Options inbound(String name) {
        return InboundAgentExtension.Options.newBuilder().name(name).webSocket().build();
    }

    private void restart() throws Throwable {
        // Makes the fixture forget a process that has ended.
        controller.stopJenkinsForcibly();
        try {
            controller.startJenkins();
        } catch (RealJenkinsFixture.JenkinsStartupException e) {
            // Sometimes core's security filter starts before Jenkins has read its secret key, and the start fails.
            controller.stopJenkinsForcibly();
            controller.startJenkins();
        }
    }

    private void kill() throws InterruptedException {
        Process process = controller.getProcess();
        controller.stopJenkinsForcibly();
        process.waitFor();
    }

    /** Makes the following builds run on an agent, and upload from this agent or from the controller. */
    private void use(String agent, UploadFrom from) throws Throwable {
        controller.run(jenkins -> {
            SastConfiguration configuration = SastConfiguration.get();
            configuration.getServers().forEach(server -> server.setUploadFrom(from));
            configuration.save();
        });
        use("node('" + agent + "') { ws('" + workspace() + "') { " + STEP + " } }");
    }

    private void use(String script) throws Throwable {
        controller.run(jenkins -> SastJenkins.pipeline(job(jenkins), script).save());
    }

    /** Starts a build, and waits until the start of its step is stored. */
    private void build(int number) throws Throwable {
        controller.run(jenkins -> {
            WorkflowRun run = job(jenkins).scheduleBuild2(0).waitForStart();
            assertThat(run.getNumber()).isEqualTo(number);
            jenkins.waitForMessage("[Pipeline] sastScan", run);
            // This call returns after the step has started and all state is stored.
            run.getExecutionPromise().get().getCurrentExecutions(true).get();
        });
    }

    private int sum(ToIntFunction<SimulatedProject> count) {
        return projects.stream().mapToInt(count).sum();
    }

    private int uploads() {
        return simulator.requests(SimulatedOperation.UPLOAD).size();
    }

    /** The workspace on the agent, which runs on this machine. */
    private FilePath workspace() {
        return new FilePath(temporary.resolve("workspace").toFile());
    }

    /** Archives in the controller's temporary directory, where no archive may appear. */
    private List<Path> archivesOnController() throws IOException {
        try (var files = Files.list(temporary)) {
            return files.filter(file -> file.toString().endsWith(".zip")).toList();
        }
    }

    private void aborts(int number, String message) throws Throwable {
        controller.run(jenkins -> {
            SubmissionReport submission = ended(jenkins, number, Result.ABORTED);
            assertThat(submission.getState()).isEqualTo(State.ABORTED);
            jenkins.assertLogContains(message, job(jenkins).getBuildByNumber(number));
        });
    }

    private void succeeds(int number) throws Throwable {
        controller.run(jenkins -> {
            SubmissionReport submission = ended(jenkins, number, Result.SUCCESS);
            WorkflowRun run = job(jenkins).getBuildByNumber(number);
            jenkins.assertLogContains(
                    "result: [projectId, archive, unchanged, superseded, git, scanForced, milliseconds]", run);
            jenkins.assertLogNotContains("\tat ", run);
            assertThat(submission.getState()).isEqualTo(State.DONE);
            assertThat(submission.getStages())
                    .extracting(StageReport::getName)
                    .containsExactly("access", "archive", "upload", "gitSettings", "forceScan");
        });
    }

    private static SubmissionReport ended(JenkinsRule jenkins, int number, Result result) throws Exception {
        WorkflowRun run = job(jenkins).getBuildByNumber(number);
        jenkins.assertBuildStatus(result, jenkins.waitForCompletion(run));
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }

    private static WorkflowJob job(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
    }

    /** Kills its own process when a submission has stored the end of a stage. */
    private static final class KillAfter extends SaveableListener {
        private final Stage stage;

        KillAfter(Stage stage) {
            this.stage = stage;
        }

        @Override
        public void onChange(Saveable saved, XmlFile record) {
            if (saved instanceof WorkflowRun run && isDone(run.getAction(SubmissionsAction.class))) {
                try {
                    String self = Long.toString(ProcessHandle.current().pid());
                    new ProcessBuilder("kill", "-KILL", self).start().waitFor();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private boolean isDone(SubmissionsAction action) {
            return action != null
                    && action.getSubmissions().stream()
                            .anyMatch(each -> each.checkpoint().done().contains(SubmissionResult.key(stage)));
        }
    }
}
