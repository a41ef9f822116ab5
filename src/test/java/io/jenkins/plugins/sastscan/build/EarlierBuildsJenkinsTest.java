package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast(agent = true)
class EarlierBuildsJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @Test
    void unchanged_sources_are_not_uploaded_again_by_any_job() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("skipUnchanged", true));
        FreeStyleProject one = sast.freestyle(Map.of("a", "A"), step);
        FreeStyleProject other = sast.freestyle(Map.of("a", "A"), step);
        one.setAssignedNode(agent);
        other.setAssignedNode(agent);
        assertThat(SastJenkins.submission(jenkins.buildAndAssertSuccess(one)).isUnchanged())
                .isFalse();

        var ofOther = jenkins.buildAndAssertSuccess(other);
        var ofOne = jenkins.buildAndAssertSuccess(one);

        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(3);
        String unchanged = "Unchanged since the last upload to this project";
        assertThat(Logs.ofSteps(ofOther)).contains(unchanged + ": nothing is uploaded");
        assertThat(Logs.ofSteps(ofOne)).contains(unchanged + ", by build #1: nothing is uploaded");
        var submission = SastJenkins.submission(ofOther);
        assertThat(submission.isUnchanged()).isTrue();
        assertThat(submission.toMap()).containsEntry("unchanged", true).doesNotContainKey("archive");
        assertThat(submission.getText().getOutcome()).isEqualTo("unchanged, not uploaded, next scan forced");
        assertThat(Browsers.page(jenkins, "", ofOne.getUrl() + "sast-scan/").asNormalizedText())
                .contains("nothing has changed since the last upload to this project. Build #1 made that upload.");
    }

    @Test
    void the_log_says_why_an_unchanged_source_is_uploaded_nevertheless() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("skipUnchanged", true));
        SastSubmitBuilder git =
                SastJenkins.with(step, Map.of("git", SastJenkins.git("https://git.example/a.git", "main", null)));
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        assertUploads(job, Result.SUCCESS, "no upload to the project is known");
        assertThat(SastJenkins.submission(jenkins.buildAndAssertSuccess(job)).isUnchanged())
                .isTrue();
        sast.simulator().schedule(SimulatedOperation.READ_GIT, Fault.answer(403));
        assertUploads(job, Result.SUCCESS, "the account cannot read the Git settings of the project.");
        job.getBuildersList().replaceBy(List.of(new WorkspaceFiles(Map.of("a", "changed")), step));
        assertUploads(job, Result.SUCCESS, "the files differ from those of the last upload");
        job.getBuildersList().replace(git);
        assertUploads(job, Result.SUCCESS, "this step also writes Git settings, and the SAST server may take");
        job.getBuildersList().replace(step);
        assertUploads(job, Result.SUCCESS, "Git settings were written after the last upload");
        assertThat(SastJenkins.submission(jenkins.buildAndAssertSuccess(job)).isUnchanged())
                .isTrue();
        job.getBuildersList().replaceBy(List.of(new WorkspaceFiles(Map.of("a", "new")), step));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertUploads(job, Result.FAILURE, "the files differ from those of the last upload");
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(500));
        // The status 400 means that the upload has no effect.
        assertUploads(job, Result.FAILURE, "the files differ from those of the last upload");
        assertUploads(job, Result.SUCCESS, "an earlier request may still take effect on the SAST server");
    }

    private void assertUploads(FreeStyleProject job, Result result, String reason) throws Exception {
        var run = jenkins.buildAndAssertStatus(result, job);
        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("Not skipped, because " + reason));
        assertThat(SastJenkins.submission(run).isUnchanged()).isFalse();
    }

    @Test
    void the_second_submission_of_a_build_to_a_project_is_told_if_it_replaces_something() throws Exception {
        SastSubmitBuilder step = SastJenkins.builder("main", "42");
        SastSubmitBuilder unchanged = SastJenkins.with(step, Map.of("skipUnchanged", true));
        SastSubmitBuilder onlyScan = SastJenkins.with(step, Map.of("upload", false));
        var run = jenkins.buildAndAssertSuccess(sast.freestyle(Map.of("a", "A"), step, step, unchanged, onlyScan));
        assertThat(Logs.ofSteps(run))
                .containsOnlyOnce("Warning: Another step of this build has already submitted to this project. This"
                        + " submission replaces it.");
    }
}
