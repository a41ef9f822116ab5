package io.jenkins.plugins.sastscan.admin;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.ExtensionList;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.build.Projects;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.build.project.ProjectTurn;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import net.sf.json.JSONObject;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class SubmissionsOverviewJenkinsTest {
    private static final String PAGE = "manage/sast-submissions/";
    private static final String ADMINISTRATOR = "administrator";
    private static final String VIEWER = "viewer";
    private static final String READER = "reader";

    private static JenkinsRule jenkins;
    private SastJenkins sast;
    private SastServer server;

    @BeforeEach
    void start() {
        Jenkins.SYSTEM_READ.setEnabled(true);
        server = sast.server("main");
        server.setProjectPage("https://sast.example/projects/{projectId}");
        sast.configure(server);
        SastJenkins.users(
                jenkins,
                Map.of(
                        READER, List.of(Jenkins.READ, Item.READ),
                        VIEWER, List.of(Jenkins.READ, Jenkins.SYSTEM_READ),
                        ADMINISTRATOR, List.of(Jenkins.ADMINISTER)));
    }

    @AfterEach
    void forgetProjects() throws Exception {
        for (ProjectRecord record : Projects.records().all()) {
            Projects.records().forget(new ProjectRecords.Project(record.server(), record.project()));
        }
        SastConfiguration.get().setOverdueAfterDays(0);
    }

    private JSONObject rest(String user, String query) throws Exception {
        String text = Browsers.get(jenkins, user, PAGE + "api/json" + query).getContentAsString();
        return JSONObject.fromObject(text);
    }

    private ProjectRecords.Project project(long id) {
        return new ProjectRecords.Project(ServiceUrl.base(server.getUrl(), true).toString(), id);
    }

    private void submitted(int project, Duration ago) throws Exception {
        ProjectRecords records = new ProjectRecords(
                jenkins.jenkins.getRootDir().toPath(), Clock.offset(Clock.systemUTC(), ago.negated()));
        var target = project(project);
        Submitter by = new Submitter("id", "gone", 1, "gone", 1);
        try (ProjectTurn turn = records.take(target, by, holder -> {}, warning -> {})) {
            turn.begin();
            turn.uploaded(project, 1000L * project, 100, "digest");
            turn.succeed(false);
        }
    }

    @Test
    void the_overview_shows_the_last_submission_to_each_project() throws Exception {
        FreeStyleProject job = sast.freestyle(Map.of("a", "A", "b", "BB"), SastJenkins.builder("main", "42"));
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(job);
        sast.simulator().addProject(43);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "43")));

        HtmlPage page = Browsers.page(jenkins, ADMINISTRATOR, PAGE);
        assertThat(page.querySelector("tbody tr").asNormalizedText())
                .containsSubsequence("main", "42", "submitted", job.getFullName(), "#1", " ago", "2", "3 B", "Forget");
        assertThat(page.<DomElement>querySelector("a[href='https://sast.example/projects/42']"))
                .isNotNull();
        assertThat(page.<DomElement>querySelector("a[href$='/" + build.getUrl() + "']"))
                .isNotNull();

        JSONObject all = rest(ADMINISTRATOR, "?sort=-project");
        assertThat(all.getInt("count")).isEqualTo(2);
        JSONObject first = all.getJSONArray("projects").getJSONObject(0);
        assertThat(first.getLong("projectId")).isEqualTo(43);
        assertThat(first.getString("state")).isEqualTo("FAILED");
        JSONObject second = all.getJSONArray("projects").getJSONObject(1);
        assertThat(second.getString("job")).isEqualTo(job.getFullName());
        assertThat(second.getString("projectPage")).isEqualTo("https://sast.example/projects/42");
        assertThat(second.getJSONArray("changed").toString()).isEqualTo("[\"FORCE_SCAN\",\"SOURCE\"]");

        job.delete();
        assertThat(Browsers.page(jenkins, ADMINISTRATOR, PAGE).asNormalizedText())
                .contains("42")
                .doesNotContain(job.getFullName());
    }

    @Test
    void the_overview_needs_a_permission_and_names_only_readable_jobs() throws Exception {
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42"));
        jenkins.buildAndAssertSuccess(job);

        for (String path : List.of(PAGE, PAGE + "api/json")) {
            assertThat(Browsers.get(jenkins, READER, path).getStatusCode()).isEqualTo(403);
            assertThat(Browsers.get(jenkins, "", path).getStatusCode()).isEqualTo(403);
            assertThat(Browsers.get(jenkins, VIEWER, path).getContentAsString())
                    .contains("42", "main")
                    .doesNotContain(job.getFullName(), "Forget");
        }
        assertThat(rest(VIEWER, "?filter=" + job.getFullName()).getInt("count")).isZero();
    }

    @Test
    void only_administrators_forget_a_project_and_only_with_post() throws Exception {
        jenkins.buildAndAssertSuccess(sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));
        String url = rest(ADMINISTRATOR, "")
                .getJSONArray("projects")
                .getJSONObject(0)
                .getString("url");
        Map<String, String> form = Map.of("server", url, "projectId", "42");

        assertThat(Browsers.get(jenkins, ADMINISTRATOR, PAGE + "forget?projectId=42")
                        .getStatusCode())
                .isEqualTo(404);
        try (JenkinsRule.WebClient browser = Browsers.openAs(jenkins, VIEWER)) {
            assertThat(Browsers.post(browser, PAGE + "forget", form).getStatusCode())
                    .isEqualTo(403);
        }
        assertThat(Projects.records().all()).hasSize(1);
        try (JenkinsRule.WebClient browser = Browsers.openAs(jenkins, ADMINISTRATOR)) {
            assertThat(Browsers.post(browser, PAGE + "forget", form).getStatusCode())
                    .isEqualTo(200);
        }
        assertThat(Projects.records().all()).isEmpty();
        assertThat(Browsers.page(jenkins, ADMINISTRATOR, PAGE).asNormalizedText())
                .contains("No submissions yet.");
    }

    @Test
    void the_overview_is_sorted_and_filtered_and_has_pages() throws Exception {
        for (int project = 1; project <= OverviewPage.PAGE_SIZE + 1; project++) {
            submitted(project, Duration.ofDays(200 - project));
        }
        assertThat(ids("")).startsWith(1L, 2L).hasSize(OverviewPage.PAGE_SIZE);
        assertThat(ids("?page=2")).containsExactly(OverviewPage.PAGE_SIZE + 1L);
        assertThat(ids("?page=99&sort=-files")).containsExactly(1L);
        assertThat(ids("?page=x&sort=nothing")).startsWith(1L);
        assertThat(ids("?filter=101")).containsExactly(101L);
        assertThat(ids("?filter=SUBMITTED&sort=-size")).startsWith(101L, 100L);
        assertThat(Browsers.page(jenkins, VIEWER, PAGE + "?page=2&filter=%3Cb%3E")
                        .asNormalizedText())
                .contains("No project matches the filter.");
        HtmlPage second = Browsers.page(jenkins, VIEWER, PAGE + "?page=2");
        assertThat(second.asNormalizedText())
                .contains("Previous", "Page 2 of 2")
                .doesNotContain("Next");
    }

    private List<Long> ids(String query) throws Exception {
        return rest(VIEWER, query).getJSONArray("projects").stream()
                .map(row -> ((JSONObject) row).getLong("projectId"))
                .toList();
    }

    @Test
    void administrators_are_warned_about_projects_without_a_recent_submission() throws Exception {
        OverdueMonitor monitor = ExtensionList.lookupSingleton(OverdueMonitor.class);
        submitted(42, Duration.ofDays(31));
        submitted(43, Duration.ofDays(29));
        assertThat(monitor.isActivated()).isFalse();

        SastConfiguration.get().setOverdueAfterDays(30);
        assertThat(monitor.isActivated()).isTrue();
        assertThat(Browsers.page(jenkins, ADMINISTRATOR, "manage/").asNormalizedText())
                .contains("Project 42, server main: last submitted 1 mo 1 day ago", "This project in Manage Jenkins")
                .doesNotContain("Project 43");
        assertThat(ids("")).containsExactly(42L, 43L);
        assertThat(rest(VIEWER, "").getJSONArray("projects").getJSONObject(0).getBoolean("overdue"))
                .isTrue();

        try (JenkinsRule.WebClient browser = Browsers.openAs(jenkins, ADMINISTRATOR)) {
            Browsers.post(browser, PAGE + "forget", Map.of("server", project(42).server(), "projectId", "42"));
        }
        assertThat(monitor.isActivated()).isFalse();
    }
}
