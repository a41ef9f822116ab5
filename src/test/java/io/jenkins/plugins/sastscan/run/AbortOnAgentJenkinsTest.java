package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.remoting.VirtualChannel;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import jenkins.MasterToSlaveFileCallable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jvnet.hudson.test.JenkinsRule;

/** Aborts builds in what a build does beside a submission: the check of a Git remote, and the list of a dry run. */
@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AbortOnAgentJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @Test
    void an_abort_ends_the_check_of_a_remote_that_never_answers() throws Throwable {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            WorkflowJob job = job("git: [url: 'http://127.0.0.1:" + silent.getLocalPort()
                    + "/a.git', branch: 'main', checkRemote: true]");
            WorkflowRun run = job.scheduleBuild2(0).waitForStart();
            try (Socket asked = silent.accept()) {
                // When the process that asked is gone, the connection ends.
                abort(run, () -> asked.getInputStream().readAllBytes());
            }
        }
    }

    @Test
    void an_abort_ends_the_list_of_a_dry_run() throws Throwable {
        WorkflowJob job = job("dryRun: true");
        agent.getWorkspaceRoot().child(job.getName()).act(new ManyFiles(100_000));
        WorkflowRun run = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("file-000", run);

        abort(run, () -> {
            assertThat(Logs.ofSteps(run)).noneMatch(line -> line.contains("Would upload"));
            while (Agents.runs(agent.getChannel(), ListCallable.class)) {
                Thread.onSpinWait();
            }
        });
    }

    private WorkflowJob job(String more) throws IOException {
        return sast.pipeline(
                "node('" + agent.getNodeName() + "') { sastScan server: 'main', projectId: '42', " + more + " }");
    }

    /** @param end returns when nothing of it runs any more */
    private void abort(WorkflowRun run, ThrowingCallable end) throws Throwable {
        run.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR: SAST"));
        end.call();
        assertThat(sast.simulator().requests()).isEmpty();
    }

    /** Makes so many empty files. */
    private static final class ManyFiles extends MasterToSlaveFileCallable<Void> {
        private static final long serialVersionUID = 1;
        private final int number;

        ManyFiles(int number) {
            this.number = number;
        }

        @Override
        public Void invoke(File workspace, VirtualChannel channel) throws IOException {
            for (int i = 0; i < number; i++) {
                File directory = new File(workspace, "d" + i / 1000);
                directory.mkdirs();
                new File(directory, String.format("file-%06d", i)).createNewFile();
            }
            return null;
        }
    }
}
