package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Branches;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.Map;
import jenkins.scm.api.SCMSource;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds of a pull request in a multibranch pipeline. */
@WithSast
class ChangeRequestJenkinsTest {
    private static final String SUBMIT = "sastScan server: 'main', projectId: '42'";

    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private GitServer git;

    private WorkflowJob job(String step) throws Exception {
        git.create("app", Map.of("Jenkinsfile", "node { checkout scm\n" + step + " }"));
        SCMSource source = new Branches.ChangeRequests(git.url("app"));
        return Branches.index(jenkins.createProject(WorkflowMultiBranchProject.class), source)
                .getItemByBranchName(Branches.CHANGE_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SUBMIT,
                SUBMIT + ", upload: false",
                SUBMIT + ", upload: false, forceScan: false, git: [url: 'https://git.example/a.git', branch: 'main']"
            })
    void a_submission_is_refused_before_anything_is_sent(String step) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job(step));

        assertThat(Logs.ofSteps(run))
                .contains("ERROR: SAST: This job builds the change request PR-7, which must not change project 42."
                        + " Submit in other builds only (when { not { changeRequest() } }), set dryRun, or ask an"
                        + " administrator to allow change requests for SAST server \"main\".");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void a_dry_run_and_reading_are_allowed() throws Exception {
        WorkflowRun run = jenkins.buildAndAssertSuccess(job(SUBMIT + ", dryRun: true; sastLicense server: 'main'"));

        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  Jenkinsfile"));
        assertThat(sast.simulator().requests())
                .singleElement()
                .satisfies(request -> assertThat(request.operation()).contains(SimulatedOperation.LICENSE));
    }

    @Test
    void the_sast_server_can_allow_it() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.getAccess().setAllowChangeRequests(true);
        sast.configure(server);

        jenkins.buildAndAssertSuccess(job(SUBMIT));

        assertThat(sast.project().uploads()).isEqualTo(1);
    }
}
