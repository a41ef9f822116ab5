package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.htmlunit.html.DomElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class StoredReportsJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void jenkins_can_read_a_build_that_plugin_version_1_stored() throws Exception {
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
        // The second submission was running when Jenkins stopped.
        SubmissionReport running = action.getSubmissions().get(1);
        assertThat(running.getStanding()).isEqualTo("aborted: upload");
        assertThat(running.getReason()).contains("Jenkins stopped");
        assertThat(running.getMilliseconds()).as("without the time until now").isEqualTo(21);
        assertThat(Browsers.page(jenkins, "", build.getUrl() + "sast-scan/").asNormalizedText())
                .contains("Scan: Project 42, server main");
        // Reading the build has not changed it.
        build.save();
        assertThat(Files.readString(build.getRootDir().toPath().resolve("build.xml")))
                .contains("<state>WAITING</state>")
                .doesNotContain("<state>ABORTED</state>");
    }

    @Test
    void a_build_with_too_many_submissions_keeps_those_that_are_running() throws Exception {
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(jenkins.createFreeStyleProject());
        SubmissionReport running = new SubmissionReport("", "main", "1", false);
        SubmissionsAction.add(build, running);
        for (int i = 0; i < 2 * SubmissionsAction.MAX_SUBMISSIONS; i++) {
            SubmissionReport report = new SubmissionReport("", "main", "2", false);
            report.setTarget("target" + i);
            report.setUploaded();
            report.succeed();
            SubmissionsAction.add(build, report);
        }
        build.save();
        build = reloaded(build.getParent());

        assertThat(build.getAction(SubmissionsAction.class).getSubmissions())
                .hasSize(SubmissionsAction.MAX_SUBMISSIONS)
                .first()
                .extracting(SubmissionReport::getProjectId)
                .isEqualTo("1");
        assertThat(SubmissionsAction.hasSubmitted(build, "target0")).isTrue();
        assertThat(SubmissionsAction.hasSubmitted(build, "target199")).isTrue();
        assertThat(SubmissionsAction.hasSubmitted(build, "another")).isFalse();
    }

    @Test
    void unknown_fields_of_a_later_plugin_version_are_ignored() throws Exception {
        assertThat(kept("build-later.xml").getAction(SubmissionsAction.class).getSubmissions())
                .extracting(SubmissionReport::getTitle)
                .containsExactly("Project 42, server main");
    }

    @Test
    void a_build_stores_its_report_as_plain_values() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("src/a.c", "A", "node_modules/b", "B"));
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(job);
        assertThat(sast.project().uploads()).isEqualTo(1);
        String before = jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString();

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

    private static FreeStyleBuild kept(String name) throws IOException {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        var build = job.getBuildDir().toPath().resolve("1");
        Files.createDirectories(build);
        try (InputStream file = StoredReportsJenkinsTest.class.getResourceAsStream(name)) {
            Files.copy(file, build.resolve("build.xml"));
        }
        return reloaded(job);
    }

    private static FreeStyleBuild reloaded(FreeStyleProject job) throws IOException {
        job.doReload();
        return jenkins.jenkins
                .getItemByFullName(job.getFullName(), FreeStyleProject.class)
                .getBuildByNumber(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_submission_that_ends_with_a_jvm_error_is_shown_and_stored_as_failed(boolean pipeline) throws Exception {
        sast.configure(new Broken(sast.simulator().baseUrl().toString()));
        Run<?, ?> build = pipeline
                ? jenkins.buildAndAssertStatus(
                        Result.FAILURE,
                        sast.pipeline("node { writeFile file: 'a', text: 'A'; sastSubmit projectId: '42' }"))
                : jenkins.buildAndAssertStatus(
                        Result.FAILURE, sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));

        assertThat(JenkinsRule.getLog(build)).contains("NoClassDefFoundError: missing/Type");
        DomElement link = Browsers.page(jenkins, "", build.getUrl()).querySelector("#main-panel a[href='sast-scan/']");
        assertThat(link.getParentNode().asNormalizedText()).contains("failed");
        assertThat(Browsers.page(jenkins, "", build.getUrl() + "sast-scan/").asNormalizedText())
                .contains("NoClassDefFoundError: missing/Type");
        assertThat(Files.readString(build.getRootDir().toPath().resolve("build.xml")))
                .contains("<state>FAILED</state>")
                .doesNotContain("<state>RUNNING</state>");
    }

    /** Each submission to this SAST server ends with a JVM error. */
    private static final class Broken extends SastServer {
        Broken(String url) {
            super(SastJenkins.SERVER, url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID));
            setAllowPlainHttp(true);
        }

        @Override
        public int getSizeLimitMegabytes() {
            throw new NoClassDefFoundError("missing/Type");
        }
    }
}
