package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/** The Git plugin is not installed: the plugin asks for git-client alone. */
class WithoutGitPluginJenkinsTest {
    private static final String STEP =
            "sastScan(server: 'main', projectId: '42', upload: false, git: [branch: 'main', credentialsId: 'git'";

    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension().omitPlugins("git");

    @Test
    void git_settings_are_written_to_a_url_and_refused_without_one() throws Throwable {
        controller.then(WithoutGitPluginJenkinsTest::write);
    }

    private static void write(JenkinsRule jenkins) throws Throwable {
        assertThat(jenkins.jenkins.getPlugin("git")).isNull();
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            sast.addCredentials(Servers.user("git", "git-user", "git-password"));

            sast.build(STEP + ", url: 'https://git.example/app.git'])");
            assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");

            Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(STEP + "])"));
            assertThat(Logs.ofSteps(run)).last().asString().contains("no record of a Git checkout");
        }
    }
}
