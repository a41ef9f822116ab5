package io.jenkins.plugins.sastscan.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import com.sun.net.httpserver.HttpServer;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.jenkins.BadTexts;
import io.jenkins.plugins.sastscan.jenkins.GitHttpServer;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.GitSshServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

/** The check of the Git remote before its settings are written: on an agent of its own, with real servers. */
@WithSast(agent = true)
class RemoteCheckJenkinsTest {
    private static final String STEP = "sastScan(server: 'main', projectId: '42', upload: false, forceScan: false, ";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    @TempDir
    private Path repositories;

    private SastJenkins sast;
    private GitServer git;

    @BeforeEach
    void server() throws Exception {
        git = GitServer.start(repositories);
        git.create("app", Map.of("src/Main.java", "class Main {}"));
    }

    @AfterEach
    void end() {
        git.close();
    }

    @Test
    void a_remote_that_has_the_branch_passes_the_check() throws Exception {
        Run<?, ?> run =
                sast.build(on() + STEP + "git: [url: '" + git.url("app") + "', branch: 'main', checkRemote: true]) }");

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
    }

    @Test
    void a_remote_without_the_branch_fails_the_check() throws Exception {
        assertThat(refusal(on() + STEP + "git: [url: '" + git.url("app") + "', branch: 'gone', checkRemote: true]) }"))
                .contains("has no refs/heads/gone");
    }

    @Test
    void a_remote_that_is_not_there_fails_the_check_in_one_line() throws Exception {
        assertThat(refusal(on() + STEP + "git: [url: '" + git.url("gone") + "', branch: 'main', checkRemote: true]) }"))
                .contains("cannot be read");
    }

    @Test
    void a_token_cannot_be_checked_and_the_log_says_so() throws Exception {
        sast.addCredentials(new StringCredentialsImpl(CredentialsScope.GLOBAL, "pat", "", Secret.fromString("t")));

        Run<?, ?> run =
                sast.build(STEP + "git: [url: 'https://git.example/a.git', branch: 'main', credentialsId: 'pat',"
                        + " checkRemote: true])");

        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.startsWith("The Git remote is not checked"));
        assertWritten("https://git.example/a.git", "refs/heads/main");
    }

    @Test
    void the_check_needs_a_node() throws Exception {
        assertThat(refusal(STEP + "git: [url: '" + git.url("app") + "', branch: 'main', checkRemote: true])"))
                .contains("node { }");
    }

    @Test
    void the_password_opens_the_remote() throws Exception {
        try (GitHttpServer http = GitHttpServer.start(repositories.resolve("app"), "git-user", "git p&ssword")) {
            sast.addCredentials(user("right", "git p&ssword"));
            sast.addCredentials(user("wrong", "another password"));

            Run<?, ?> run = sast.build(checked(http.url(), "right"));

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
            assertThat(refusal(checked(http.url(), "wrong")))
                    .contains("cannot be read with these credentials")
                    .doesNotContain("another password");
        }
    }

    /** Not this plugin's doing: what the documentation tells of git, which answers whoever asks for the password. */
    @Test
    void git_follows_a_redirect_of_the_remote() throws Exception {
        HttpServer redirecting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (GitHttpServer other = GitHttpServer.start(repositories.resolve("app"), "git-user", "git p&ssword")) {
            redirecting.createContext("/", exchange -> {
                try (exchange) {
                    String rest = exchange.getRequestURI().toString().substring("/app.git".length());
                    exchange.getResponseHeaders().add("Location", other.url() + rest);
                    exchange.sendResponseHeaders(302, -1);
                }
            });
            redirecting.start();
            sast.addCredentials(user("right", "git p&ssword"));

            Run<?, ?> run = sast.build(
                    checked("http://127.0.0.1:" + redirecting.getAddress().getPort() + "/app.git", "right"));

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
        } finally {
            redirecting.stop(0);
        }
    }

    @Test
    void the_configuration_of_the_workspace_does_not_lead_the_password_elsewhere() throws Exception {
        try (GitHttpServer other = GitHttpServer.start(repositories.resolve("app"), "git-user", "git p&ssword");
                GitHttpServer named = GitHttpServer.echo("git-user", "git p&ssword")) {
            sast.addCredentials(user("right", "git p&ssword"));
            String config = "[url \"" + other.url() + "\"] insteadOf = " + named.url();

            assertThat(refusal(checked(named.url(), "right")
                            .replaceFirst(
                                    "\\{ ",
                                    "{ sh 'git init -q .'; writeFile file: '.git/config', text: '" + config + "'; ")))
                    .contains("You said ****");
        }
    }

    /** What the documentation warns of: git obeys the configuration of its user, as whom programs of a build run. */
    @Test
    void the_configuration_of_the_user_leads_the_password_elsewhere() throws Exception {
        try (GitHttpServer other = GitHttpServer.start(repositories.resolve("app"), "git-user", "git p&ssword")) {
            sast.addCredentials(user("right", "git p&ssword"));
            String url = "https://git.example/app.git";
            String config = "[url \"" + other.url() + "\"] insteadOf = " + url;

            Run<?, ?> run = sast.build(checked(url, "right")
                            .replaceFirst(
                                    "\\{ ",
                                    "{ writeFile file: '.gitconfig', text: '" + config
                                            + "'; withEnv([\"HOME=\\${pwd()}\"]) { ")
                    + " }");

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
            assertWritten(url, "refs/heads/main");
        }
    }

    @Test
    void what_a_remote_makes_git_say_shows_no_secret_and_stays_on_its_line() throws Exception {
        String password = "git p&ssword";
        try (GitHttpServer http = GitHttpServer.echo("git-user", password)) {
            sast.addCredentials(user("right", password));

            String line = refusal(checked(http.url(), "right"));

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
        try (GitSshServer ssh = GitSshServer.start(repositories.resolve("app"), "git", right.getPublic())) {
            sast.addCredentials(key("right", right));
            sast.addCredentials(key("wrong", SshKeys.rsa()));

            Run<?, ?> run = sast.build(checked(ssh.url("git"), "right"));

            assertThat(Logs.ofSteps(run)).contains("The Git remote has refs/heads/main");
            assertThat(refusal(checked(ssh.url("git"), "wrong"))).contains("cannot be read with these credentials");
        }
    }

    private static String on() {
        return "node('" + agent.getNodeName() + "') { ";
    }

    private static String checked(String url, String credentialsId) {
        return on() + STEP + "git: [url: '" + url + "', branch: 'main', credentialsId: '" + credentialsId
                + "', checkRemote: true]) }";
    }

    private static Credentials user(String id, String password) throws Exception {
        return new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, id, "", "git-user", password);
    }

    private static Credentials key(String id, KeyPair pair) {
        return Servers.sshKey(id, SshKeys.pem(pair.getPrivate()));
    }

    private void assertWritten(String url, String branch) {
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo(branch);
    }

    /** The one error line of a build that fails without a single request. */
    private String refusal(String script) throws Exception {
        int before = sast.simulator().requests().size();
        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script));
        assertThat(sast.simulator().requests()).hasSize(before);
        List<String> lines = Logs.ofSteps(run);
        assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
        assertThat(lines).filteredOn(line -> line.startsWith("ERROR: SAST: ")).hasSize(1);
        assertThat(lines).last().asString().startsWith("ERROR: SAST: ");
        return lines.get(lines.size() - 1);
    }
}
