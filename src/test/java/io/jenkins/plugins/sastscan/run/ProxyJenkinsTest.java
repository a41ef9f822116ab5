package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.ProxyConfiguration;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.ForwardProxy;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** The proxy that Jenkins is set up with, on the controller and on an agent that is a process of its own. */
@WithJenkins
class ProxyJenkinsTest {
    private static final Map<String, String> FILES = Map.of("a", "A");

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;
    private ForwardProxy proxy;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins = rule;
        agent = jenkins.createOnlineSlave();
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins);
        proxy = ForwardProxy.start("proxy-user", "proxy-p\u00e4ss");
    }

    @AfterEach
    void end() throws Exception {
        jenkins.jenkins.setProxy(null);
        proxy.close();
        sast.close();
    }

    @Test
    void calls_of_controller_and_agent_go_through_it_with_its_user() throws Exception {
        set("proxy-p\u00e4ss", "");

        jenkins.buildAndAssertSuccess(job());

        String url = sast.simulator().baseUrl() + "/projects/42/";
        assertThat(proxy.forwarded())
                .containsExactly(
                        "GET " + url + "sourceCode/remoteSettings/git",
                        "POST " + url + "sourceCode/attachments",
                        "POST " + url + "forceScanOnNoCodeChanges");
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        assertThat(sast.simulator().requests())
                .allMatch(request -> request.header("Proxy-Authorization").isEmpty());
    }

    @Test
    void hosts_of_the_no_proxy_list_are_reached_directly() throws Exception {
        set("proxy-p\u00e4ss", "example.org\n127.0.0.*");

        jenkins.buildAndAssertSuccess(job());

        assertThat(proxy.forwarded()).isEmpty();
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
    }

    @Test
    void a_refused_proxy_user_is_told_in_one_line_without_the_password() throws Exception {
        set("wrong-password", "");

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job());

        assertThat(Logs.ofSteps(run))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("wrong-password"))
                .filteredOn(line -> line.startsWith("ERROR: "))
                .singleElement()
                .asString()
                .startsWith("ERROR: SAST: ")
                .containsIgnoringCase("proxy");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private void set(String password, String noProxy) throws Exception {
        jenkins.jenkins.setProxy(new ProxyConfiguration("127.0.0.1", proxy.port(), "proxy-user", password, noProxy));
    }

    private static FreeStyleProject job() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setAssignedNode(agent);
        job.getBuildersList().add(new WorkspaceFiles(FILES));
        job.getBuildersList().add(new SastScanBuilder("main", "42"));
        return job;
    }
}
