package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** What builds keep, and that they can still read what older builds kept. */
@WithSast
class KeptReportJenkinsTest {
    private static JenkinsRule jenkins;

    @Test
    void a_build_kept_by_version_1_loads() throws Exception {
        FreeStyleBuild build = kept("build-1.0.xml");

        SubmissionsAction action = build.getAction(SubmissionsAction.class);
        assertThat(action.getObject()).isEqualTo(build);
        assertThat(action.getSubmissions()).hasSize(2);
        SubmissionReport done = action.getSubmissions().get(0);
        assertThat(done.getTitle()).isEqualTo("Scan: Project 42, server main");
        assertThat(done.getSummary())
                .isEqualTo("2 files (20 B), archive 226 B, uploaded, Git settings written, next scan forced, 1.1 s");
        assertThat(done.getStages())
                .extracting(StageReport::getName)
                .containsExactly("access", "archive", "upload", "gitSettings", "forceScan");
        assertThat(done.getArchive().getFolders())
                .extracting(ShareReport::getName)
                .containsExactly("src", "");
        assertThat(done.getArchive().getSkippedFiles().get(0).getNames()).containsExactly("node_modules");
        assertThat(done.getGit().getBranchReadBack()).isEqualTo("refs/heads/main");
        // It was running when Jenkins stopped.
        SubmissionReport running = action.getSubmissions().get(1);
        assertThat(running.getStanding()).isEqualTo("aborted: upload");
        assertThat(running.getReason()).contains("Jenkins stopped");
        assertThat(Browsers.open(jenkins).getPage(build, "sast-scan").asNormalizedText())
                .contains("Scan: Project 42, server main");
    }

    @Test
    void what_a_later_version_kept_besides_is_passed_over() throws Exception {
        assertThat(kept("build-later.xml").getAction(SubmissionsAction.class).getSubmissions())
                .extracting(SubmissionReport::getTitle)
                .containsExactly("Project 42, server main");
    }

    @Test
    void a_build_keeps_its_report_as_plain_values() throws Exception {
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("src/a.c", "A", "node_modules/b", "B"));
            FreeStyleBuild build = jenkins.buildAndAssertSuccess(job);
            assertThat(sast.project().uploads()).isEqualTo(1);
            String before =
                    jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString();

            List<String> lines = Files.readAllLines(build.getRootDir().toPath().resolve("build.xml"));
            job.getBuildersList().clear();
            job.save();
            job.doReload();

            assertThat(lines)
                    .filteredOn(line -> line.contains("class=\""))
                    .noneMatch(line -> line.contains("sastscan") || line.contains("java.util.Immutable"));
            assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                    .isEqualTo(before);
        }
    }

    /** A build that was kept as that file. */
    private static FreeStyleBuild kept(String name) throws IOException {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        Path build = job.getBuildDir().toPath().resolve("1");
        Files.createDirectories(build);
        try (InputStream file = KeptReportJenkinsTest.class.getResourceAsStream(name)) {
            Files.copy(file, build.resolve("build.xml"));
        }
        job.doReload();
        return jenkins.jenkins
                .getItemByFullName(job.getFullName(), FreeStyleProject.class)
                .getBuildByNumber(1);
    }
}
