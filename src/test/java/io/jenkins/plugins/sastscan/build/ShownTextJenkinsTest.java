package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.json.JSONObject;
import org.htmlunit.html.HtmlPage;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class ShownTextJenkinsTest {
    /** HTML, a console annotation, a fake log line, a line separator, a change of text direction, and a bell. */
    private static final String EVIL =
            "<img src=x onerror=alert(1)>\u001b[8mha:AAAAY2F0\u001b[0m\nFinished: SUCCESS\r\n"
                    + "ERROR: forged\u2028ERROR: separated\u202eback\u0007&lt;b>";

    private static final String HIDDEN = "planted-s3cr3t";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void file_names_and_server_names_and_server_texts_are_shown_as_plain_text_on_one_line() throws Exception {
        Assumptions.assumeTrue(File.separatorChar == '/', "such a name cannot be given here");
        String name = "\"'><img src=x onerror=alert(1)>";
        sast.configure(sast.server(name), Servers.server("other"));
        String words = new JSONObject().element("message", EVIL).toString();
        sast.simulator().always(SimulatedOperation.UPLOAD, Fault.answer(500).withJson(words));
        SastSubmitBuilder listing = SastJenkins.with(SastJenkins.builder(name, "42"), Map.of("dryRun", true));
        var job = sast.freestyle(Map.of(EVIL, "text"), listing, SastJenkins.builder(name, "42"));
        job.setDisplayName(name);

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(Logs.error(run)).contains("onerror");
        String log = JenkinsRule.getLog(run);
        assertThat(log)
                .contains("SAST server " + name)
                .doesNotContain("\u001b[8mha:AAAAY2F0", "\u2028", "\u202e", "\u0007");
        assertThat(log.lines())
                .noneMatch(line -> line.startsWith("ERROR: forged") || line.startsWith("ERROR: separated"))
                .filteredOn(line -> line.startsWith("Finished: "))
                .containsExactly("Finished: FAILURE");
        assertThat(log.lines())
                .filteredOn(line -> line.matches(" +4  <img src=x onerror=alert\\(1\\)>.*"))
                .hasSize(1);
        assertThat(assertPageHarmless(run.getUrl() + "console").asNormalizedText())
                .contains("SAST server " + name, "4  <img src=x onerror=alert(1)>");
        assertPageHarmless(run.getUrl() + "sast-scan/");
        assertPageHarmless(job.getUrl() + "configure");
        assertPageHarmless("manage/configure");
    }

    private static HtmlPage assertPageHarmless(String path) throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            List<String> alerts = new ArrayList<>();
            client.setAlertHandler((page, message) -> alerts.add(message));
            HtmlPage page = client.goTo(path);
            client.waitForBackgroundJavaScript(20_000);
            assertThat(page.querySelectorAll("img[src=x]")).isEmpty();
            assertThat(alerts).isEmpty();
            assertThat(page.getWebResponse().getContentAsString()).contains("onerror");
            return page;
        }
    }

    @Test
    void credentials_that_a_pipeline_binds_are_masked_in_a_successful_submission() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(hiding("""
                deleteDir()
                sh 'mkdir $HIDDEN; echo A > $HIDDEN/a.$HIDDEN; ln -s nowhere broken-$HIDDEN'
                stage("${HIDDEN}") {
                    sastSubmit server: '${HIDDEN}', projectId: '42',
                            git: [url: 'https://git.example/${HIDDEN}.git', branch: '${HIDDEN}']
                }
                """));

        SubmissionReport report = SastJenkins.submission(run);
        assertThat(report.pipelineStage).isEqualTo("****");
        assertThat(report.server).isEqualTo("****");
        assertThat(report.getArchive().folders.get(0).name).isEqualTo("****");
        assertThat(report.getArchive().types.get(0).name).isEqualTo("****");
        assertThat(report.getArchive().skippedFiles.get(0).names).containsExactly("broken-****");
        assertThat(report.git.url).isEqualTo("https://git.example/****.git");
        assertThat(report.git.branch).isEqualTo("refs/heads/****");
        assertHiddenEverywhere(run);
        assertThat(sast.project().git().orElseThrow().url()).contains(HIDDEN);
    }

    private WorkflowJob hiding(String inside) throws Exception {
        sast.configure(sast.server(HIDDEN));
        sast.addCredentials(Servers.secretText("id", HIDDEN));
        return sast.pipeline(
                "node { withCredentials([string(credentialsId: 'id', variable: 'HIDDEN')]) {\n" + inside + "} }");
    }

    private static void assertHiddenEverywhere(Run<?, ?> run) throws Exception {
        assertThat(Files.readString(run.getRootDir().toPath().resolve("build.xml")))
                .contains("SubmissionReport", "****")
                .doesNotContain(HIDDEN);
        for (String page : new String[] {"", "sast-scan/", "sast-scan/api/json?depth=4", "sast-scan/api/xml"}) {
            assertThat(Browsers.get(jenkins, "", run.getUrl() + page).getContentAsString())
                    .as(page)
                    .contains("****")
                    .doesNotContain(HIDDEN);
        }
    }
}
