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
    void a_job_shows_its_builds_in_tables_the_oldest_first_without_dry_runs() throws Exception {
        FreeStyleProject job = sast.freestyle(jenkins.jenkins, Map.of("a", "A".repeat(2_000)));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        assertThat(cells(page(job), "bytes", "td:nth-child(2)")).containsExactly("2.0 kB");
        jenkins.buildAndAssertSuccess(job);
        // Without an archive, there is a gap.
        sast.simulator().schedule(SimulatedOperation.READ_GIT, Fault.answer(404));
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        job.getBuildersList().get(SastScanBuilder.class).setDryRun(true);
        jenkins.buildAndAssertSuccess(job);

        HtmlPage page = page(job);

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
        assertThat(page.querySelectorAll(".sast-trend a[href='2/sast-scan/']")).hasSize(2);
    }

    @Test
    void a_pipeline_shows_what_a_build_submitted_in_all_and_builds_that_submit_nothing_do_not_hide_it()
            throws Exception {
        WorkflowJob job = sast.pipeline("node { deleteDir(); writeFile file: 'b', text: 'BB'\n"
                + "sastScan server: 'main', projectId: '42'\n sastScan server: 'main', projectId: '42' }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(job, "error 'does not compile'");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(cells(page(job), "bytes", "th")).containsExactly("Build", "Before compression", "Archive", "#1");
        assertThat(cells(page(job), "bytes", "td:nth-child(2)")).containsExactly("4 B");
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
