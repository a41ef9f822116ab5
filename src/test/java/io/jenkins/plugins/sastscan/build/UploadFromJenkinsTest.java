package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.EnvVars;
import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.TaskListener;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Which machine uploads, and what the controller checks before it uploads an archive from an agent. */
@WithSast(agent = true)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UploadFromJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void access_rules_prevent_agents_from_uploading_unless_administrators_allow_it(UploadFrom from) throws Exception {
        Folder team = jenkins.createProject(Folder.class);
        SastServer server = Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule(team.getFullName(), "42"));
        server.setUploadFrom(from);
        sast.configure(server);
        FreeStyleProject job = SastJenkins.freestyle(team);
        job.setAssignedNode(agent);

        assertThat(sast.uploadsFrom(agent, job)).isEqualTo(from == UploadFrom.AGENT_DESPITE_RULES);
        assertThat(Logs.ofSteps(job.getLastBuild()).stream()
                        .filter(line -> line.startsWith("Uploading from the controller")))
                .hasSize(from == UploadFrom.AGENT || from == UploadFrom.AUTOMATIC ? 1 : 0);
    }

    @Test
    void access_rules_do_not_prevent_agents_from_uploading_with_folder_credentials() throws Exception {
        Folder team = jenkins.createProject(Folder.class);
        SastServer server = Servers.restricted(
                sast.server(
                        SastJenkins.SERVER, sast.simulator().baseUrl().toString(), new AccessTokenAuthentication("")),
                Servers.rule(team.getFullName(), "42"));
        server.getAccess().setJobCredentialsId("sast-team");
        sast.configure(server);
        sast.simulator().acceptToken("token-of-team");
        Servers.addTo(team, Servers.secretText("sast-team", "token-of-team"));
        FreeStyleProject job = SastJenkins.freestyle(team);
        job.setAssignedNode(agent);

        assertThat(sast.uploadsFrom(agent, job)).isTrue();
    }

    @Test
    void deleting_the_access_rules_during_a_submission_does_not_allow_agents_to_upload() {
        SastServer server = Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42"));
        ServerConnection connection = new ServerConnection(server, null, retry -> {});
        connection.recheck(sast.server(SastJenkins.SERVER), null);
        assertThat(connection.obstacleForAgents().orElseThrow()).startsWith("Uploading from the controller");
    }

    @Test
    void an_agent_uploads_again_after_a_delay_which_an_abort_ends() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setRetries(2);
        sast.configure(server);
        FreeStyleProject job = sast.freestyle(agent, Map.of("a", "A"));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(503));
        jenkins.assertLogContains("status 503, retry 1 of", jenkins.buildAndAssertSuccess(job));

        sast.simulator().always(SimulatedOperation.UPLOAD, Fault.tooManyRequests("300"));
        FreeStyleBuild build = job.scheduleBuild2(0).waitForStart();
        jenkins.waitForMessage("in 300.0 s", build);
        long aborted = System.nanoTime();
        build.getExecutor().interrupt();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));
        assertThat(Duration.ofNanos(System.nanoTime() - aborted)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void the_controller_forwards_a_large_archive_without_storing_it(@TempDir Path directory) throws Exception {
        sast.uploadFrom(UploadFrom.CONTROLLER);
        byte[] content = new byte[9_000_001];
        new Random(1).nextBytes(content);
        HeldFault answerLater = Fault.delay();
        String usual = System.setProperty("java.io.tmpdir", directory.toString());
        try {
            FreeStyleProject job = sast.freestyle(agent, Map.of("a", "A"));
            FilePath workspace = agent.getWorkspaceRoot().child(job.getName());
            workspace.child("random").copyFrom(new ByteArrayInputStream(content));
            var build = sast.held(job, SimulatedOperation.UPLOAD, answerLater);
            assertThat(directory).isEmptyDirectory();
            answerLater.release();
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
            assertThat(Agents.leftovers(workspace)).isEmpty();
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
        assertThat(sast.project().lastUpload().orElseThrow().file())
                .satisfies(file -> assertThat(Files.size(file)).isGreaterThan(content.length));
        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    @Test
    void the_controller_checks_the_size_limit_again_before_it_uploads() throws Exception {
        FilePath root = agent.getRootPath();
        Upload.Archive archive = new Upload.Archive(root.child("archive.zip").getRemote(), 1_000_001, 1_000_001, "");
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setSizeLimitMegabytes(1);
        ServerConnection connection = new ServerConnection(server, null, retry -> {});
        BuildContext build = new BuildContext(null, root, null, new EnvVars(), TaskListener.NULL, null, "", null);
        SubmissionPlan plan = new SubmissionPlan(build, null, new ProjectId(42), server);
        ArchiveUpload upload = new ArchiveUpload(plan, connection, archive, null);
        assertThatThrownBy(upload::run)
                .isInstanceOf(ArchiveException.class)
                .hasMessageStartingWith("The archive is too large: its request body exceeds the limit of 999.6 kB.");
        assertThat(sast.simulator().requests()).isEmpty();
    }
}
