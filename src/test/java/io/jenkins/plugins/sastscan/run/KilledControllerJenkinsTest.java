package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.FilePath;
import hudson.model.Label;
import hudson.model.Result;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.EndlessFile;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/** The process of the controller is killed while it archives or uploads, and started again. */
@Tag("slow")
class KilledControllerJenkinsTest {
    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension();

    @Test
    void the_build_fails_and_the_next_one_cleans_up() throws Throwable {
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            simulator.addProject(SastJenkins.PROJECT);
            controller.startJenkins();
            String workspace = controller.runRemotely(
                    KilledControllerJenkinsTest::begin, simulator.baseUrl().toString(), simulator.accessToken());
            FilePath left = new FilePath(new File(workspace));
            Agents.awaitArchive(left);
            controller.stopJenkinsForcibly();
            assertThat(Agents.leftovers(left)).hasSize(1);
            EndlessFile.cut(left);
            restart();
            assertThat(Agents.leftovers(left)).isEmpty();
            assertThat(simulator.project(SastJenkins.PROJECT).uploads()).isEqualTo(1);
        }
    }

    @Test
    void a_copy_of_an_archive_goes_with_the_next_upload_through_the_controller(@TempDir Path folder) throws Throwable {
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            simulator.addProject(SastJenkins.PROJECT);
            HeldFault hang = Fault.hang();
            simulator.schedule(SimulatedOperation.UPLOAD, hang);
            controller.javaOptions("-Djava.io.tmpdir=" + folder).startJenkins();
            controller.runRemotely(
                    KilledControllerJenkinsTest::beginOnAgent,
                    simulator.baseUrl().toString(),
                    simulator.accessToken());
            hang.awaitArrival();
            controller.stopJenkinsForcibly();
            assertThat(copies(folder)).hasSize(1);
            restart();
            assertThat(copies(folder)).isEmpty();
            assertThat(simulator.project(SastJenkins.PROJECT).uploads()).isEqualTo(1);
        }
    }

    private static List<Path> copies(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".zip")).toList();
        }
    }

    /** In the controller's process: uploads what an agent has. */
    private static void beginOnAgent(JenkinsRule jenkins, String url, String token) throws Throwable {
        configure(url, token, UploadFrom.CONTROLLER);
        jenkins.createOnlineSlave(Label.get("agent"));
        SastJenkins.pipeline(
                        jenkins.createProject(WorkflowJob.class, "job"),
                        "node('agent') { writeFile file: 'a', text: 'A'; sastScan server: 'main', projectId: '42' }")
                .scheduleBuild2(0)
                .waitForStart();
    }

    /** In the controller's process, which {@link SastJenkins} with its simulator cannot be for it would end with it. */
    private static String begin(JenkinsRule jenkins, String url, String token) throws Throwable {
        configure(url, token, UploadFrom.AGENT);
        WorkflowJob job = SastJenkins.pipeline(
                jenkins.createProject(WorkflowJob.class, "job"), "node { sastScan server: 'main', projectId: '42' }");
        FilePath workspace = jenkins.jenkins.getWorkspaceFor(job);
        EndlessFile.make(workspace);
        job.scheduleBuild2(0).waitForStart();
        return workspace.getRemote();
    }

    private static void configure(String url, String token, UploadFrom from) throws IOException {
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getCredentials()
                .add(new StringCredentialsImpl(
                        CredentialsScope.SYSTEM, SastJenkins.TOKEN_ID, "", Secret.fromString(token)));
        store.save();
        SastServer server =
                new SastServer(SastJenkins.SERVER, url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID));
        server.setAllowPlainHttp(true);
        server.setUploadFrom(from);
        SastConfiguration.get().setServers(List.of(server));
    }

    private void restart() throws Throwable {
        controller.startJenkins();
        controller.runRemotely(KilledControllerJenkinsTest::buildAgain);
    }

    private static void buildAgain(JenkinsRule jenkins) throws Throwable {
        WorkflowJob job = jenkins.jenkins.getItemByFullName("job", WorkflowJob.class);
        WorkflowRun killed = job.getBuildByNumber(1);
        jenkins.waitForCompletion(killed);
        if (jenkins.jenkins.getNodes().isEmpty()) {
            jenkins.assertBuildStatus(Result.FAILURE, killed);
            assertThat(Logs.ofSteps(killed)).anyMatch(line -> line.contains("sastScan") && line.contains("restart"));
        } else {
            // Agents of the test harness do not come back after a restart.
            jenkins.createOnlineSlave(Label.get("agent"));
        }
        jenkins.buildAndAssertSuccess(job);
    }
}
