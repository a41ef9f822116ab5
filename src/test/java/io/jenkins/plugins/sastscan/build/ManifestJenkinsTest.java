package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.Launcher;
import hudson.model.AbstractBuild;
import hudson.model.BuildListener;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import hudson.tasks.Builder;
import hudson.tasks.Shell;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.apache.commons.codec.digest.DigestUtils;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.TestBuilder;

@WithSast(agent = true)
class ManifestJenkinsTest {
    private static final String MANIFEST = "sast-scan-42-1.sha256";
    private static final String STEP = "writeFile file: 'a', text: 'A'; sastSubmit projectId: '42', manifest: true";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @Test
    void each_step_with_the_manifest_option_stores_a_manifest_of_its_upload() throws Exception {
        sast.simulator().addProject(43);

        Run<?, ?> run = sast.build(onAgent("""
                dir('one') { writeFile file: 'b', text: 'B'; writeFile file: 'a', text: 'A' }
                dir('two') { writeFile file: 'c', text: 'C' }
                def one = sastSubmit projectId: '42', manifest: true, source: [directory: 'one']
                def two = sastSubmit projectId: '43', manifest: true, source: [directory: 'two']
                sastSubmit projectId: '43', source: [directory: 'two']
                echo "kept ${one.manifest} and ${two.manifest}"
                """));

        assertThat(Files.readString(kept(run, MANIFEST))).isEqualTo(line("A", "a") + line("B", "b"));
        assertThat(Files.readString(kept(run, "sast-scan-43-2.sha256"))).isEqualTo(line("C", "c"));
        assertThat(run.getArtifacts()).hasSize(2);
        assertThat(Logs.ofSteps(run)).contains("kept [artifact:" + MANIFEST + "] and [artifact:sast-scan-43-2.sha256]");
        assertThat(SastJenkins.submission(run).manifest).isEqualTo(Map.of("artifact", MANIFEST));
        assertThat(Agents.leftovers(agent.getWorkspaceFor((WorkflowJob) run.getParent())))
                .isEmpty();
    }

    @Test
    void a_manifest_is_compared_with_that_of_the_last_upload_by_the_same_job() throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        write(job, "echo 1 > same; echo 1 > changes; echo 1 > goes");
        var first = jenkins.buildAndAssertSuccess(job);
        write(job, "echo 2 > changes");
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(jenkins.buildAndAssertStatus(Result.FAILURE, job).getArtifacts())
                .hasSize(1);
        write(job, "rm goes; echo 1 > comes; echo 1 > comes-too");
        var build = jenkins.buildAndAssertSuccess(job);

        assertThat(SastJenkins.submission(first).manifest).containsOnlyKeys("artifact");
        assertThat(SastJenkins.submission(build).manifest)
                .isEqualTo(Map.of("artifact", MANIFEST, "build", 1, "added", 2L, "changed", 1L, "removed", 1L));
        assertThat(Logs.ofSteps(build)).contains("Files since build #1: 2 added, 1 changed, 1 removed");
        try (JenkinsRule.WebClient browser = Browsers.open(jenkins)) {
            var page = browser.getPage(build, "sast-scan/");
            assertThat(page.asNormalizedText())
                    .contains("Manifest", MANIFEST, "Files since build #1: 2 added, 1 changed, 1 removed");
            assertThat(page.getAnchorByText(MANIFEST).click().getWebResponse().getContentAsString())
                    .isEqualTo(Files.readString(kept(build, MANIFEST)));
        }
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"manifest\":{\"artifact\":\"" + MANIFEST
                        + "\",\"build\":1,\"added\":2,\"changed\":1,\"removed\":1}");
    }

    @Test
    void a_missing_or_damaged_manifest_is_not_compared() throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        write(job, "echo 1 > a");
        var first = jenkins.buildAndAssertSuccess(job);
        Files.writeString(kept(first, MANIFEST), "nonsense");
        var second = jenkins.buildAndAssertSuccess(job);
        assertThat(Logs.ofSteps(second))
                .contains("The manifest is not compared with that of build #1 (a manifest is damaged)");
        assertThat(SastJenkins.submission(second).manifest).containsOnlyKeys("artifact");

        first.deleteArtifacts();
        second.deleteArtifacts();
        var third = jenkins.buildAndAssertSuccess(job);
        assertThat(SastJenkins.submission(third).manifest).containsOnlyKeys("artifact");
    }

    @Test
    void nothing_is_uploaded_if_the_manifest_cannot_be_stored() throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        write(job, "echo 1 > a");
        List<Builder> steps = new ArrayList<>(job.getBuildersList().toList());
        steps.add(0, new TestBuilder() {
            @Override
            public boolean perform(AbstractBuild<?, ?> build, Launcher launcher, BuildListener listener)
                    throws IOException {
                return new File(build.getRootDir(), "archive").createNewFile();
            }
        });
        job.getBuildersList().replaceBy(steps);

        var failed = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        jenkins.assertLogContains("The manifest could not be kept as an artifact of the build (", failed);
        assertThat(SastJenkins.submission(failed).getState()).isEqualTo(State.FAILED);
        assertThat(SastJenkins.submission(failed).manifest).isNull();
        assertThat(sast.project().uploads()).isZero();
        assertThat(Agents.leftovers(failed.getWorkspace())).isEmpty();
    }

    @Test
    void a_manifest_is_refused_for_an_existing_archive_and_never_stored_for_a_dry_run() throws Exception {
        assertThat(sast.refusal(onAgent("sastSubmit projectId: '42', manifest: true, source: [archive: 'a.zip']")))
                .startsWith("ERROR: SAST: An existing archive has no manifest");
        Run<?, ?> dryRun = sast.build(onAgent(STEP + ", dryRun: true"));
        assertThat(dryRun.getArtifacts()).isEmpty();
        assertThat(SastJenkins.submission(dryRun).manifest).isNull();
    }

    @Test
    void the_manifest_link_requires_permission_to_see_artifacts() throws Exception {
        Run<?, ?> run = sast.build(onAgent(STEP));
        SastJenkins.users(
                jenkins,
                Map.of(
                        "reader", List.of(Jenkins.READ, Item.READ),
                        "auditor", List.of(Jenkins.READ, Item.READ, Run.ARTIFACTS)));
        String property = "hudson.security.ArtifactsPermission";
        try {
            System.setProperty(property, "true");
            Run.ARTIFACTS.setEnabled(true);
            String page = run.getUrl() + "sast-scan/";
            assertThat(Browsers.get(jenkins, "auditor", page).getContentAsString())
                    .contains(">" + MANIFEST + "</a>");
            assertThat(Browsers.get(jenkins, "reader", page).getContentAsString())
                    .contains(MANIFEST)
                    .doesNotContain(">" + MANIFEST + "</a>");
        } finally {
            System.clearProperty(property);
            Run.ARTIFACTS.setEnabled(false);
            jenkins.jenkins.disableSecurity();
        }
    }

    private static void write(FreeStyleProject job, String script) throws IOException {
        SastSubmitBuilder step = SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("manifest", true));
        job.getBuildersList().replaceBy(List.of(new Shell(script), step));
    }

    private static String onAgent(String steps) {
        return "node('" + agent.getNodeName() + "') { deleteDir()\n" + steps + "\n}";
    }

    private static String line(String content, String name) {
        return DigestUtils.sha256Hex(content) + "  " + name + "\n";
    }

    private static Path kept(Run<?, ?> run, String name) {
        return run.getRootDir().toPath().resolve("archive").resolve(name);
    }
}
