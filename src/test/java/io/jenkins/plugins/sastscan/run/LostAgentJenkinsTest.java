package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** The process of an agent is killed while it works, at each stage of a submission. */
@WithSast
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LostAgentJenkinsTest {
    private static final String LOST =
            "SAST: The connection to the agent was lost. Run the build again when the agent is online.";
    private static final String UNCHANGED = LOST + " Nothing was changed on the SAST server.";
    private static final String STEP =
            "sastScan server: 'main', projectId: '42', git: [url: 'https://git.example/a.git', branch: 'main']";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static int agents;
    private SastJenkins sast;
    private DumbSlave agent;

    @BeforeEach
    void start() throws Exception {
        jenkins.jenkins.setNumExecutors(0);
        // Of a name that no other had: when one is removed, what runs on one of its name may be cancelled later.
        agent = OwnAgent.start(directory.resolve("agent" + ++agents), 1);
    }

    @AfterEach
    void end() throws Exception {
        jenkins.jenkins.removeNode(agent);
    }

    @Test
    void while_archiving_it_fails_the_build_and_the_next_one_cleans_up() throws Exception {
        WorkflowJob job = job("");
        FilePath workspace = agent.getWorkspaceRoot().child(job.getName());
        EndlessFile.make(workspace);
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("The SAST server accepted the access token", run);
        Agents.awaitArchive(workspace);
        Agents.kill(agent);
        failed(run, UNCHANGED);

        comeBack();
        FilePath again = agent.getWorkspaceRoot().child(job.getName());
        // The archive and its lock.
        assertThat(Agents.leftovers(again)).hasSize(2);
        EndlessFile.cut(again);
        WorkflowRun next = jenkins.buildAndAssertSuccess(job);
        assertThat(next.getNumber()).isEqualTo(2);
        assertThat(Agents.leftovers(again)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD"})
    void before_its_work_is_done_it_fails_the_build(SimulatedOperation operation) throws Exception {
        WorkflowRun run = killIn(operation, job("writeFile file: 'a', text: 'A'"));

        failed(run, operation == SimulatedOperation.UPLOAD ? LOST : UNCHANGED);
        if (operation == SimulatedOperation.UPLOAD) {
            assertThat(Logs.ofSteps(run))
                    .anyMatch(
                            line -> line.endsWith(
                                    " could not be deleted (the connection to the agent was lost). The next submission deletes it."));
        }
        assertThat(sast.simulator().requests())
                .last()
                .matches(last -> last.operation().equals(Optional.of(operation)));
    }

    @Test
    void when_its_work_is_done_the_step_ends_well() throws Exception {
        WorkflowRun run = killIn(
                SimulatedOperation.WRITE_GIT,
                sast.pipeline("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n" + STEP
                        + "; echo 'went on' }"));

        jenkins.waitForMessage("went on", run);
        jenkins.waitForCompletion(run);
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().gitWrites()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    private WorkflowRun killIn(SimulatedOperation operation, WorkflowJob job) throws Exception {
        return killIn(operation, Fault.delay(), () -> job.scheduleBuild2(0).waitForStart());
    }

    private <R> R killIn(SimulatedOperation operation, HeldFault fault, Callable<R> start) throws Exception {
        sast.simulator().schedule(operation, fault);
        R run = start.call();
        fault.awaitArrival();
        Agents.kill(agent);
        agent.toComputer().waitUntilOffline();
        fault.release();
        return run;
    }

    @Test
    void in_the_upload_of_a_freestyle_build_it_is_told_in_one_line_and_the_next_build_cleans_up() throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of("a", "A"));
        FreeStyleBuild build = killIn(
                SimulatedOperation.UPLOAD,
                Fault.hang(),
                () -> job.scheduleBuild2(0).waitForStart());
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(build));

        // Core tells it itself if it knows sooner; what comes after the step is its own trouble with the channel.
        assertThat(Logs.ofSteps(build).stream().takeWhile(line -> !line.startsWith("Build step ")))
                .anyMatch(line -> line.equals("Agent went offline during the build") || line.equals("ERROR: " + LOST))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("Exception"));

        comeBack();
        FreeStyleBuild next = jenkins.buildAndAssertSuccess(job);
        assertThat(Agents.leftovers(next.getWorkspace())).isEmpty();
        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    @Test
    void retry_with_the_condition_agent_submits_again() throws Exception {
        WorkflowJob job = sast.pipeline("retry(conditions: [agent()], count: 2) { node('" + agent.getNodeName()
                + "') { writeFile file: 'a', text: 'A'; sastScan server: 'main', projectId: '42' } }");
        WorkflowRun build = killIn(
                SimulatedOperation.UPLOAD,
                Fault.hang(),
                () -> job.scheduleBuild2(0).waitForStart());
        comeBack();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));

        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    /** A job that submits, and tells what failed. */
    private WorkflowJob job(String before) throws Exception {
        return sast.pipeline("node('" + agent.getNodeName() + "') { " + before + "\ntry { " + STEP
                + " } catch (e) { echo \"caught: ${e.message}\"; throw e } }");
    }

    private static void failed(WorkflowRun run, String message) throws Exception {
        jenkins.waitForMessage("caught: ", run);
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).contains("caught: " + message);
        // Not only the steps: at its end, a build prints an exception that it cannot store with its stack trace.
        assertThat(run.getLog(1_000)).contains("ERROR: " + message).noneMatch(line -> line.startsWith("\tat "));
    }

    private void comeBack() throws Exception {
        agent.toComputer().waitUntilOffline();
        agent.toComputer().connect(true).get();
    }
}
