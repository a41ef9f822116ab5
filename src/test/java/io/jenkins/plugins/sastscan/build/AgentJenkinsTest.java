package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Each agent runs in its own process, so that the JEP-200 class filter applies. */
@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AgentJenkinsTest {
    private static final Map<String, String> FILES = Map.of("src/Main.java", "class Main {}", "README", "read me");

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static DumbSlave another;
    private SastJenkins sast;

    @ParameterizedTest
    @EnumSource(names = {"AGENT", "CONTROLLER"})
    void only_the_system_user_of_the_agent_can_access_the_archive(UploadFrom from) throws Exception {
        sast.uploadFrom(from);
        HeldFault answerLater = Fault.delay();

        var build = sast.held(sast.freestyle(agent, FILES), SimulatedOperation.UPLOAD, answerLater);
        boolean agentUploads = Agents.uploads(agent.getChannel());
        FilePath folder = Agents.temporary(build.getWorkspace()).listDirectories().stream()
                .filter(each -> each.getName().startsWith("sast-scan-"))
                .findFirst()
                .orElseThrow();
        List<Integer> modes = new ArrayList<>(List.of(folder.mode() & 0777));
        for (FilePath file : folder.list()) {
            modes.add(file.mode() & 0777);
        }
        answerLater.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));

        assertThat(modes).hasSizeGreaterThan(1).startsWith(0700);
        assertThat(modes.subList(1, modes.size())).containsOnly(0600);
        assertThat(agentUploads).isEqualTo(from == UploadFrom.AGENT);
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(Agents.leftovers(build.getWorkspace())).isEmpty();
        assertThat(Logs.ofSteps(build)).hasSizeLessThanOrEqualTo(12).noneMatch(line -> line.contains("Exception"));
    }

    @Test
    void a_failed_archive_leaves_no_file() throws Exception {
        var server = sast.server(SastJenkins.SERVER);
        server.setSizeLimitMegabytes(1);
        sast.configure(server);
        byte[] random = new byte[2_000_000];
        new Random(1).nextBytes(random);

        var build = jenkins.buildAndAssertStatus(
                Result.FAILURE,
                sast.freestyle(agent, Map.of("a", "1", "big", new String(random, StandardCharsets.ISO_8859_1))));

        jenkins.assertLogContains("The archive is too large", build);
        assertThat(Agents.leftovers(build.getWorkspace())).isEmpty();
        assertThat(sast.project().uploads()).isZero();
    }

    /**
     * Core lets freestyle builds share a custom workspace. The first build reads its archive twice, because of a retry.
     */
    @ParameterizedTest
    @EnumSource(names = {"AGENT", "CONTROLLER"})
    void builds_in_a_shared_workspace_use_separate_archives(UploadFrom from) throws Exception {
        sast.simulator().addProject(43);
        var server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        server.setRetries(1);
        sast.configure(server);
        FilePath shared = agent.getRootPath().child("shared-" + from);
        FilePath killed = Agents.temporary(shared).child("sast-scan-killed");
        killed.child("left.zip").write("left", "UTF-8");
        Agents.ageLeftovers(shared);
        HeldFault hang = Fault.hang();

        var first = sast.held(sharing(agent, shared, SastJenkins.PROJECT), SimulatedOperation.UPLOAD, hang);
        List<String> used = archives(shared);
        jenkins.buildAndAssertSuccess(sharing(another, shared, 43));
        List<String> stillUsed = archives(shared);
        hang.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(first));

        assertThat(used).containsExactly("source.zip");
        assertThat(stillUsed).isEqualTo(used);
        assertThat(JenkinsRule.getLog(first)).contains("  upload: connection lost, retry 1 of 1 in ");
        assertThat(Agents.leftovers(shared)).isEmpty();
    }

    private FreeStyleProject sharing(DumbSlave node, FilePath workspace, long project) throws Exception {
        FreeStyleProject job = sast.freestyle(FILES, SastJenkins.builder(SastJenkins.SERVER, Long.toString(project)));
        job.setAssignedNode(node);
        job.setCustomWorkspace(workspace.getRemote());
        return job;
    }

    private static List<String> archives(FilePath workspace) throws Exception {
        return Agents.leftovers(workspace).stream()
                .filter(name -> name.endsWith(".zip"))
                .toList();
    }

    /** Pipelines buffer the log of an agent for a second or longer. */
    @Test
    void a_dry_run_in_a_pipeline_logs_the_file_list_before_the_next_step() throws Exception {
        Run<?, ?> run = sast.build("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'; sastSubmit"
                + " server: 'main', projectId: '42', dryRun: true; echo 'the next step';"
                + " catchError(buildResult: 'SUCCESS') {"
                + " sastSubmit projectId: '42', dryRun: true, source: [excludes: '*'] }; echo 'the end' }");

        assertThat(Logs.ofSteps(run))
                .containsSubsequence(
                        "Dry run for project 42 of SAST server main: nothing is uploaded",
                        "              1  a",
                        "Would upload 1 file, 1 B.",
                        "the next step",
                        "  skipped (excluded file): a  (exclude pattern *)",
                        "the end");
    }
}
