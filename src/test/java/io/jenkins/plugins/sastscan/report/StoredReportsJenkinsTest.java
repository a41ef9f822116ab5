package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class StoredReportsJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @ParameterizedTest
    @ValueSource(strings = {"", "<submissions/>"})
    void an_action_without_submissions_is_shown_and_saved(String inside) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        var folder = job.getBuildDir().toPath().resolve("1");
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("build.xml"),
                "<build><actions><io.jenkins.plugins.sastscan.report.SubmissionsAction>" + inside
                        + "</io.jenkins.plugins.sastscan.report.SubmissionsAction></actions><result>SUCCESS</result></build>");
        FreeStyleBuild build = reloaded(job);

        for (String page : new String[] {"", "sast-scan/", "sast-scan/api/json?depth=4", "sast-scan/api/xml"}) {
            assertThat(Browsers.get(jenkins, "", build.getUrl() + page).getStatusCode())
                    .isEqualTo(200);
        }
        assertThat(Browsers.get(jenkins, "", job.getUrl()).getStatusCode()).isEqualTo(200);
        build.save();
        assertThat(reloaded(job).getAction(SubmissionsAction.class).getSubmissions())
                .hasSameSizeAs(build.getAction(SubmissionsAction.class).getSubmissions());
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

    private static FreeStyleBuild reloaded(FreeStyleProject job) throws IOException {
        job.doReload();
        return jenkins.jenkins
                .getItemByFullName(job.getFullName(), FreeStyleProject.class)
                .getBuildByNumber(1);
    }
}
