package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.matrix.AxisList;
import hudson.matrix.MatrixProject;
import hudson.matrix.TextAxis;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class FreestyleJobsJenkinsTest {
    private static final Map<String, String> FILES =
            Map.of("src/Main.java", "class Main {}", "README", "read me", ".git/config", "secret", "lib/a b.txt", "");

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void a_step_with_defaults_uploads_the_workspace_and_forces_the_scan() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(sast.freestyle(FILES, SastJenkins.builder("main", "42")));

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
                        line -> assertThat(line).startsWith("Uploaded "),
                        line -> assertThat(line).startsWith("Next scheduled scan forced, even without code changes ("));
    }

    @Test
    void a_freestyle_build_can_continue_as_unstable_if_the_submission_fails() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"),
                Map.of("unstableOnFailure", true, "source", Map.of("excludes", "none"), "onWarnings", "FAIL"));
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        job.getBuildersList().add(new WorkspaceFiles(Map.of("b", "B")));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.UNSTABLE, job);

        jenkins.assertLogContains("Warning: These patterns match nothing: exclude \"none\".", run);
        jenkins.assertLogContains(
                "ERROR: SAST: Not uploaded, because onWarnings is FAIL and there are warnings about the archive.", run);
        assertThat(jenkins.jenkins.getWorkspaceFor(job).child("b").exists()).isTrue();
        assertThat(sast.project().lastUpload()).isEmpty();
    }

    @Test
    void warnings_can_mark_a_freestyle_build_as_unstable() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"),
                Map.of("source", Map.of("excludes", "none"), "onWarnings", "UNSTABLE"));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.UNSTABLE, sast.freestyle(Map.of("a", "A"), step));

        jenkins.assertLogContains("SAST: Unstable, because there are warnings about the archive.", run);
        assertThat(sast.project().lastUpload()).isPresent();
    }

    @Test
    void a_freestyle_build_with_an_invalid_parameter_fails_instead_of_becoming_unstable() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(SastJenkins.builder("main", "0"), Map.of("unstableOnFailure", true));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(Map.of("a", "A"), step));

        jenkins.assertLogContains("ERROR: SAST: Invalid project ID \"0\"", run);
    }

    @Test
    void each_combination_of_a_matrix_job_submits_with_its_own_values() throws Exception {
        sast.simulator().addProject(43);
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "${PROJECT}"),
                Map.of("source", Map.of("directory", "of-$PROJECT", "includes", "*.${PROJECT}")));
        MatrixProject job = jenkins.createProject(MatrixProject.class);
        job.setAxes(new AxisList(new TextAxis("PROJECT", "42", "43")));
        job.getBuildersList().add(new WorkspaceFiles(Map.of("of-42/a.42", "A", "of-43/b.43", "B", "of-43/b.42", "")));
        job.getBuildersList().add(step);

        jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a.42", "A"));
        assertThat(Zips.received(sast.simulator().project(43))).isEqualTo(Map.of("b.43", "B"));
    }
}
