package io.jenkins.plugins.sastscan.build;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.READ_GIT;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jvnet.hudson.test.JenkinsRule;

/** Submissions take turns in changing a project. */
@WithSast
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TurnsJenkinsTest {
    private static final String SUBMIT = "node { writeFile file: 'a', text: env.BUILD_NUMBER\n"
            + "echo 'result: ' + sastSubmit(projectId: '42', git: [url: 'https://git.example/a.git', branch: 'main'])"
            + ".superseded }";
    private static final String FORCE = "sastSubmit projectId: '42', upload: false";

    private static JenkinsRule jenkins;
    private SastJenkins sast;
    private final List<HeldFault> faults = new ArrayList<>();

    @BeforeEach
    void addExecutors() throws IOException {
        jenkins.jenkins.setNumExecutors(4);
    }

    @Test
    void an_older_build_does_not_replace_the_source_of_a_later_build() throws Exception {
        WorkflowJob job = sast.pipeline(SUBMIT);
        WorkflowRun older = started(job, READ_GIT, Fault.delay());
        WorkflowRun later = jenkins.buildAndAssertSuccess(job);
        release(older);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "2"));
        assertThat(List.of(
                        sast.project().uploads(),
                        sast.project().gitWrites(),
                        sast.project().forceScans()))
                .containsExactly(1, 1, 1);
        assertThat(Logs.ofSteps(later)).contains("result: false");
        assertThat(Logs.ofSteps(older))
                .contains("result: true")
                .anyMatch(line -> line.startsWith("Warning: This submission stops, because build #2 of this job has"));
        var submission = SastJenkins.submission(older);
        assertThat(submission.getState()).isEqualTo(State.DONE);
        assertThat(submission.isSuperseded()).isTrue();
        assertThat(submission.getText().getOutcome()).contains("superseded by build #2");
        assertThat(Browsers.page(jenkins, "", older.getUrl() + "sast-scan").asNormalizedText())
                .contains("because build #2 of this job has already submitted to this project.");
        assertThat(jenkins.getJSON(older.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"superseded\":true", "\"waitingFor\":\"\"");
    }

    @Test
    void a_waiting_job_sends_nothing_and_does_not_show_the_name_of_the_other_job() throws Exception {
        WorkflowRun first = started(sast.pipeline(SUBMIT), UPLOAD, Fault.delay());
        WorkflowJob second = sast.pipeline(SUBMIT);
        WorkflowRun waiting = second.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Waiting for another job, which is changing the same project", waiting);
        assertThat(SastJenkins.submission(waiting).getText().getStanding()).isEqualTo("waiting for another job");
        assertThat(jenkins.getJSON(waiting.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"waitingFor\":\"another job\"");
        assertThat(sast.simulator().requests()).hasSize(3);
        HeldFault upload = Fault.delay();
        faults.add(upload);
        sast.simulator().schedule(UPLOAD, upload);
        release(first);
        upload.awaitArrival();
        assertThat(SastJenkins.submission(waiting).getWaitingFor()).isEmpty();
        release(waiting);

        assertThat(sast.project().uploads()).isEqualTo(2);
        jenkins.assertLogNotContains(first.getParent().getName() + " ", waiting);
    }

    @Test
    void a_later_build_waits_for_an_earlier_build_but_an_abort_ends_the_wait() throws Exception {
        WorkflowJob job = sast.pipeline(SUBMIT);
        WorkflowRun first = started(job, UPLOAD, Fault.delay());
        WorkflowRun second = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Waiting for build #1 of this job", second);
        WorkflowRun third = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Waiting for build #1 of this job", third);

        second.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(second));
        assertThat(first.isBuilding()).isTrue();
        release(first, third);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "3"));
        assertThat(sast.project().uploads()).isEqualTo(2);
    }

    @Test
    void the_server_and_its_access_rules_and_credentials_are_checked_again_when_a_turn_begins() throws Exception {
        SastServer restricted = Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("other", "42"));
        assertThat(refusedAtItsTurn(() -> sast.configure(restricted)))
                .contains("This job cannot use project 42 of SAST server \"main\".");
        assertThat(refusedAtItsTurn(() -> sast.configure(sast.server("renamed"))))
                .contains("There is no SAST server \"main\".");
        String url = sast.simulator().baseUrl().toString();
        SastServer jobCredentials = sast.server(SastJenkins.SERVER);
        jobCredentials.getAccess().setJobCredentialsId("sast-team");
        for (SastServer changed : List.of(
                sast.server(SastJenkins.SERVER, "http://127.0.0.1:1", restricted.getAuthentication()),
                sast.server(SastJenkins.SERVER, url, new AccessTokenAuthentication("other-token")),
                jobCredentials)) {
            assertThat(refusedAtItsTurn(() -> sast.configure(changed)))
                    .contains(
                            "The URL or the account of SAST server \"main\" has changed since this submission started."
                                    + " Run the build again.");
        }
        assertThat(refusedAtItsTurn(() ->
                        SystemCredentialsProvider.getInstance().getCredentials().clear()))
                .contains("The credentials \"sast-token\"");
    }

    private String refusedAtItsTurn(Runnable change) throws Exception {
        String server = FORCE + ", server: 'main'";
        int forced = sast.project().forceScans();
        WorkflowRun first = started(sast.pipeline(server), FORCE_SCAN, Fault.delay());
        WorkflowRun waiting = sast.pipeline(server).scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("Waiting for another job", waiting);
        change.run();
        release(first);
        jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(waiting));
        assertThat(sast.project().forceScans()).isEqualTo(forced + 1);
        sast.configure(sast.server(SastJenkins.SERVER));
        return Logs.error(waiting);
    }

    /** Starts a build, which then waits for the response to a call. */
    private WorkflowRun started(WorkflowJob job, SimulatedOperation call, HeldFault fault) throws Exception {
        faults.add(fault);
        return sast.held(job, call, fault);
    }

    /** Lets the longest-waiting call continue, and asserts that the given builds succeed. */
    private void release(Run<?, ?>... builds) throws Exception {
        faults.remove(0).release();
        for (Run<?, ?> build : builds) {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
        }
    }
}
