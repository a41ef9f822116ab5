package io.jenkins.plugins.sastscan.run;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.FilePath;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.config.*;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.simulator.*;
import java.io.File;
import java.util.List;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;
import org.jenkinsci.plugins.workflow.job.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

class MakeFixtureJenkinsTest {
    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension();

    @Test
    void make() throws Throwable {
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            simulator.addProject(42);
            HeldFault hang = Fault.hang();
            simulator.schedule(SimulatedOperation.FORCE_SCAN, hang);
            controller.startJenkins();
            controller.runRemotely(
                    MakeFixtureJenkinsTest::begin, simulator.baseUrl().toString(), simulator.accessToken());
            hang.awaitArrival();
            controller.stopJenkinsForcibly();
            FilePath to = new FilePath(
                    new File("src/test/resources/io/jenkins/plugins/sastscan/run/resumable-1").getAbsoluteFile());
            to.deleteRecursive();
            new FilePath(controller.getHome()).child("jobs/job").copyRecursiveTo(to);
        }
    }

    private static void begin(JenkinsRule jenkins, String url, String token) throws Throwable {
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getCredentials()
                .add(new StringCredentialsImpl(
                        CredentialsScope.SYSTEM, SastJenkins.TOKEN_ID, "", Secret.fromString(token)));
        store.save();
        SastServer server = new SastServer("main", url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID));
        server.setAllowPlainHttp(true);
        SastConfiguration.get().setServers(List.of(server));
        SastJenkins.pipeline(
                        jenkins.createProject(WorkflowJob.class, "job"),
                        "def result = sastScan server: 'main', projectId: '42', upload: false,"
                                + " git: [url: 'https://git.example/a.git', branch: 'main']\n"
                                + "echo 'result: ' + result.git.branch + ' ' + result.scanForced")
                .scheduleBuild2(0)
                .waitForStart();
    }
}
