package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.htmlunit.WebResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class SubmissionPermissionsJenkinsTest {
    private static final String ANONYMOUS = "";
    private static final String STRANGER = "stranger";
    private static final String READER = "reader";
    private static final String WORKER = "worker";

    /** Each path in the workspace contains this text. Nothing else contains this text. */
    private static final String NAME = "hush";

    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static FreeStyleBuild build;
    private static FreeStyleBuild dryRun;

    @BeforeAll
    static void submit(JenkinsRule rule) throws Exception {
        SastSubmitBuilder step = SastJenkins.builder("main", "42");
        // Main.java is submitted, and so is the likely secret. The .egg-info directory is excluded.
        Map<String, String> files = Map.of(
                NAME + "-folder/Main.java", "class Main {}", NAME + "-folder/id_rsa", "key", NAME + ".egg-info/a", "A");
        FreeStyleProject job = sast.freestyle(files, step);
        build = rule.buildAndAssertSuccess(job);
        job.getBuildersList().replace(SastJenkins.with(step, Map.of("dryRun", true)));
        dryRun = rule.buildAndAssertSuccess(job);
        SastJenkins.users(
                rule,
                Map.of(
                        STRANGER, List.of(Jenkins.READ),
                        READER, List.of(Jenkins.READ, Item.READ),
                        WORKER, List.of(Jenkins.READ, Item.READ, Item.WORKSPACE)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sast-scan/",
                "sast-scan/api/json?depth=9",
                "sast-scan/api/xml?depth=9",
                "sast-scan/api/json?tree=submissions[url,archive[folders[name],skippedFiles[names]]]",
                "api/json?depth=9"
            })
    void only_users_with_workspace_permission_see_file_names(String path) throws Exception {
        WebResponse forWorker = Browsers.get(jenkins, WORKER, build.getUrl() + path);
        assertThat(forWorker.getStatusCode()).isEqualTo(200);
        assertThat(forWorker.getContentAsString()).contains(NAME + "-folder", NAME + ".egg-info");
        assertThat(forWorker.getContentAsString().contains(server())).isEqualTo(path.contains("api/"));

        WebResponse forReader = Browsers.get(jenkins, READER, build.getUrl() + path);
        assertThat(forReader.getStatusCode()).isEqualTo(200);
        assertThat(forReader.getContentAsString()).doesNotContain(NAME, server());

        assertThat(Browsers.get(jenkins, STRANGER, build.getUrl() + path).getStatusCode())
                .isEqualTo(404);
        WebResponse forAnonymous = Browsers.get(jenkins, ANONYMOUS, build.getUrl() + path);
        assertThat(forAnonymous.getStatusCode()).isEqualTo(403);
        assertThat(forAnonymous.getContentAsString()).doesNotContain(NAME, server());
    }

    @Test
    void build_and_job_pages_show_no_file_names_and_no_server_url_to_users_without_workspace_permission()
            throws Exception {
        List<String> paths = List.of(
                build.getUrl(),
                build.getUrl() + "sast-scan/submissions/0/api/json",
                build.getUrl() + "sast-scan/submissions/0/archive/folders/0/",
                build.getUrl() + "sast-scan/submissions/0/archive/skippedFiles/0/names/",
                build.getParent().getUrl(),
                build.getParent().getUrl() + "api/json?depth=9",
                "api/json?depth=9",
                "api/xml?depth=9");
        for (String path : paths) {
            assertThat(Browsers.get(jenkins, READER, path).getContentAsString())
                    .as(path)
                    .doesNotContain(NAME, server());
        }
    }

    @Test
    void readers_without_workspace_permission_see_counts_but_no_names() throws Exception {
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "sast-scan/").getContentAsString())
                .contains("1 excluded directory", "java", "Project 42, server main")
                .doesNotContain("Largest folders");
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "sast-scan/api/json")
                        .getContentAsString())
                .contains("\"count\":1", "\"names\":[]", "\"folders\":[]", "\"url\":\"\"");
    }

    @Test
    void only_the_log_of_a_dry_run_contains_file_names() throws Exception {
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "consoleText").getContentAsString())
                .contains("Skipped: 1 excluded directory")
                .doesNotContain(NAME, server());
        assertThat(Browsers.get(jenkins, READER, dryRun.getUrl() + "consoleText")
                        .getContentAsString())
                .contains(NAME + "-folder/Main.java", "  skipped (excluded directory): " + NAME + ".egg-info")
                .doesNotContain(server());
    }

    private static String server() {
        return sast.simulator().baseUrl().getAuthority();
    }
}
