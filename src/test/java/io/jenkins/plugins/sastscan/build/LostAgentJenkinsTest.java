package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.Result;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LostAgentJenkinsTest {
    private static final String LOST =
            "SAST: The connection to the agent was lost. Run the build again when the agent is online.";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    /** Four builds for different projects lose their agent at the same time. Later, the agent reconnects. */
    @Test
    void files_of_a_killed_agent_are_deleted_later_and_its_builds_fail_with_a_short_message(@TempDir Path directory)
            throws Exception {
        DumbSlave killed = OwnAgent.start(directory.resolve("killed"), 4);
        List.of(1L, 2L, 3L, 4L).forEach(sast.simulator()::addProject);
        HeldFault uploadLater = Fault.delay();
        WorkflowRun uploading = sast.held(submitting(killed, 2), SimulatedOperation.UPLOAD, uploadLater);
        WorkflowRun retrying = sast.held(
                sast.pipeline("retry(conditions: [agent()], count: 2) { node('" + killed.getNodeName()
                        + "') { writeFile file: 'a', text: 'A'; sastSubmit server: 'main', projectId: '3' } }"),
                SimulatedOperation.UPLOAD,
                Fault.hang());
        var freestyle = sast.freestyle(Map.of("a", "A"), SastJenkins.builder(SastJenkins.SERVER, "4"));
        freestyle.setAssignedNode(killed);
        var uploadingToo = sast.held(freestyle, SimulatedOperation.UPLOAD, Fault.hang());
        WorkflowJob archives = submitting(killed, 1);
        FilePath workspace = killed.getWorkspaceRoot().child(archives.getName());
        Agents.makeEndlessFile(workspace);
        WorkflowRun archiving = archives.scheduleBuild2(0).waitForStart();
        Agents.awaitArchive(workspace);

        Agents.kill(killed);
        killed.toComputer().waitUntilOffline();
        uploadLater.release();
        failed(archiving, LOST + " Nothing was changed on the SAST server.");
        failed(uploading, LOST);
        assertThat(Logs.ofSteps(uploading))
                .anyMatch(line -> line.endsWith(" could not be deleted. A later submission deletes it."));
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(uploadingToo));
        // Core prints its own message if it notices the loss first. Core also prints the line "Build step ..." and all
        // lines after this line.
        assertThat(Logs.ofSteps(uploadingToo).stream().takeWhile(line -> !line.startsWith("Build step ")))
                .anyMatch(line -> line.equals("Agent went offline during the build") || line.equals("ERROR: " + LOST))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("Exception"));

        killed.toComputer().connect(true).get();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(retrying));
        assertThat(sast.simulator().project(3).uploads()).isEqualTo(1);
        FilePath again = killed.getWorkspaceRoot().child(archives.getName());
        // The killed agent left the archive in its directory.
        assertThat(Agents.leftovers(again)).hasSize(2);
        Agents.ageLeftovers(again);
        Agents.cutEndlessFile(again);
        jenkins.buildAndAssertSuccess(archives);
        assertThat(Agents.leftovers(again)).isEmpty();
    }

    /** Creates a job that submits a file. If the submission fails, the job logs the error message. */
    private WorkflowJob submitting(DumbSlave node, long project) throws Exception {
        return sast.pipeline("node('" + node.getNodeName() + "') { writeFile file: 'a', text: 'A'\ntry { "
                + "sastSubmit server: 'main', projectId: '" + project
                + "', git: [url: 'https://git.example/a.git', branch: 'main'] } catch (e) { echo \"caught: ${e.message}\";"
                + " throw e } }");
    }

    private static void failed(WorkflowRun run, String message) throws Exception {
        jenkins.waitForMessage("caught: ", run);
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).contains("caught: " + message);
        // If Jenkins could not store the exception, the log would end with a stack trace.
        assertThat(run.getLog(1_000)).contains("ERROR: " + message).noneMatch(line -> line.startsWith("\tat "));
    }
}
