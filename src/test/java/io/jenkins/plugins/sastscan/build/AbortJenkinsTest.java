package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AbortJenkinsTest {
    /** The timeouts of the plugin and of Jenkins are longer, so only the abort can end a build in this time. */
    private static final Duration ABORT_LIMIT = Duration.ofSeconds(20);

    private static final String STEP = "sastSubmit server: 'main', projectId: '42'";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    /**
     * @param last the last call before the abort. If it is {@code READ_GIT}, the abort comes while the build archives
     *     an endless file. Otherwise, the abort comes while this call hangs.
     */
    @ParameterizedTest
    @CsvSource({
        "AGENT, READ_GIT, true",
        "AGENT, UPLOAD, true",
        "AGENT, UPLOAD, false",
        "CONTROLLER, UPLOAD, true",
        "CONTROLLER, UPLOAD, false",
        "AGENT, FORCE_SCAN, true"
    })
    void an_abort_ends_a_build_immediately_without_further_calls_or_leftover_files(
            UploadFrom from, SimulatedOperation last, boolean serverReads) throws Throwable {
        WorkflowJob job = sast.pipeline(onAgent(STEP));
        FilePath workspace = agent.getWorkspaceRoot().child(job.getName());
        workspace.child("a").write("A", "UTF-8");
        sast.uploadFrom(from);
        WorkflowRun run;
        if (last == SimulatedOperation.READ_GIT) {
            Agents.makeEndlessFile(workspace);
            run = job.scheduleBuild2(0).waitForStart();
            Agents.awaitArchive(workspace);
        } else {
            run = sast.held(job, last, serverReads ? Fault.hang() : Fault.hangInBody(0));
        }
        long begun = System.nanoTime();

        String afterAbort = abort(run, () -> Agents.awaitNoLeftovers(workspace));
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(ABORT_LIMIT);
        assertThat(sast.simulator().requests())
                .last()
                .satisfies(request -> assertThat(request.operation()).contains(last));
        assertThat(afterAbort).contains("Finished: ABORTED").doesNotContain("SAST", "sast");
    }

    @Test
    void an_abort_ends_the_check_of_an_unresponsive_git_remote() throws Throwable {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String step = STEP + ", git: [url: 'http://127.0.0.1:" + silent.getLocalPort()
                    + "/a.git', branch: 'main', checkRemote: true]";
            WorkflowRun run = sast.pipeline(onAgent(step)).scheduleBuild2(0).waitForStart();
            try (Socket asked = silent.accept()) {
                // The connection ends when the process that opened it has ended.
                abort(run, () -> asked.getInputStream().readAllBytes());
            }
        }
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private static String onAgent(String step) {
        return "node('" + agent.getNodeName() + "') { " + step + " }";
    }

    /**
     * Aborts a build, and returns what it logs afterwards.
     *
     * @param end a call that returns when all of the work has ended
     */
    private static String abort(Run<?, ?> run, ThrowingCallable end) throws Throwable {
        String before = JenkinsRule.getLog(run);
        run.getExecutor().interrupt(Result.ABORTED);
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(run));
        assertThat(Logs.ofSteps(run)).noneMatch(line -> line.startsWith("\tat ") || line.startsWith("ERROR"));
        end.call();
        // Removes the random ID that the pipeline plugins log.
        return JenkinsRule.getLog(run).substring(before.length()).replaceAll("(ErrorId: ).*", "$1");
    }
}
