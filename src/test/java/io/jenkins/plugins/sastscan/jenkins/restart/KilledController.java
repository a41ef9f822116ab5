package io.jenkins.plugins.sastscan.jenkins.restart;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.agent.OnAgentStep;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.fixtures.RealJenkinsFixture;
import org.jvnet.hudson.test.junit.jupiter.InboundAgentExtension;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/**
 * A controller in its own process. The tests kill and restart this controller during submissions. The agents run in
 * separate processes.
 */
public abstract class KilledController {
    protected static final String STEP = """
            writeFile file: 'a', text: env.BUILD_NUMBER
            def result = sastSubmit projectId: 100 + currentBuild.number, git: [url: 'https://git.example/a.git', branch: 'main']
            echo 'result: ' + result.keySet()
            """;

    /** The agent that reconnects on its own, over WebSocket. */
    protected static final String INBOUND = "inbound";

    /** The agent that reconnects on its own, over TCP. */
    protected static final String TCP = "tcp";

    /** The agent that the controller launches. The agent's process ends when the controller's process ends. */
    protected static final String LAUNCHED = "own-launched";

    /** By default, a node step in a test waits only 15 seconds for its agent after a restart. */
    private static final String AGENT_TIMEOUT =
            "-Dorg.jenkinsci.plugins.workflow.support.pickles.ExecutorPickle.timeoutForNodeMillis=";

    private static final Map<Stage, SimulatedOperation> OPERATIONS = Map.of(
            Stage.ACCESS, SimulatedOperation.READ_GIT,
            Stage.UPLOAD, SimulatedOperation.UPLOAD,
            Stage.GIT_SETTINGS, SimulatedOperation.WRITE_GIT,
            Stage.FORCE_SCAN, SimulatedOperation.FORCE_SCAN);

    @RegisterExtension
    protected final RealJenkinsExtension controller = new RealJenkinsExtension()
            .withTimeout(3_600)
            // These plugins are not needed, and would slow down the start.
            .omitPlugins("git", "configuration-as-code", "dark-theme", "job-dsl", "pipeline-model-definition")
            .addSyntheticPlugin(new RealJenkinsExtension.SyntheticPlugin(OwnAgent.class)
                    .header("Plugin-Dependencies", "workflow-durable-task-step:1"));

    @RegisterExtension
    protected final InboundAgentExtension agents = new InboundAgentExtension();

    @TempDir
    protected Path temporary;

    @AutoClose
    protected final Simulator simulator = Simulator.start(Dialect.CONTRACT);

    /** Each build has its own project, so that no build waits for another. */
    protected final List<SimulatedProject> projects =
            LongStream.rangeClosed(101, 120).mapToObj(simulator::addProject).toList();

    protected void start(Duration agentTimeout) throws Throwable {
        controller
                .javaOptions("-Djava.io.tmpdir=" + temporary, AGENT_TIMEOUT + agentTimeout.toMillis())
                .startJenkins();
        agents.createAgent(controller, inbound(INBOUND));
        controller.run(jenkins -> jenkins.jenkins.setSlaveAgentPort(0));
        agents.createAgent(
                controller, InboundAgentExtension.Options.newBuilder().name(TCP).build());
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

    protected void restart() throws Throwable {
        // This call makes the fixture forget a process that has ended.
        controller.stopJenkinsForcibly();
        try {
            controller.startJenkins();
        } catch (RealJenkinsFixture.JenkinsStartupException e) {
            // The start can fail if core's security filter starts before Jenkins has read its secret key.
            controller.stopJenkinsForcibly();
            controller.startJenkins();
        }
    }

    protected void kill() throws InterruptedException {
        Process process = controller.getProcess();
        controller.stopJenkinsForcibly();
        process.waitFor();
    }

    /** @param from whether {@code agent} or the controller uploads */
    protected void use(String agent, UploadFrom from) throws Throwable {
        controller.run(jenkins -> {
            SastConfiguration configuration = SastConfiguration.get();
            configuration.getServers().forEach(server -> server.setUploadFrom(from));
            configuration.save();
        });
        use("node('" + agent + "') { ws('" + workspace() + "') { " + STEP + " } }");
    }

    protected void use(String script) throws Throwable {
        controller.run(jenkins -> SastJenkins.pipeline(job(jenkins), script).save());
    }

    /** Starts a build, and waits until Jenkins has stored that the step was started. */
    protected void build(int number) throws Throwable {
        controller.run(jenkins -> {
            WorkflowRun run = job(jenkins).scheduleBuild2(0).waitForStart();
            assertThat(run.getNumber()).isEqualTo(number);
            jenkins.waitForMessage("[Pipeline] sastSubmit", run);
            // This call returns after the step has started and all state is stored.
            run.getExecutionPromise().get().getCurrentExecutions(true).get();
        });
    }

    protected void beginIn(Stage stage, int build) throws Throwable {
        if (stage == Stage.ARCHIVE) {
            Agents.makeEndlessFile(workspace());
            build(build);
            Agents.awaitArchive(workspace());
        } else {
            var hang = Fault.hang();
            simulator.schedule(OPERATIONS.get(stage), hang);
            build(build);
            hang.awaitArrival();
        }
    }

    /** Asserts that these builds have submitted all of their source and settings. */
    protected void assertDone(int... builds) throws Exception {
        for (int build : builds) {
            SimulatedProject project = projects.get(build - 1);
            assertThat(project.uploads()).as("uploads of build %s", build).isPositive();
            assertThat(project.gitWrites())
                    .as("Git settings of build %s", build)
                    .isPositive();
            assertThat(project.forceScans())
                    .as("forced scans of build %s", build)
                    .isPositive();
        }
        assertThat(archivesOnController()).isEmpty();
    }

    /** Asserts that a build deletes what killed builds left in the workspace a day ago. */
    protected void cleansUp(int build) throws Throwable {
        Agents.ageLeftovers(workspace());
        build(build);
        succeeds(build);
        assertThat(Agents.leftovers(workspace())).isEmpty();
    }

    protected FilePath workspace() {
        return new FilePath(temporary.resolve("workspace").toFile());
    }

    /** The controller must never store an archive, so this list must be empty. */
    protected List<Path> archivesOnController() throws IOException {
        try (var files = Files.list(temporary)) {
            return files.filter(file -> file.toString().endsWith(".zip")).toList();
        }
    }

    protected void succeeds(int number) throws Throwable {
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

    protected static SubmissionReport ended(JenkinsRule jenkins, int number, Result result) throws Exception {
        WorkflowRun run = job(jenkins).getBuildByNumber(number);
        jenkins.assertBuildStatus(result, jenkins.waitForCompletion(run));
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }

    protected static WorkflowJob job(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
    }

    protected static InboundAgentExtension.Options inbound(String name) {
        return InboundAgentExtension.Options.newBuilder().name(name).webSocket().build();
    }
}
