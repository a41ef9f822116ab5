package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.matrix.AxisList;
import hudson.matrix.MatrixProject;
import hudson.matrix.TextAxis;
import hudson.model.FreeStyleProject;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.StringParameterDefinition;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Map;
import javaposse.jobdsl.plugin.ExecuteDslScripts;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class FreestyleJenkinsTest {
    private static final Map<String, String> FILES =
            Map.of("src/Main.java", "class Main {}", "README", "read me", ".git/config", "secret", "lib/a b.txt", "");

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void an_untouched_step_archives_the_workspace_uploads_it_and_forces_the_scan() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(sast.freestyle(FILES, new SastScanBuilder("main", "42")));

        assertThat(Zips.received(sast.project()))
                .isEqualTo(Map.of("src/Main.java", "class Main {}", "README", "read me", "lib/a b.txt", ""));
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(sast.project().git()).isEmpty();
        assertThat(Logs.ofSteps(run))
                .hasSizeLessThanOrEqualTo(12)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("Submitting to project 42 of SAST server main"),
                        line -> assertThat(line).startsWith("The SAST server accepted the access token ("),
                        line -> assertThat(line).startsWith("Archived 3 files, 20 B, as "),
                        line -> assertThat(line).startsWith("Skipped: 1 excluded director"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "  upload: everything is sent, waiting at most 1,200 seconds for the response"
                                                + " of the SAST server"),
                        line -> assertThat(line).startsWith("Uploaded "),
                        line -> assertThat(line).startsWith("Next scheduled scan forced, even without code changes ("));
    }

    @Test
    void expressions_stand_for_parameters_and_variables_of_the_build() throws Exception {
        SastScanBuilder step = new SastScanBuilder("${WHERE}", "$PROJECT");
        SourceSettings source = new SourceSettings();
        source.setDirectory("${DIR}");
        source.setIncludes("**/*.${KIND}");
        step.setSource(source);
        FreeStyleProject job = sast.freestyle(FILES, step);
        job.addProperty(new ParametersDefinitionProperty(
                new StringParameterDefinition("WHERE", "main"),
                new StringParameterDefinition("PROJECT", " 42 "),
                new StringParameterDefinition("DIR", "src"),
                new StringParameterDefinition("KIND", "java")));

        jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("Main.java", "class Main {}"));
    }

    @Test
    void an_error_about_a_server_names_no_others() throws Exception {
        sast.configure(sast.server("main"), sast.server("of-other-jobs"));
        for (String name : List.of("", "other")) {
            String log = JenkinsRule.getLog(jenkins.buildAndAssertStatus(
                    Result.FAILURE, sast.freestyle(FILES, new SastScanBuilder(name, "42"))));
            assertThat(log).contains("ERROR: SAST: ").doesNotContain("of-other-jobs");
        }
    }

    @Test
    void a_refusal_is_told_in_one_line_with_the_servers_own_words() throws Exception {
        sast.simulator()
                .schedule(SimulatedOperation.UPLOAD, Fault.answer(400).withJson("{\"messageDetails\":\"Too\\nodd\"}"));

        assertThat(failure(sast.freestyle(FILES, new SastScanBuilder("main", "42"))))
                .contains("400", "odd");
        assertThat(sast.project().forceScans()).isZero();
    }

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

    private static String failure(FreeStyleProject job) throws Exception {
        return Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job));
    }
}
