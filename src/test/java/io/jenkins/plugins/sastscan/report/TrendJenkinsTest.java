package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Job;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.util.List;
import java.util.Map;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** The trend on a job's page; its scripts are for real browsers. */
@WithSast
class TrendJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void a_job_shows_its_builds_in_tables_the_oldest_first() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A".repeat(2_000)));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        jenkins.buildAndAssertSuccess(job);

        HtmlPage page = page(job);
        assertThat(cells(page, "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1", "#2");
        assertThat(cells(page, "bytes", "td:nth-child(2)")).containsExactly("2.0 kB", "2.0 kB");
        assertThat(cells(page, "seconds", "thead th"))
                .containsExactly("Build", "checking access", "archiving", "upload", "force scan");
        assertThat(page.querySelectorAll(".sast-trend td[data-value]")).hasSize(2 * 2 + 2 * 4);
        assertThat(page.querySelectorAll(".sast-trend details[open]")).hasSize(2);
        assertThat(page.querySelectorAll("script[src*='echarts'], script[src*='sastscan/report/trend.js']"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(page.querySelectorAll(".sast-trend a[href='2/sast-scan/']")).hasSize(2);
    }

    @Test
    void a_pipeline_has_a_trend_too_with_what_a_build_submitted_in_all() throws Exception {
        WorkflowJob job = sast.pipeline("node { deleteDir(); writeFile file: 'b', text: 'BB'\n"
                + "sastScan server: 'main', projectId: '42'\n sastScan server: 'main', projectId: '42' }");
        jenkins.buildAndAssertSuccess(job);

        assertThat(cells(page(job), "bytes", "td:nth-child(2)")).containsExactly("4 B");
    }

    @Test
    void a_job_whose_submissions_all_fail_has_one() throws Exception {
        sast.simulator().always(SimulatedOperation.UPLOAD, Fault.answer(400));
        WorkflowJob job = sast.pipeline(
                "node { deleteDir(); writeFile file: 'b', text: 'BB'\nsastScan server: 'main', projectId: '42' }");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(cells(page(job), "bytes", "td:nth-child(2)")).containsExactly("2 B");
    }

    @Test
    void a_build_that_fails_before_it_submits_does_not_hide_it() throws Exception {
        WorkflowJob job = sast.pipeline(
                "node { deleteDir(); writeFile file: 'b', text: 'BB'\n" + "sastScan server: 'main', projectId: '42' }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(job, "error 'does not compile'");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(cells(page(job), "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1");
    }

    @Test
    void a_build_without_an_archive_leaves_a_gap_and_a_dry_run_is_no_row() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A".repeat(2_000)));
        sast.simulator().schedule(SimulatedOperation.READ_GIT, Fault.answer(404));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        jenkins.buildAndAssertSuccess(job);
        SastScanBuilder step = job.getBuildersList().get(SastScanBuilder.class);
        step.setDryRun(true);
        jenkins.buildAndAssertSuccess(job);

        HtmlPage page = page(job);
        assertThat(cells(page, "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1", "#2");
        assertThat(cells(page, "bytes", "td:nth-child(2)")).containsExactly("-", "2.0 kB");
        assertThat(cells(page, "seconds", "tr:first-child td:nth-child(4)")).containsExactly("-");
        assertThat(page.querySelectorAll(".sast-trend td[data-value='']")).hasSize(2 + 3);
    }

    @Test
    void a_job_that_never_submitted_has_none() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        jenkins.buildAndAssertSuccess(job);

        assertThat(page(job).querySelectorAll(".sast-trends")).isEmpty();
    }

    private static HtmlPage page(Job<?, ?> job) throws Exception {
        try (JenkinsRule.WebClient browser = Browsers.open(jenkins).withJavaScriptEnabled(false)) {
            return browser.getPage(job);
        }
    }

    private static List<String> cells(HtmlPage page, String unit, String cells) {
        return page.querySelectorAll(".sast-trend[data-unit='" + unit + "'] " + cells).stream()
                .map(cell -> ((DomElement) cell).asNormalizedText())
                .toList();
    }
}
