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
import java.nio.file.Path;
import java.util.Map;
import jenkins.scm.api.SCMSource;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds of a pull request in a multibranch pipeline. */
@WithSast
class ChangeRequestJenkinsTest {
    private static final String SUBMIT = "sastScan server: 'main', projectId: '42'";

    private static JenkinsRule jenkins;

    @TempDir
    private Path repositories;

    private SastJenkins sast;
    private GitServer git;

    @BeforeEach
    void serve() throws Exception {
        git = GitServer.start(repositories);
    }

    @AfterEach
    void end() {
        git.close();
    }

    private WorkflowJob job(String step, boolean changeRequest) throws Exception {
        git.create("app", Map.of("Jenkinsfile", "node { checkout scm\n" + step + " }"));
        SCMSource source =
                changeRequest ? new Branches.ChangeRequests(git.url("app")) : Branches.source(git.url("app"));
        return Branches.index(jenkins.createProject(WorkflowMultiBranchProject.class), source)
                .getItemByBranchName(changeRequest ? Branches.CHANGE_REQUEST : "main");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SUBMIT,
                SUBMIT + ", upload: false",
                SUBMIT + ", upload: false, forceScan: false, git: [url: 'https://git.example/a.git', branch: 'main']"
            })
    void a_submission_is_refused_before_anything_is_sent(String step) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertStatus(Result.FAILURE, job(step, true));

        assertThat(Logs.ofSteps(run))
                .contains("ERROR: SAST: This job builds the change request PR-7, which must not change project 42."
                        + " Submit in other builds only (when { not { changeRequest() } }), set dryRun, or ask an"
                        + " administrator to allow change requests for SAST server \"main\".");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void a_dry_run_is_allowed() throws Exception {
        WorkflowRun run = jenkins.buildAndAssertSuccess(job(SUBMIT + ", dryRun: true", true));

        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  Jenkinsfile"));
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void reading_is_allowed() throws Exception {
        jenkins.buildAndAssertSuccess(job("sastLicense server: 'main'", true));

        assertThat(sast.simulator().requests(SimulatedOperation.LICENSE)).hasSize(1);
    }

    @Test
    void the_sast_server_can_allow_it() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.getAccess().setAllowChangeRequests(true);
        sast.configure(server);

        jenkins.buildAndAssertSuccess(job(SUBMIT, true));

        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    @Test
    void a_branch_is_no_change_request() throws Exception {
        jenkins.buildAndAssertSuccess(job(SUBMIT, false));

        assertThat(sast.project().uploads()).isEqualTo(1);
    }
}
