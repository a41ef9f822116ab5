package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.matrix.AxisList;
import hudson.matrix.MatrixProject;
import hudson.matrix.TextAxis;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import java.util.Map;
import javaposse.jobdsl.plugin.ExecuteDslScripts;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** Hosts of build steps that are neither freestyle jobs nor pipelines. */
@WithSast
class OtherHostsJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void a_matrix_job_submits_for_each_combination() throws Exception {
        sast.simulator().addProject(43);
        MatrixProject job = jenkins.createProject(MatrixProject.class);
        job.setAxes(new AxisList(new TextAxis("PROJECT", "42", "43")));
        job.getBuildersList().add(new WorkspaceFiles(Map.of("a", "A")));
        job.getBuildersList().add(new SastScanBuilder("main", "${PROJECT}"));

        jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "A"));
        assertThat(Zips.received(sast.simulator().project(43))).isEqualTo(Map.of("a", "A"));
    }

    @Test
    void job_dsl_makes_the_jobs_of_its_page() throws Exception {
        sast.addCredentials(
                new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, "git-user", "", "robot", "p\u00e4ssword"));
        FreeStyleProject seed = jenkins.createFreeStyleProject();
        for (Documentation.Block script : Documentation.of("docs/job-dsl.md").blocks("groovy")) {
            ExecuteDslScripts scripts = new ExecuteDslScripts();
            scripts.setScriptText(script.code());
            seed.getBuildersList().add(scripts);
        }
        jenkins.buildAndAssertSuccess(seed);

        FreeStyleProject made = jenkins.jenkins.getItemByFullName("app-sast", FreeStyleProject.class);
        SastScanBuilder step = made.getBuildersList().get(SastScanBuilder.class);
        assertThat(step.getSource().isCaseSensitive()).isFalse();
        assertThat(step.getSource().isDefaultExcludes()).isTrue();
        made.getBuildersList().clear();
        made.getBuildersList()
                .add(new WorkspaceFiles(
                        Map.of("services/billing/A.JAVA", "A", "services/billing/generated/B.java", "B")));
        made.getBuildersList().add(step);
        jenkins.buildAndAssertSuccess(made);
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("A.JAVA", "A"));
        assertThat(sast.project().git().orElseThrow().userName()).contains("robot");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");

        jenkins.buildAndAssertSuccess(jenkins.jenkins.getItemByFullName("app-sast-pipeline", WorkflowJob.class));
        assertThat(sast.project().forceScans()).isEqualTo(2);
    }
}
