package io.jenkins.plugins.sastscan.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** With {@code checkRemote}, the step first checks whether the Git remote has the branch. */
@WithSast(agent = true)
class GitRemoteJenkinsTest {
    private static final String PASSWORD = "git p&ssword";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private GitServer git;

    @Test
    void the_remote_check_fails_if_the_branch_or_remote_or_node_is_missing() throws Exception {
        String url = git.url("app");
        assertThat(Logs.ofSteps(sast.build(checked(url, "main", "")))).contains("The Git remote has refs/heads/main");
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");

        assertThat(sast.refusal(checked(url, "gone", ""))).contains("has no refs/heads/gone");
        assertThat(sast.refusal(checked(git.url("gone"), "main", ""))).contains("cannot be read");
        assertThat(sast.refusal(checked(url, "main", "").replaceFirst("^node.*?\\{ ", "withEnv([]) { ")))
                .contains("node { }");
    }

    @Test
    void the_remote_check_is_skipped_and_logged_as_skipped_if_the_credentials_are_a_token() throws Exception {
        sast.addCredentials(Servers.secretText("pat", "t"));

        assertThat(Logs.ofSteps(sast.build(checked("https://git.example/a.git", "main", "pat"))))
                .anyMatch(line -> line.startsWith("The Git remote is not checked"));
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo("https://git.example/a.git");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");
    }

    @Test
    void the_remote_check_uses_the_selected_git_credentials() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", PASSWORD));
        sast.addCredentials(Servers.user("wrong", "git-user", "another password"));
        String url = git.restricted("app", "git-user", PASSWORD);

        assertThat(Logs.ofSteps(sast.build(checked(url, "main", "git"))))
                .contains("The Git remote has refs/heads/main");
        assertThat(sast.refusal(checked(url, "main", "wrong")))
                .contains("cannot be read with these credentials")
                .doesNotContain("another password");
    }

    /** The remote refuses access, and repeats the password in its response. */
    @Test
    void the_remote_check_ignores_git_configuration_and_masks_the_password() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", PASSWORD));
        String echo = git.echo("git-user", PASSWORD);
        String config = "[url \"" + git.restricted("app", "git-user", PASSWORD) + "\"] insteadOf = " + echo;

        assertThat(sast.refusal(checked(echo, "main", "git")
                        .replaceFirst(
                                "\\{ ",
                                "{ sh 'git init -q .'; writeFile file: '.git/config', text: '" + config + "'; ")))
                .contains("cannot be read with these credentials", "You said ****, Basic ****")
                .doesNotContain(
                        PASSWORD,
                        "p&ssword",
                        "git+p%26ssword",
                        "git%20p%26ssword",
                        Base64.getEncoder().encodeToString(("git-user:" + PASSWORD).getBytes(UTF_8)))
                .matches(BadTexts::isSentence);
    }

    private static String checked(String url, String branch, String credentialsId) {
        return "node('" + agent.getNodeName()
                + "') { sastSubmit projectId: '42', upload: false, forceScan: false, git: [url: '" + url
                + "', branch: '"
                + branch + "', credentialsId: '" + credentialsId + "', checkRemote: true] }";
    }
}
