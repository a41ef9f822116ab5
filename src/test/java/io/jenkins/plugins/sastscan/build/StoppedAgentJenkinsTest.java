package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.model.Slave;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jenkins.security.MasterToSlaveCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

/** The process of an agent is stopped, so that it answers nothing, and continued later. */
@WithSast
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoppedAgentJenkinsTest {
    private static final String LIMIT = RemoteWork.class.getName() + ".seconds";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @TempDir
    private static Path directory;

    @AfterEach
    void reset() {
        System.clearProperty(LIMIT);
    }

    @Test
    void a_stopped_agent_frees_the_turn_and_sends_nothing_when_it_continues() throws Exception {
        Slave agent = OwnAgent.start(directory.resolve("stopped"), 1);
        long pid = agent.getChannel().call(new Pid());
        System.setProperty(LIMIT, "15");
        var upload = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, upload);
        WorkflowJob first = sast.pipeline("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'old'\n"
                + " sastSubmit projectId: '42' }");
        WorkflowRun stopped = first.scheduleBuild2(0).waitForStart();
        upload.awaitArrival();
        signal(pid, "STOP");
        try {
            WorkflowRun next = sast.pipeline(
                            "node('built-in') { writeFile file: 'a', text: 'new'\n" + " sastSubmit projectId: '42' }")
                    .scheduleBuild2(0)
                    .waitForStart();
            jenkins.waitForMessage("Waiting for another job", next);

            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(next));
        } finally {
            upload.release();
            signal(pid, "CONT");
        }
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(stopped));
        assertThat(Logs.error(stopped)).contains("The agent did not answer within 15 seconds.");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "new"));
    }

    private static void signal(long pid, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static final class Pid extends MasterToSlaveCallable<Long, RuntimeException> {
        private static final long serialVersionUID = 1;

        @Override
        public Long call() {
            return ProcessHandle.current().pid();
        }
    }
}
