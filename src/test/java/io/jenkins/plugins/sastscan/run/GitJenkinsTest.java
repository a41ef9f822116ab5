package io.jenkins.plugins.sastscan.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import hudson.model.FreeStyleProject;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.StringParameterDefinition;
import hudson.plugins.git.BranchSpec;
import hudson.plugins.git.GitSCM;
import hudson.plugins.git.GitTool;
import hudson.plugins.git.UserRemoteConfig;
import hudson.slaves.DumbSlave;
import hudson.slaves.EnvironmentVariablesNodeProperty;
import hudson.tasks.Shell;
import hudson.tools.ToolLocationNodeProperty;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import io.jenkins.plugins.sastscan.step.SourceSettings;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Git features with real checkouts of real repositories: default URL and branch, the check of the remote, and the
 * choice of files.
 */
@WithSast(agent = true)
class GitJenkinsTest {
    private static final String STEP = "sastScan(server: 'main', projectId: '42', upload: false, forceScan: false, ";

    private static final String EVIL = "https://evil.example/app.git";

    /**
     * A clone with a checked-out submodule, a submodule that is not checked out, a Git LFS pointer, and nested ignore
     * files.
     */
    private static final String CHECKOUT = """
            set -e
            rm -rf * .git .gitignore .gitmodules ../origin-$JOB_NAME; mkdir ../origin-$JOB_NAME; cd ../origin-$JOB_NAME
            git() { command git -c user.name=a -c user.email=a@example.org -c protocol.file.allow=always "$@"; }
            for repository in one two top; do
              git init -q $repository
              echo 'int a;' > $repository/a.c
              git -C $repository add .
              git -C $repository commit -qm x
            done
            cd top
            git submodule --quiet add "$PWD/../one" libs/one
            git submodule --quiet add "$PWD/../two" libs/two
            mkdir sub
            echo '*.log' > .gitignore
            echo '!keep.log' > sub/.gitignore
            echo x > sub/keep.log
            printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 1\\n' 0 > data.bin
            git add . ; git commit -qm y
            cd "$WORKSPACE"
            git clone -q ../origin-$JOB_NAME/top .
            git submodule --quiet update --init libs/one
            echo x > new.c; echo x > new.log; echo x > sub/more.log; echo x > libs/one/new.log
            """;

    private static final String PASSWORD = "git p&ssword";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private GitServer git;

    @BeforeEach
    void repository() throws Exception {
        git.create("app", Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void the_default_url_and_branch_come_from_a_freestyle_checkout() throws Exception {
        FreeStyleProject job = freestyle(git.url("app"), null);
        job.getBuildersList().get(SastScanBuilder.class).getGit().setCredentialsId(null);

        jenkins.buildAndAssertSuccess(job);

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void the_default_url_and_branch_come_from_a_checkout_with_a_detached_head() throws Exception {
        sast.build("node { deleteDir(); " + checkout() + STEP + "git: [:]) }");

        assertWritten(git.url("app"), "refs/heads/main");
    }

    @Test
    void if_credentials_are_set_the_url_comes_from_the_checkout_record_of_the_build() throws Exception {
        addSecret();
        String settings = "withEnv(['GIT_URL=" + EVIL + "', 'GIT_URL_1=" + EVIL + "']) { " + STEP
                + "git: [credentialsId: 'git', branch: 'main']) } }";

        assertThat(sast.refusal("node { deleteDir(); writeFile file: '.git/config', text: '[remote \"origin\"] url = "
                        + EVIL + "'; " + settings))
                .contains("no record of a Git checkout", "Set the URL");
        // Any program in the build can change .git/config.
        sast.build("node { deleteDir(); " + checkout()
                + "def config = readFile('.git/config'); writeFile file: '.git/config', text: config.replace('"
                + git.url("app") + "', '" + EVIL + "'); " + settings);
        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    @Test
    void a_build_with_credentials_is_refused_if_an_earlier_build_recorded_a_second_url() throws Exception {
        addSecret();
        git.create("fork", Map.of("src/Main.java", "class Main {}"));
        var job = sast.pipeline("node { deleteDir(); checkout scmGit(branches: [[name: 'origin/main']],"
                + " userRemoteConfigs: [[url: '" + git.url("app") + "', name: 'origin'], [url: '" + git.url("fork")
                + "', name: 'fork']]) }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(job, "node { " + checkout() + STEP + "git: [credentialsId: 'git', branch: 'main']) }");

        assertThat(sast.refusal(job)).contains(git.url("app"), git.url("fork"), "Set the URL");
    }

    @Test
    void if_credentials_are_set_a_build_parameter_cannot_set_the_url() throws Exception {
        addSecret();
        FreeStyleProject job = freestyle("$REPOSITORY", "");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("REPOSITORY", git.url("app"))));

        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                .contains("contains an expression");
        assertThat(sast.simulator().requests()).isEmpty();
        jenkins.buildAndAssertSuccess(freestyle(git.url("app"), ""));
        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");
    }

    private static FreeStyleProject freestyle(String repository, String url) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setScm(new GitSCM(
                List.of(new UserRemoteConfig(repository, "upstream", "", null)),
                List.of(new BranchSpec("main")),
                null,
                null,
                List.of()));
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.setGit(SastJenkins.git(url, null, "git"));
        job.getBuildersList().add(step);
        return job;
    }

    private void addSecret() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", PASSWORD));
    }

