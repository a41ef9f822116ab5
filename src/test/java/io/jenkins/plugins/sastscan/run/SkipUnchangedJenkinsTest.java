package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds that upload only what has changed, on an agent with a process of its own. */
@WithSast
class SkipUnchangedJenkinsTest {
    private static final Map<String, String> FILES = Map.of("src/Main.java", "class Main {}", "README", "read me");
    private static final String UNCHANGED = "Unchanged since the last upload to this project";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        agent = OwnAgent.start(directory.resolve("unchanged"), 2);
    }

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void what_any_job_uploaded_last_is_not_uploaded_again(UploadFrom from) throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        sast.configure(server);
        FreeStyleProject one = job(FILES);
        FreeStyleProject other = job(FILES);
        assertThat(SastJenkins.submission(jenkins.buildAndAssertSuccess(one)).isUnchanged())
                .isFalse();

        FreeStyleBuild ofOther = jenkins.buildAndAssertSuccess(other);
        FreeStyleBuild ofOne = jenkins.buildAndAssertSuccess(one);

        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(3);
        assertThat(Logs.ofSteps(ofOther)).anyMatch(line -> line.startsWith(UNCHANGED + ": nothing is uploaded ("));
        assertThat(Logs.ofSteps(ofOne))
                .anyMatch(line -> line.startsWith(UNCHANGED + ", by build #1: nothing is uploaded ("));
        assertThat(SastJenkins.submission(ofOther).isUnchanged()).isTrue();
        assertThat(SastJenkins.submission(ofOther).getArchive()).isNull();
        assertThat(SastJenkins.submission(ofOther).getStages())
                .extracting(StageReport::getName)
                .containsExactly("access", "archive", "forceScan");
        assertThat(SastJenkins.submission(ofOther).getSummary())
                .startsWith("unchanged, not uploaded, next scan forced, ");
        String sentence = "Nothing was uploaded, because nothing has changed since the last upload to this project.";
        assertThat(page(ofOther)).contains(sentence).doesNotContain("made that upload");
        assertThat(page(ofOne)).contains(sentence + " Build #1 made that upload.");
    }

    @Test
    void a_pipeline_learns_of_it_and_git_settings_are_written_and_make_it_forgotten() throws Exception {
        String step = "def scan = sastScan projectId: '42', skipUnchanged: true, %s\n"
                + "echo \"unchanged ${scan.unchanged} ${scan.archive?.files} ${scan.git?.branch}\"";
        WorkflowJob job = sast.pipeline("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                + String.format(step, "forceScan: false") + "\n"
                + String.format(step, "git: [url: 'https://git.example/a.git', branch: 'main']")
                        .replace("def ", "")
                + "\n" + String.format(step, "forceScan: true").replace("def ", "") + " }");

        Run<?, ?> run = jenkins.buildAndAssertSuccess(job);

        assertThat(Logs.ofSteps(run))
                .contains("unchanged false 1 null", "unchanged true null refs/heads/main", "unchanged false 1 null");
        assertThat(sast.project().uploads()).isEqualTo(2);
        assertThat(sast.project().gitWrites()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(2);
    }

    @Test
    void an_access_rule_and_a_refused_token_come_first() throws Exception {
        FreeStyleProject job = job(FILES);
        jenkins.buildAndAssertSuccess(job);
        sast.simulator().revokeTokens();
        Run<?, ?> refused = jenkins.buildAndAssertStatus(Result.FAILURE, job);
        SastServer ofTeam = sast.server(SastJenkins.SERVER);
        ofTeam.getAccess().setRules(List.of(Servers.rule("team", "42")));
        sast.configure(ofTeam);
        Run<?, ?> outside = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(JenkinsRule.getLog(refused)).contains("401").doesNotContain(UNCHANGED);
        assertThat(JenkinsRule.getLog(outside)).contains("This job cannot use").doesNotContain(UNCHANGED);
    }

    @Test
    void a_build_that_is_aborted_leaves_it_forgotten() throws Exception {
        FreeStyleProject job = job(FILES);
        jenkins.buildAndAssertSuccess(job);
        SastScanBuilder always = new SastScanBuilder(SastJenkins.SERVER, "42");
        FreeStyleProject aborted = sast.freestyle(FILES, always);
        aborted.setAssignedNode(agent);
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
        FreeStyleBuild build = aborted.scheduleBuild2(0).waitForStart();
        hang.awaitArrival();
        FilePath known = jenkins.jenkins.getRootPath().child("io.jenkins.plugins.sastscan.submission.LastUploads.txt");
        assertThat(known.readToString()).containsPattern("(?m)^[0-9a-f-]{36}$");
        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        jenkins.buildAndAssertSuccess(job);
        assertThat(sast.project().uploads()).isEqualTo(2);
    }

    private FreeStyleProject job(Map<String, String> files) throws Exception {
        SastScanBuilder step = new SastScanBuilder(SastJenkins.SERVER, "42");
        step.setSkipUnchanged(true);
        FreeStyleProject job = sast.freestyle(files, step);
        job.setAssignedNode(agent);
        return job;
    }

    private static String page(Run<?, ?> run) throws Exception {
        return Browsers.open(jenkins).getPage(run, "sast-scan").asNormalizedText();
    }
}
