package io.jenkins.plugins.sastscan.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.GitHttpServer;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.GitSshServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.security.KeyPair;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** The check of the Git remote before its settings are written: on an agent of its own, with real servers. */
@WithSast(agent = true)
class RemoteCheckJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private GitServer git;

    @BeforeEach
    void repository() throws Exception {
        git.create("app", Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void a_remote_has_to_have_the_branch() throws Exception {
        String url = git.url("app");
        Run<?, ?> run = sast.build(checked(url, "main", ""));
        assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
        assertWritten(url, "refs/heads/main");

        assertThat(sast.refusal(checked(url, "gone", ""))).contains("has no refs/heads/gone");
        assertThat(sast.refusal(checked(git.url("gone"), "main", ""))).contains("cannot be read");
        assertThat(sast.refusal(checked(url, "main", "").replaceFirst("^node.*?\\{ ", "withEnv([]) { ")))
                .contains("node { }");
    }

    @Test
    void a_token_cannot_be_checked_and_the_log_says_so() throws Exception {
        sast.addCredentials(Servers.secretText("pat", "t"));

        Run<?, ?> run = sast.build(checked("https://git.example/a.git", "main", "pat"));

        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("The Git remote is not checked"));
        assertWritten("https://git.example/a.git", "refs/heads/main");
    }

    @Test
    void the_password_opens_the_remote() throws Exception {
        try (GitHttpServer http = GitHttpServer.start(git.directory("app"), "git-user", "git p&ssword")) {
            sast.addCredentials(Servers.user("right", "git-user", "git p&ssword"));
            sast.addCredentials(Servers.user("wrong", "git-user", "another password"));

            Run<?, ?> run = sast.build(checked(http.url(), "main", "right"));

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
            assertThat(sast.refusal(checked(http.url(), "main", "wrong")))
                    .contains("cannot be read with these credentials")
                    .doesNotContain("another password");
        }
    }

    @Test
    void the_configuration_of_the_workspace_does_not_lead_the_password_elsewhere() throws Exception {
        try (GitHttpServer other = GitHttpServer.start(git.directory("app"), "git-user", "git p&ssword");
                GitHttpServer named = GitHttpServer.echo("git-user", "git p&ssword")) {
            sast.addCredentials(Servers.user("right", "git-user", "git p&ssword"));
            String config = "[url \"" + other.url() + "\"] insteadOf = " + named.url();

            assertThat(sast.refusal(checked(named.url(), "main", "right")
                            .replaceFirst(
                                    "\\{ ",
                                    "{ sh 'git init -q .'; writeFile file: '.git/config', text: '" + config + "'; ")))
                    .contains("You said ****");
        }
    }

    @Test
    void what_a_remote_makes_git_say_shows_no_secret_and_stays_on_its_line() throws Exception {
        String password = "git p&ssword";
        try (GitHttpServer http = GitHttpServer.echo("git-user", password)) {
            sast.addCredentials(Servers.user("right", "git-user", password));

            String line = sast.refusal(checked(http.url(), "main", "right"));

            assertThat(line)
                    .contains("cannot be read with these credentials", "You said ****, Basic ****")
                    .doesNotContain(
                            password,
                            "p&ssword",
                            "git+p%26ssword",
                            "git%20p%26ssword",
                            Base64.getEncoder().encodeToString(("git-user:" + password).getBytes(UTF_8)))
                    .matches(BadTexts::isSentence);
        }
    }

    @Test
    void the_key_opens_the_remote() throws Exception {
        KeyPair right = SshKeys.rsa();
        try (GitSshServer ssh = GitSshServer.start(git.directory("app"), "git", right.getPublic())) {
            sast.addCredentials(Servers.sshKey("right", SshKeys.pem(right.getPrivate())));
            sast.addCredentials(
                    Servers.sshKey("wrong", SshKeys.pem(SshKeys.rsa().getPrivate())));

            Run<?, ?> run = sast.build(checked(ssh.url("git"), "main", "right"));

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
            assertThat(sast.refusal(checked(ssh.url("git"), "main", "wrong")))
                    .contains("cannot be read with these credentials");
        }
    }

    private static String checked(String url, String branch, String credentialsId) {
        return "node('" + agent.getNodeName() + "') { sastScan(server: 'main', projectId: '42', upload: false,"
                + " forceScan: false, git: [url: '" + url + "', branch: '" + branch + "', credentialsId: '"
                + credentialsId + "', checkRemote: true]) }";
    }

    private void assertWritten(String url, String branch) {
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo(branch);
    }
}