    @Test
    void the_page_shows_the_commits_that_jenkins_recorded() throws Exception {
        var run = sast.build("node { deleteDir(); " + checkout() + "sastScan projectId: '42' }");

        String head = Files.readString(git.directory("app").resolve(".git/refs/heads/main"))
                .strip();
        assertThat(SastJenkins.submission(run).getCommits()).containsExactly(head + " " + git.url("app"));
        assertThat(Browsers.get(jenkins, "", run.getUrl() + "sast-scan/").getContentAsString())
                .contains(head);
    }

    private void assertWritten(String url, String branch) {
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo(branch);
    }

    private String checkout() {
        return "checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: [[url: '" + git.url("app")
                + "', name: 'origin']]); ";
    }

    @Test
    void the_remote_check_fails_if_the_branch_is_missing() throws Exception {
        String url = git.url("app");
        assertThat(Logs.ofSteps(sast.build(checked(url, "main", "")))).contains("The Git remote has refs/heads/main");
        assertWritten(url, "refs/heads/main");

        assertThat(sast.refusal(checked(url, "gone", ""))).contains("has no refs/heads/gone");
        assertThat(sast.refusal(checked(git.url("gone"), "main", ""))).contains("cannot be read");
        assertThat(sast.refusal(checked(url, "main", "").replaceFirst("^node.*?\\{ ", "withEnv([]) { ")))
                .contains("node { }");
    }

    /** A git program that also writes its arguments to a file. */
    private static Path loggingGit(Path directory) throws IOException {
        Path program = directory.resolve("my git");
        Files.writeString(program, "#!/bin/sh\necho \"$@\" >> '" + directory + "/asked'\nexec git \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    private static void setGitTool(String home) {
        GitTool.DescriptorImpl tools = jenkins.jenkins.getDescriptorByType(GitTool.DescriptorImpl.class);
        tools.setInstallations(new GitTool(GitTool.DEFAULT, home, List.of()));
    }

    @AfterEach
    void resetGitTool() throws Exception {
        setGitTool("git");
        agent.setNodeProperties(List.of());
    }

    @Test
    void all_git_commands_run_with_the_git_tool_of_the_agent(@TempDir Path directory) throws Exception {
        Path program = loggingGit(directory);
        setGitTool("/nowhere/git");
        agent.setNodeProperties(List.of(new ToolLocationNodeProperty(new ToolLocationNodeProperty.ToolLocation(
                jenkins.jenkins.getDescriptorByType(GitTool.DescriptorImpl.class),
                GitTool.DEFAULT,
                program.toString()))));

        var build =
                sast.build("node('" + agent.getNodeName() + "') { deleteDir(); " + checkout() + "sh 'rm " + directory
                        + "/asked'; sastScan projectId: '42', source: [files: 'TRACKED'], git: [checkRemote: true] }");

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Zips.received(sast.project())).containsOnlyKeys("src/Main.java");
        assertThat(Files.readString(directory.resolve("asked")))
                .contains("ls-files", "config --get remote.origin.url", "ls-remote");
        // The output of git-client about the checkout stays out of the log.
        assertThat(Logs.ofSteps(build)).noneMatch(line -> line.contains("config --get remote.origin.url"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jgit", "jgitapache", "git.exe", "C:\\Program Files\\Git\\bin\\git.exe", "bin/git", "./git"})
    void the_git_program_on_the_path_runs_if_no_git_tool_is_usable(String home) throws Exception {
        setGitTool(home);
        FreeStyleProject job = selecting("TRACKED");
        // Programs named git in the workspace must never run.
        Shell programs = new Shell("mkdir bin; for p in git bin/git; do printf '#!/bin/sh\\ntouch ran' > $p; done;"
                + " chmod +x git bin/git; git add git bin");
        SastScanBuilder step = job.getBuildersList().get(SastScanBuilder.class);
        job.getBuildersList().replaceBy(List.of(new Shell(CHECKOUT), programs, step));

        var build = jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).containsKeys("a.c", "bin/git");
        assertThat(build.getWorkspace().child("ran").exists()).isFalse();
        assertThat(Logs.ofSteps(sast.build(checked(git.url("app"), "main", ""))))
                .contains("The Git remote has refs/heads/main");
    }

    @Test
    void parameters_cannot_select_the_git_program_but_agent_variables_can(@TempDir Path directory) throws Exception {
        String program = loggingGit(directory).toString();
        setGitTool("${TOOL}");
        FreeStyleProject job = selecting("TRACKED");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("TOOL", program)));

        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                .contains("Cannot start git (", "Correct the path of its Git tool in Jenkins");
        assertThat(directory.resolve("asked")).doesNotExist();

        agent.setNodeProperties(List.of(
                new EnvironmentVariablesNodeProperty(new EnvironmentVariablesNodeProperty.Entry("TOOL", program))));
        jenkins.buildAndAssertSuccess(job);
        assertThat(directory.resolve("asked")).content().contains("ls-files");
    }

