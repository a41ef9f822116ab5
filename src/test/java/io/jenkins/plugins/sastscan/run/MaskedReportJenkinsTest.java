package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.net.URI;
import java.nio.file.Files;
import org.htmlunit.WebRequest;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** What {@code withCredentials} masks in the log of a pipeline is masked in all that its build keeps of a submission. */
@WithSast
class MaskedReportJenkinsTest {
    private static final String HIDDEN = "planted-s3cr3t";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @BeforeEach
    void server() throws Exception {
        sast.configure(sast.server(HIDDEN));
        sast.addCredentials(Servers.secretText("id", HIDDEN));
    }

    @Test
    void in_every_text_of_a_good_submission() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(job("""
                deleteDir()
                sh 'mkdir $HIDDEN; echo A > $HIDDEN/a.$HIDDEN; ln -s nowhere broken-$HIDDEN'
                stage("${HIDDEN}") {
                    sastScan server: '${HIDDEN}', projectId: '42',
                            git: [url: 'https://git.example/${HIDDEN}.git', branch: '${HIDDEN}']
                }
                """));

        SubmissionReport report =
                run.getAction(SubmissionsAction.class).getSubmissions().get(0);
        assertThat(report.getPipelineStage()).isEqualTo("****");
        assertThat(report.getServer()).isEqualTo("****");
        assertThat(report.getUrl()).isEqualTo(sast.simulator().baseUrl().toString());
        assertThat(report.getProjectId()).isEqualTo("42");
        assertThat(report.getArchive().getFolders().get(0).getName()).isEqualTo("****");
        assertThat(report.getArchive().getTypes().get(0).getName()).isEqualTo("****");
        assertThat(report.getArchive().getSkippedFiles().get(0).getNames()).containsExactly("broken-****");
        assertThat(report.getGit().getUrl()).isEqualTo("https://git.example/****.git");
        assertThat(report.getGit().getBranch()).isEqualTo("refs/heads/****");
        nowhere(run);
        assertThat(sast.project().git().orElseThrow().url()).contains(HIDDEN);
    }

    @Test
    void in_the_reason_of_a_failed_one() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertStatus(
                Result.FAILURE,
                job("deleteDir(); writeFile file: 'a', text: 'A'\n"
                        + "sastScan server: '${HIDDEN}', projectId: '42', source: [includes: '${HIDDEN}']"));

        assertThat(run.getAction(SubmissionsAction.class)
                        .getSubmissions()
                        .get(0)
                        .getReason())
                .contains("****");
        nowhere(run);
    }

    private WorkflowJob job(String inside) throws Exception {
        return sast.pipeline(
                "node { withCredentials([string(credentialsId: 'id', variable: 'HIDDEN')]) {\n" + inside + "} }");
    }

    private static void nowhere(Run<?, ?> run) throws Exception {
        assertThat(Files.readString(run.getRootDir().toPath().resolve("build.xml")))
                .contains("SubmissionReport", "****")
                .doesNotContain(HIDDEN);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            for (String page : new String[] {"", "sast-scan/", "sast-scan/api/json?depth=4", "sast-scan/api/xml"}) {
                assertThat(client.loadWebResponse(
                                        new WebRequest(URI.create(client.getContextPath() + run.getUrl() + page)
                                                .toURL()))
                                .getContentAsString())
                        .as(page)
                        .contains("****")
                        .doesNotContain(HIDDEN);
            }
        }
    }
}
