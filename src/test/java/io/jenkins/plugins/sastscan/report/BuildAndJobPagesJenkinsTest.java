package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Job;
import hudson.model.Result;
import hudson.model.User;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jenkins.model.experimentalflags.UserExperimentalFlagsProperty;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class BuildAndJobPagesJenkinsTest {
    /** Only the classic build page has this link. The redesigned page, which users can turn on, has a tab instead. */
    private static final String SIDE_LINK = "#side-panel a[href$='/sast-scan']";

    private static final String TAB = ".app-build-tabs a[href$='/sast-scan']";
    private static final String SUMMARY = "#main-panel table a[href='sast-scan/#submission-1']";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void the_redesigned_and_the_classic_build_page_have_links_to_the_submissions() throws Exception {
        addUserWithNewPages();
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(jenkins.jenkins, Map.of("a", "A")));

        assertShows(Browsers.page(jenkins, "classic", build.getUrl()), SIDE_LINK, SUMMARY);
        assertShows(Browsers.page(jenkins, "classic", build.getUrl() + "sast-scan/"), SIDE_LINK);
        HtmlPage modern = Browsers.page(jenkins, "modern", build.getUrl());
        assertShows(modern, TAB);
        assertThat(modern.<DomElement>querySelector(".jenkins-card .sast-line").asNormalizedText())
                .isEqualTo("Project 42, server main: uploaded 1 file (1 B), next scan forced");
        HtmlPage tab = Browsers.page(jenkins, "modern", build.getUrl() + "sast-scan/");
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
    void the_job_page_lists_submissions_from_oldest_to_newest_and_omits_dry_runs() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A".repeat(2_000)));
        assertThat(jobPage(job).querySelectorAll(".sast-trends")).isEmpty();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        assertThat(cells(jobPage(job), "bytes", "td:nth-child(2)")).containsExactly("2.0 kB");
        jenkins.buildAndAssertSuccess(job);
        // The trend shows "-" for a build without an archive.
        sast.simulator().schedule(SimulatedOperation.READ_GIT, Fault.answer(404));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        job.getBuildersList().replace(SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("dryRun", true)));
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

    private static List<String> cells(HtmlPage page, String unit, String cells) {
        return page.querySelectorAll(".sast-trend[data-unit='" + unit + "'] " + cells).stream()
                .map(cell -> ((DomElement) cell).asNormalizedText())
                .toList();
    }

    private static HtmlPage jobPage(Job<?, ?> job) throws Exception {
        return Browsers.page(jenkins, "", job.getUrl());
    }
}