    @Test
    void the_log_says_that_the_remote_is_not_checked_if_the_credentials_are_a_token() throws Exception {
        sast.addCredentials(Servers.secretText("pat", "t"));

        assertThat(Logs.ofSteps(sast.build(checked("https://git.example/a.git", "main", "pat"))))
                .anyMatch(line -> line.startsWith("The Git remote is not checked"));
        assertWritten("https://git.example/a.git", "refs/heads/main");
    }

    @Test
    void the_remote_check_logs_in_with_the_password() throws Exception {
        addSecret();
        sast.addCredentials(Servers.user("wrong", "git-user", "another password"));
        try (GitHttpServer http = GitHttpServer.start(git.directory("app"), "git-user", PASSWORD)) {
            assertThat(Logs.ofSteps(sast.build(checked(http.url(), "main", "git"))))
                    .contains("The Git remote has refs/heads/main");
            assertThat(sast.refusal(checked(http.url(), "main", "wrong")))
                    .contains("cannot be read with these credentials")
                    .doesNotContain("another password");
        }
    }

    /** The remote rejects the password and repeats it in its response. */
    @Test
    void the_remote_check_ignores_git_configuration_and_masks_the_password() throws Exception {
        addSecret();
        try (GitHttpServer other = GitHttpServer.start(git.directory("app"), "git-user", PASSWORD);
                GitHttpServer named = GitHttpServer.echo("git-user", PASSWORD)) {
            String config = "[url \"" + other.url() + "\"] insteadOf = " + named.url();

            assertThat(sast.refusal(checked(named.url(), "main", "git")
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
    }

    private static String checked(String url, String branch, String credentialsId) {
        return "node('" + agent.getNodeName() + "') { " + STEP + "git: [url: '" + url + "', branch: '" + branch
                + "', credentialsId: '" + credentialsId + "', checkRemote: true]) }";
    }

    @Test
    void only_files_that_git_selects_are_uploaded_and_missing_files_cause_a_warning() throws Exception {
        var build = jenkins.buildAndAssertSuccess(selecting("TRACKED"));
        assertThat(Zips.received(sast.project()))
                .containsOnlyKeys(
                        ".gitignore",
                        ".gitmodules",
                        "a.c",
                        "data.bin",
                        "libs/one/a.c",
                        "sub/.gitignore",
                        "sub/keep.log");
        List<String> warnings = SastJenkins.submission(build).getArchive().getWarnings();
        assertThat(warnings)
                .hasSize(2)
                .anyMatch(warning -> warning.contains("1 Git LFS pointer file"))
                .anyMatch(warning -> warning.contains("1 submodule that is not checked out"));
        assertThat(Logs.ofSteps(build)).contains("Warning: " + warnings.get(0), "Warning: " + warnings.get(1));

        jenkins.buildAndAssertSuccess(selecting("not-ignored"));
        assertThat(Zips.received(sast.project())).containsKeys("new.c", "libs/one/new.log", "a.c");
        assertThat(Zips.received(sast.project())).doesNotContainKeys("new.log", "sub/more.log");
    }

    @Test
    void a_much_smaller_archive_than_in_the_last_build_causes_a_warning() throws Exception {
        SastScanBuilder step = SastJenkins.builder(SastJenkins.SERVER, "42");
        FreeStyleProject job = job("seq 1 20000 > numbers; echo a > a", step);
        jenkins.buildAndAssertSuccess(job);
        job.getBuildersList().replaceBy(List.of(new Shell("rm -f numbers"), step));
        var shrunk = jenkins.buildAndAssertSuccess(job);
        var same = jenkins.buildAndAssertSuccess(job);

        assertThat(SastJenkins.submission(shrunk).getArchive().getWarnings())
                .singleElement()
                .asString()
                .contains("less than half", "of build #1.");
        assertThat(SastJenkins.submission(same).getArchive().getWarnings()).isEmpty();
    }

    @Test
    void the_manifest_of_tracked_files_matches_a_fresh_clone() throws Exception {
        FreeStyleProject job = selecting("TRACKED");
        job.getBuildersList().get(SastScanBuilder.class).setManifest(true);
        var build = jenkins.buildAndAssertSuccess(job);
        Path manifest = build.getRootDir().toPath().resolve("archive/sast-scan-42-1.sha256");
        assertThat(manifest).content().hasLineCount(7).contains("  libs/one/a.c", "  data.bin");

        job.getBuildersList()
                .replaceBy(List.of(new Shell("rm -rf * .git* && git clone -q ../origin-$JOB_NAME/top . && git -c"
                        + " protocol.file.allow=always submodule --quiet update --init libs/one && sha256sum -c '"
                        + manifest + "'")));
        jenkins.buildAndAssertSuccess(job);
    }

    @Test
    void an_unknown_file_selection_is_refused() throws Exception {
        assertThat(sast.refusal("node('" + agent.getNodeName()
                        + "') { sastScan projectId: '42', source: [files: '${WHICH_FILES}'] }"))
                .isEqualTo(
                        "ERROR: SAST: The choice of files \"${WHICH_FILES}\" is unknown. Use ALL, NOT_IGNORED or TRACKED.");
    }

    private FreeStyleProject selecting(String files) throws Exception {
        SourceSettings source = new SourceSettings();
        source.setFiles(files);
        SastScanBuilder step = SastJenkins.builder(SastJenkins.SERVER, "42");
        step.setSource(source);
        return job(CHECKOUT, step);
    }

    private FreeStyleProject job(String script, SastScanBuilder step) throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        job.getBuildersList().replaceBy(List.of(new Shell(script), step));
        return job;
    }

    /** Lists the branches of a repository over plain HTTP, with git's protocol, to clients that know the password. */
    public static final class GitHttpServer implements AutoCloseable {
        private final HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

        private GitHttpServer(String user, String password, HttpHandler handler) throws IOException {
            server.createContext("/app.git/", handler)
                    .setAuthenticator(new BasicAuthenticator("git", StandardCharsets.UTF_8) {
                        @Override
                        public boolean checkCredentials(String givenUser, String givenPassword) {
                            return givenUser.equals(user) && givenPassword.equals(password);
                        }
                    });
            server.start();
        }

        public static GitHttpServer start(Path repository, String user, String password) throws IOException {
            return new GitHttpServer(user, password, exchange -> {
                boolean head = exchange.getRequestURI().getPath().endsWith("/HEAD");
                answer(exchange, 200, head ? "ref: refs/heads/main\n" : branches(repository));
            });
        }

        /** A server that rejects the password and repeats it in several forms. */
        public static GitHttpServer echo(String user, String password) throws IOException {
            String sent = user + ":" + password;
            return new GitHttpServer(user, password, exchange -> {
                String authorization = exchange.getRequestHeaders().getFirst("Authorization");
                String encoded = URLEncoder.encode(sent, StandardCharsets.UTF_8);
                answer(
                        exchange,
                        403,
                        "You said " + sent + ", " + authorization + ", " + encoded + "\nand\u001b[31m\u0007 " + password
                                + "\n");
            });
        }

        public String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/app.git";
        }

        private static void answer(HttpExchange exchange, int status, String text) throws IOException {
            try (exchange) {
                byte[] body = text.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "text/plain");
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        }

        private static String branches(Path repository) throws IOException {
            try (Git git = Git.open(repository.toFile())) {
                StringBuilder lines = new StringBuilder();
                for (var branch : git.getRepository().getRefDatabase().getRefsByPrefix("refs/heads/")) {
                    lines.append(branch.getObjectId().name() + "\t" + branch.getName() + "\n");
                }
                return lines.toString();
            }
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
