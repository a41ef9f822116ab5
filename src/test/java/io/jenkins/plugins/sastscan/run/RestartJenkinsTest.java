package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.concurrent.atomic.AtomicReference;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts while a step runs. */
class RestartJenkinsTest {
    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    private final AtomicReference<SastJenkins> sast = new AtomicReference<>();

    @Test
    void the_step_fails_and_says_that_it_cannot_go_on() throws Throwable {
        restartIn("sastScan server: 'main', projectId: '42', upload: false");

        sessions.then(jenkins -> {
            WorkflowRun run = last(jenkins);
            jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.contains("sastScan") && line.contains("restart"));
            sast.get().close();
        });
    }

    @Test
    void retry_with_the_condition_nonresumable_submits_again() throws Throwable {
        restartIn("retry(conditions: [nonresumable()], count: 2) {"
                + " sastScan server: 'main', projectId: '42', upload: false }");

        sessions.then(jenkins -> {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(sast.get().project().forceScans()).isEqualTo(1);
            sast.get().close();
        });
    }

    private void restartIn(String script) throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            sast.get().simulator().schedule(SimulatedOperation.FORCE_SCAN, hang);
            WorkflowJob job = SastJenkins.pipeline(jenkins.createProject(WorkflowJob.class, "job"), script);
            job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
        });
    }

    private static WorkflowRun last(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class).getLastBuild();
    }
}
