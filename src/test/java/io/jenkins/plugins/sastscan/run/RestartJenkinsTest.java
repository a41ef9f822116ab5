package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.reliability.Reliability;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.concurrent.atomic.AtomicReference;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts while a step runs. */
class RestartJenkinsTest {
    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    private final AtomicReference<SastJenkins> sast = new AtomicReference<>();

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD", "WRITE_GIT", "FORCE_SCAN"})
    void the_step_fails_and_says_that_it_cannot_go_on(SimulatedOperation operation) throws Throwable {
        restartIn(
                operation,
                "node { writeFile file: 'a', text: 'A'\nsastScan server: 'main', projectId: '42',"
                        + " git: [url: 'https://git.example/a.git', branch: 'main'] }");

        sessions.then(jenkins -> Reliability.prove(
                "Faults in Jenkins",
                "controller restarted",
                "CONTROLLER: " + operation,
                "fails, says that the step cannot go on after a restart; no act is done twice",
                () -> {
                    WorkflowRun run = last(jenkins);
                    jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
                    assertThat(Logs.ofSteps(run))
                            .anyMatch(line -> line.contains("sastScan") && line.contains("restart"));
                    assertThat(sast.get().simulator().requests(operation)).hasSize(1);
                    sast.get().close();
                    return "fails, says that the step cannot go on after a restart; no act is done twice";
                }));
    }

    @Test
    void retry_with_the_condition_nonresumable_submits_again() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                "retry(conditions: [nonresumable()], count: 2) {"
                        + " sastScan server: 'main', projectId: '42', upload: false }");

        sessions.then(jenkins -> {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(sast.get().project().forceScans()).isEqualTo(1);
            sast.get().close();
        });
    }

    private void restartIn(SimulatedOperation operation, String script) throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            sast.get().simulator().schedule(operation, hang);
            WorkflowJob job = SastJenkins.pipeline(jenkins.createProject(WorkflowJob.class, "job"), script);
            job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
        });
    }

    private static WorkflowRun last(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class).getLastBuild();
    }
}
