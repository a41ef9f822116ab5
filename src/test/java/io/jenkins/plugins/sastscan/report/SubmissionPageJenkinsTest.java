package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.EnvVars;
import hudson.Extension;
import hudson.FilePath;
import hudson.Launcher;
import hudson.console.ConsoleLogFilter;
import hudson.console.LineTransformationOutputStream;
import hudson.model.AbstractProject;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Job;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.model.User;
import hudson.tasks.BuildWrapperDescriptor;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jenkins.model.experimentalflags.UserExperimentalFlagsProperty;
import jenkins.tasks.SimpleBuildWrapper;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.kohsuke.stapler.DataBoundConstructor;

/** The build page, the job page and the stored reports. */
@WithSast
class SubmissionPageJenkinsTest {
    /** The new build page, which each user can turn on, has a tab for the submissions. The classic page has a link. */
    private static final String SIDE_LINK = "#side-panel a[href$='/sast-scan']";

    private static final String TAB = ".app-build-tabs a[href$='/sast-scan']";
    private static final String SUMMARY = "#main-panel table a[href='sast-scan/']";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void the_page_of_a_successful_build_shows_the_submission() throws Exception {
        var server = sast.server("main");
        server.setRetries(2);
        sast.configure(server);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(503));
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.setGit(SastJenkins.git("https://git.example/a.git", "main", ""));
        step.getSource().setIncludes("**, missing/**");
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(
                Map.of("src/Main.java", "class Main {}", "README", "read me", "node_modules/a.js", "a"), step));

        assertThat(line(build))
                .matches(
                        "Project 42, server main: 2 files \\(20 B\\), archive \\d+ B, 1 warning, uploaded, Git settings"
                                + " written, next scan forced, [\\d.]+ m?s");
        HtmlPage page = page(build);
        assertThat(page.asNormalizedText())
                .contains("access check", "archive", "upload", "Git settings", "force scan")
                .contains(sast.simulator().baseUrl().toString())
                .contains(sast.project().lastUpload().orElseThrow().sha256())
                .contains("src", "(not in a folder)", "java", "(no extension)")
                .contains("1 excluded director")
                .contains("https://git.example/a.git", "refs/heads/main", "none")
                .contains("The next scheduled scan runs");
        assertThat(page.querySelectorAll(".sast-bar rect")).hasSize(5);
        assertThat(page.<DomElement>querySelector(".sast-charts tbody tr").asNormalizedText())
                .matches("src\\s+1\\s+13 B\\s+65.0%\\s*");
        assertThat(page.<DomElement>querySelector(".jenkins-alert-warning").asNormalizedText())
                .contains("These patterns match nothing: include 'missing/**'.");
        assertThat(JenkinsRule.getLog(build))
                .containsPattern(
                        "  upload: status 503, starting again: retry 1 of 2 in [0-9]+ ms \\(retries for about 3 seconds\\)");
        assertThat(page.asNormalizedText()).contains("1: status 503");

        String sha256 = sast.project().lastUpload().orElseThrow().sha256();
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains(
                        "\"projectId\":\"42\"",
                        "\"state\":\"DONE\"",
                        "\"name\":\"upload\"",
                        "\"retries\":1",
                        "\"retryReason\":\"status 503\"")
                .contains(
                        "\"sha256\":\"" + sha256 + "\"", "\"name\":\"src\"", "\"branchReadBack\":\"refs/heads/main\"");
        assertThat(jenkins.getJSON(build.getUrl() + "api/json").getContentAsString())
                .contains("\"scanForced\":true", "\"archiveBytes\":");
    }

    @Test
    void the_page_of_a_failed_build_shows_the_failed_stage_and_the_reason() throws Exception {
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        FreeStyleBuild build = jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));

        assertThat(line(build)).contains("1 file (1 B)", "failed: upload").doesNotContain("forced");
        HtmlPage page = page(build);
        assertThat(page.querySelectorAll(
                        ".sast-bar rect.sast-FAILED.sast-upload, .sast-key rect.sast-FAILED.sast-upload"))
                .hasSize(2);
        assertThat(page.<DomElement>querySelector(".jenkins-alert-danger").asNormalizedText())
                .doesNotContain("failed: upload")
                .contains("400");

        FreeStyleBuild early = jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of(), SastJenkins.builder("other", "42")));
        assertThat(line(early)).isEqualTo("Project 42, server other: failed");
        assertThat(List.of(page(early), page("", early.getUrl())))
                .extracting(HtmlPage::asNormalizedText)
                .allMatch(text -> text.contains("failed") && text.contains("There is no SAST server \"other\""));
    }

    @Test
    void the_pages_of_a_build_without_a_project_id_say_that_the_id_is_missing() throws Exception {
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", ""));
        FreeStyleBuild build = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(line(build)).isEqualTo("No project ID: failed");
        assertThat(text(page("", build.getUrl()), SIDE_LINK)).startsWith("SAST submission");
        assertThat(jobPage(job).querySelectorAll(".sast-trends")).isEmpty();
    }

    @Test
    void the_page_shows_which_stage_is_running_or_was_aborted() throws Exception {
        var hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
        FreeStyleBuild build = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42"))
                .scheduleBuild2(0)
                .waitForStart();
        hang.awaitArrival();

        assertThat(line(build)).contains("running: upload");
        assertThat(page(build).querySelectorAll(".sast-bar rect")).hasSize(3);

        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        assertThat(line(build)).contains("aborted: upload");
        assertThat(page(build).querySelectorAll(".sast-bar rect.sast-ABORTED.sast-upload"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_submission_that_ends_with_a_jvm_error_is_shown_as_failed(boolean pipeline) throws Exception {
        Run<?, ?> build;
        if (pipeline) {
            build = jenkins.buildAndAssertStatus(
                    Result.FAILURE,
                    sast.pipeline("node { writeFile file: 'a', text: 'A'; wrap([$class: 'BrokenLog']) {"
                            + " sastScan server: 'main', projectId: '42' } }"));
        } else {
            FreeStyleProject job = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42"));
            job.getBuildWrappersList().add(new BrokenLog());
            build = jenkins.buildAndAssertStatus(Result.FAILURE, job);
        }

        assertThat(JenkinsRule.getLog(build)).contains("NoClassDefFoundError: missing/Type");
        assertThat(line(build)).contains("failed");
        assertThat(page(build).asNormalizedText()).contains("NoClassDefFoundError: missing/Type");
        assertThat(Files.readString(build.getRootDir().toPath().resolve("build.xml")))
                .contains("<state>FAILED</state>")
                .doesNotContain("<state>RUNNING</state>");
    }

    /** A log that fails with a missing class when the archive is reported. */
    public static final class BrokenLog extends SimpleBuildWrapper {
        @DataBoundConstructor
        public BrokenLog() {}

        @Override
        public void setUp(
                Context context,
                Run<?, ?> build,
                FilePath workspace,
                Launcher launcher,
                TaskListener listener,
                EnvVars initialEnvironment) {}

        @Override
        public ConsoleLogFilter createLoggerDecorator(Run<?, ?> build) {
            return new Filter();
        }

        private static final class Filter extends ConsoleLogFilter implements Serializable {
            private static final long serialVersionUID = 1;

            @Override
            @SuppressWarnings("rawtypes") // same signature as in core
            public OutputStream decorateLogger(Run build, OutputStream log) {
                return new LineTransformationOutputStream.Delegating(log) {
                    private boolean broken;

                    @Override
                    protected void eol(byte[] bytes, int length) throws IOException {
                        String line = new String(bytes, 0, length, StandardCharsets.UTF_8);
                        if (!broken && line.contains("Archived 1 file")) {
                            broken = true;
                            throw new NoClassDefFoundError("missing/Type");
                        }
                        out.write(bytes, 0, length);
                    }
                };
            }
        }

        @Extension
        public static final class DescriptorImpl extends BuildWrapperDescriptor {
            @Override
            public boolean isApplicable(AbstractProject<?, ?> job) {
                return true;
            }
        }
    }

    @Test
    void parallel_branches_and_matrix_cells_are_named_in_the_log_and_on_the_page() throws Exception {
        sast.simulator().addProject(43);

        Run<?, ?> run = sast.build("""
                pipeline {
                    agent any
                    stages {
                        stage('Scans') {
                            matrix {
                                axes { axis { name 'PROJECT'; values '42', '43' } }
                                stages {
                                    stage('Scan') {
                                        steps {
                                            writeFile file: 'b', text: 'B'
                                            sastScan server: 'main', projectId: '${PROJECT}', source: [excludes: 'none']
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                """);

        assertThat(page(run).querySelectorAll(".sast-submission h2"))
                .extracting(DomElement.class::cast)
                .extracting(DomElement::asNormalizedText)
                .containsExactlyInAnyOrder(
                        "Matrix - PROJECT = '42', Scan: Project 42, server main",
                        "Matrix - PROJECT = '43', Scan: Project 43, server main");
        for (String project : List.of("42", "43")) {
            assertThat(Logs.ofSteps(run))
                    .filteredOn(line -> line.startsWith("[Matrix - PROJECT = '" + project + "'] "))
                    .hasSizeGreaterThanOrEqualTo(6)
                    .anyMatch(line -> line.endsWith("Submitting to project " + project + " of SAST server main"))
                    .anyMatch(line -> line.contains("] Archived 1 file"))
                    .anyMatch(line -> line.contains("] Uploaded "))
                    .anyMatch(line -> line.contains("] Warning: These patterns match nothing: exclude 'none'."));
        }
    }

    @Test
    void a_failure_in_a_parallel_branch_names_the_branch() throws Exception {
        var job = sast.pipeline("parallel one: { sastScan server: 'main', projectId: '${NO_PROJECT}',"
                + " upload: false }, two: { echo 'two' }");

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        jenkins.assertLogContains("SAST: [one] The project ID is missing: NO_PROJECT is not set in this build.", run);
        assertThat(line(run)).startsWith("one: Project ${NO_PROJECT}, server main");
    }

    @Test
    void a_dry_run_has_a_summary_and_a_page() throws Exception {
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.setDryRun(true);
        step.getSource().setExcludes("**/*.kez");
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(
                sast.freestyle(Map.of("src/Main.java", "class Main {}", "node_modules/a.js", "a"), step));

        jenkins.assertLogContains("Dry run for project 42 of SAST server main: nothing is uploaded", build);
        assertThat(line(build)).isEqualTo("Project 42, server main: dry run: 1 file (13 B), 1 warning");
        assertThat(page(build).asNormalizedText())
                .contains("Files that would be uploaded", "13 B", "1 excluded directory", "exclude '**/*.kez'")
                .doesNotContain("SHA-256", "Size of the archive");
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"dryRun\":true", "\"state\":\"DONE\"");
    }

    private static String line(Run<?, ?> run) throws Exception {
        DomElement link = page("", run.getUrl()).querySelector("#main-panel a[href='sast-scan/']");
        return ((DomElement) link.getParentNode()).asNormalizedText();
    }

    private static HtmlPage page(Run<?, ?> run) throws Exception {
        return page("", run.getUrl() + "sast-scan/");
    }

    @Test
    void the_new_build_page_has_a_tab_and_the_classic_page_has_links() throws Exception {
        addUserWithNewPages();
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(jenkins.jenkins, Map.of("a", "A")));

        assertShows(page("classic", build.getUrl()), SIDE_LINK, SUMMARY);
        assertShows(page("classic", build.getUrl() + "sast-scan/"), SIDE_LINK);
        assertShows(page("modern", build.getUrl()), TAB);
        HtmlPage tab = page("modern", build.getUrl() + "sast-scan/");
        assertShows(tab, TAB);
        assertThat(tab.asNormalizedText()).contains("Project 42, server main");
    }

    private static void addUserWithNewPages() throws IOException {
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        User.getById("modern", true)
                .addProperty(new UserExperimentalFlagsProperty(
                        Map.of("new-build-page.flag", "true", "new-job-page.flag", "true")));
    }

    private static void assertShows(HtmlPage page, String... expected) {
        assertThat(page.querySelectorAll(SIDE_LINK)).hasSizeLessThan(2);
        assertThat(Stream.of(SIDE_LINK, TAB, SUMMARY).filter(link -> page.querySelector(link) != null))
                .as(page.getUrl() + "")
                .containsExactlyInAnyOrder(expected);
        assertThat(page.querySelectorAll("h1")).hasSize(1);
    }

    @Test
    void the_new_build_page_shows_failures_and_warnings_in_a_card_and_a_badge() throws Exception {
        addUserWithNewPages();
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.getSource().setExcludes("none");
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);

        HtmlPage warned = page("modern", jenkins.buildAndAssertSuccess(job).getUrl());
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        HtmlPage failed =
                page("modern", jenkins.buildAndAssertStatus(Result.FAILURE, job).getUrl());

        assertThat(text(warned, ".jenkins-card .sast-card"))
                .contains("Project 42, server main", "1 file (1 B)", "uploaded")
                .contains("These patterns match nothing: exclude 'none'.");
        assertThat(text(warned, TAB)).startsWith("SAST project 42");
        assertThat(text(warned, TAB + " [class*='warning-color']")).isEqualTo("1");
        assertThat(text(failed, ".jenkins-card .sast-card")).contains("failed: upload", "400");
        assertThat(text(failed, TAB + " [class*='danger-color']")).isEqualTo("1");
        assertThat(page("classic", job.getUrl() + "2/").querySelectorAll(".sast-card"))
                .isEmpty();
    }

    @Test
    void the_badge_of_the_new_build_page_shows_superseded_submissions_instead_of_warnings() throws Exception {
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(jenkins.jenkins, Map.of(".env", "A")));
        SubmissionReport superseded = new SubmissionReport("", "main", "43", false);
        superseded.setSupersededBy(7);
        superseded.succeed();
        SubmissionsAction action = build.getAction(SubmissionsAction.class);
        assertThat(action.getBadge().getTooltip()).isEqualTo("1 warning");

        SubmissionsAction.add(build, superseded);

        assertThat(action.getBadge().getTooltip()).isEqualTo("1 submission superseded by a later build");
        assertThat(action.getBadge().getSeverity()).isEqualTo("warning");
        assertThat(action.getDisplayName()).isEqualTo("2 SAST submissions");
    }

    private static String text(HtmlPage page, String selector) {
        return page.<DomElement>querySelector(selector).asNormalizedText();
    }

    @Test
    void the_new_job_page_has_the_trend_in_a_tab() throws Exception {
        addUserWithNewPages();
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42"));
        jenkins.buildAndAssertSuccess(job);
        String tab = "a[href$='/sast-trend']";

        HtmlPage overview = page("modern", job.getUrl());
        assertThat(overview.querySelectorAll(".app-build-tabs " + tab)).hasSize(1);
        assertThat(overview.querySelectorAll(tab)).hasSize(1);
        assertThat(overview.querySelectorAll(".sast-trends")).isEmpty();
        HtmlPage trend = page("modern", job.getUrl() + "sast-trend/");
        assertThat(cells(trend, "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1");
        assertThat(trend.querySelectorAll("h1")).hasSize(1);
        assertThat(page("classic", job.getUrl()).querySelectorAll(tab)).isEmpty();
        assertThat(page("classic", job.getUrl()).querySelectorAll(".sast-trends"))
                .hasSize(1);
    }

    private static HtmlPage page(String user, String path) throws Exception {
        try (JenkinsRule.WebClient browser = Browsers.open(jenkins).withJavaScriptEnabled(false)) {
            return (user.isEmpty() ? browser : browser.withBasicCredentials(user)).goTo(path);
        }
    }

    @Test
    void the_job_page_lists_submissions_except_dry_runs_from_oldest_to_newest() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A".repeat(2_000)));
        assertThat(jobPage(job).querySelectorAll(".sast-trends")).isEmpty();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        assertThat(cells(jobPage(job), "bytes", "td:nth-child(2)")).containsExactly("2.0 kB");
        jenkins.buildAndAssertSuccess(job);
        // A build without an archive leaves a gap.
        sast.simulator().schedule(SimulatedOperation.READ_GIT, Fault.answer(404));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        job.getBuildersList().get(SastScanBuilder.class).setDryRun(true);
        jenkins.buildAndAssertSuccess(job);

        HtmlPage page = jobPage(job);

        assertThat(cells(page, "bytes", "th"))
                .containsExactly("Build", "Before compression", "Archive", "#1", "#2", "#3");
        assertThat(cells(page, "bytes", "td:nth-child(2)")).containsExactly("2.0 kB", "2.0 kB", "-");
        assertThat(cells(page, "seconds", "thead th"))
                .containsExactly("Build", "access check", "archive", "upload", "force scan");
        assertThat(cells(page, "seconds", "tr:nth-child(3) td:nth-child(4)")).containsExactly("-");
        assertThat(page.querySelectorAll(".sast-trend td[data-value]")).hasSize(3 * 2 + 3 * 4);
        assertThat(page.querySelectorAll(".sast-trend td[data-value='']")).hasSize(2 + 3 + 1);
        assertThat(page.querySelectorAll(".sast-trend details[open]")).hasSize(2);
        assertThat(page.querySelectorAll("script[src*='echarts'], script[src*='sastscan/report/trend.js']"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(page.querySelectorAll(".sast-trend a[href$='/2/sast-scan/']"))
                .hasSize(2);
    }

    @Test
    void the_trend_shows_totals_per_build_and_skips_builds_without_submissions() throws Exception {
        var job = sast.pipeline("node { deleteDir(); writeFile file: 'b', text: 'BB'\n"
                + "sastScan server: 'main', projectId: '42'\n sastScan server: 'main', projectId: '42' }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(job, "error 'does not compile'");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(cells(jobPage(job), "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1");
        assertThat(cells(jobPage(job), "bytes", "td:nth-child(2)")).containsExactly("4 B");
    }

    private static HtmlPage jobPage(Job<?, ?> job) throws Exception {
        return page("", job.getUrl());
    }

    private static List<String> cells(HtmlPage page, String unit, String cells) {
        return page.querySelectorAll(".sast-trend[data-unit='" + unit + "'] " + cells).stream()
                .map(cell -> ((DomElement) cell).asNormalizedText())
                .toList();
    }

    @Test
    void a_build_stored_by_version_1_can_be_read() throws Exception {
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
        // The stage was running when Jenkins stopped.
        SubmissionReport running = action.getSubmissions().get(1);
        assertThat(running.getStanding()).isEqualTo("aborted: upload");
        assertThat(running.getReason()).contains("Jenkins stopped");
        assertThat(page(build).asNormalizedText()).contains("Scan: Project 42, server main");
        // Reading the build has not changed it.
        build.save();
        assertThat(Files.readString(build.getRootDir().toPath().resolve("build.xml")))
                .contains("<state>WAITING</state>")
                .doesNotContain("<state>ABORTED</state>");
    }

    @Test
    void unknown_fields_of_a_later_version_are_ignored() throws Exception {
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
        try (InputStream file = SubmissionPageJenkinsTest.class.getResourceAsStream(name)) {
            Files.copy(file, build.resolve("build.xml"));
        }
        job.doReload();
        return jenkins.jenkins
                .getItemByFullName(job.getFullName(), FreeStyleProject.class)
                .getBuildByNumber(1);
    }
}
