package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.FreeStyleProject;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.StringParameterDefinition;
import hudson.plugins.git.BranchSpec;
import hudson.plugins.git.GitSCM;
import hudson.plugins.git.UserRemoteConfig;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jenkins.branch.BranchSource;
import jenkins.plugins.git.GitSCMSource;
import jenkins.plugins.git.traits.BranchDiscoveryTrait;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

/** URL and branch where nobody names them, with real checkouts of a real repository. */
@WithSast
class GitDefaultsJenkinsTest {
    private static final String STEP = "sastScan(server: 'main', projectId: '42', upload: false, forceScan: false, ";

    private static final String EVIL = "https://evil.example/app.git";

    private static JenkinsRule jenkins;

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
    void a_freestyle_checkout_tells_by_its_variables() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setScm(new GitSCM(
                List.of(new UserRemoteConfig(git.url("app"), "upstream", "", null)),
                List.of(new BranchSpec("main")),
                null,
                null,
                List.of()));
        SastScanBuilder step = new SastScanBuilder("main", "42");
        step.setGit(new GitSettings());
        job.getBuildersList().add(step);

        jenkins.buildAndAssertSuccess(job);

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void a_checkout_with_a_detached_head_and_one_remote_tells_both() throws Exception {
        sast.build("node { deleteDir(); " + checkout("origin", "main") + STEP + "git: [:]) }");

        assertWritten(git.url("app"), "refs/heads/main");
    }

    @Test
    void a_slash_in_the_branch_is_kept() throws Exception {
        git.branch("app", "feature/x");

        sast.build("node { deleteDir(); " + checkout("origin", "feature/x")
                + "withEnv(['GIT_BRANCH=origin/feature/x']) { " + STEP + "git: [:]) } }");

        assertWritten(git.url("app"), "refs/heads/feature/x");
    }

    @Test
    void two_branches_at_the_commit_are_no_answer() throws Exception {
        git.branch("app", "release");

        assertThat(refusal("node { deleteDir(); " + checkout("origin", "main") + STEP + "git: [:]) }"))
                .contains("main", "release", "Set the branch");
    }

    @Test
    void several_remotes_are_no_answer() throws Exception {
        git.create("fork", Map.of("src/Main.java", "class Main {}"));

        assertThat(refusal("node { deleteDir(); checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: ["
                        + "[url: '" + git.url("app") + "', name: 'origin'], [url: '" + git.url("fork")
                        + "', name: 'fork']]); " + STEP + "git: [branch: 'main']) }"))
                .contains("origin", "fork", "Set the URL");
    }

    @Test
    void a_workspace_without_a_checkout_is_no_answer() throws Exception {
        assertThat(refusal("node { deleteDir(); " + STEP + "git: [:]) }")).contains("no Git checkout", "Set the URL");
    }

    @Test
    void without_a_node_only_what_is_given_counts() throws Exception {
        assertThat(refusal(STEP + "git: [branch: 'main'])")).contains("Set the URL");

        sast.build("withEnv(['GIT_URL=https://user:secret@git.example/a.git', 'GIT_BRANCH=origin/main']) { " + STEP
                + "git: [:]) }");

        assertWritten("https://git.example/a.git", "refs/heads/main");
    }

    @Test
    void the_step_comes_before_the_variables_and_these_before_the_checkout() throws Exception {
        sast.build("node { deleteDir(); " + checkout("origin", "main")
                + "withEnv(['BRANCH_NAME=by-name', 'GIT_BRANCH=origin/by-branch']) { " + STEP + "git: [:]) } }");
        assertWritten(git.url("app"), "refs/heads/by-name");

        sast.build("withEnv(['GIT_URL=https://git.example/a.git', 'BRANCH_NAME=by-name']) { " + STEP
                + "git: [url: 'https://git.example/b.git', branch: 'given']) }");
        assertWritten("https://git.example/b.git", "refs/heads/given");
    }

    @Test
    void with_credentials_the_controllers_record_of_the_checkout_tells_the_url() throws Exception {
        addSecret();

        sast.build("node { deleteDir(); " + checkout("origin", "main") + STEP + "git: [credentialsId: 'git']) }");

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");
    }

    @Test
    void with_credentials_what_an_agent_says_of_the_checkout_does_not_count() throws Exception {
        addSecret();

        // As any program of the build could do it, with git or with an editor.
        sast.build("node { deleteDir(); " + checkout("origin", "main")
                + "def config = readFile('.git/config'); writeFile file: '.git/config', text: config.replace('"
                + git.url("app") + "', '" + EVIL + "'); withEnv(['GIT_URL=" + EVIL + "', 'GIT_URL_1=" + EVIL + "']) { "
                + STEP + "git: [credentialsId: 'git', branch: 'main']) } }");

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    @Test
    void with_credentials_there_has_to_be_a_record() throws Exception {
        addSecret();

        assertThat(refusal("node { deleteDir(); writeFile file: '.git/config', text: '[remote \"origin\"] url = " + EVIL
                        + "'; withEnv(['GIT_URL=" + EVIL + "']) { " + STEP
                        + "git: [credentialsId: 'git', branch: 'main']) } }"))
                .contains("no record of a Git checkout", "Set the URL");
    }

    @Test
    void with_credentials_several_checkouts_are_no_answer() throws Exception {
        addSecret();
        git.create("library", Map.of("vars/build.groovy", "def call() {}"));

        assertThat(refusal("node { deleteDir(); dir('library') { checkout scmGit(branches: [[name: 'main']],"
                        + " userRemoteConfigs: [[url: '" + git.url("library") + "']]) }; " + checkout("origin", "main")
                        + STEP + "git: [credentialsId: 'git', branch: 'main']) }"))
                .contains(git.url("app"), git.url("library"), "Set the URL");
    }

    @Test
    void with_credentials_what_earlier_builds_checked_out_counts_too() throws Exception {
        addSecret();
        git.create("fork", Map.of("src/Main.java", "class Main {}"));
        WorkflowJob job = sast.pipeline("node { deleteDir(); checkout scmGit(branches: [[name: 'origin/main']],"
                + " userRemoteConfigs: [[url: '" + git.url("app") + "', name: 'origin'], [url: '" + git.url("fork")
                + "', name: 'fork']]) }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(
                job, "node { " + checkout("origin", "main") + STEP + "git: [credentialsId: 'git', branch: 'main']) }");

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(Logs.ofSteps(run)).last().asString().contains(git.url("app"), git.url("fork"), "Set the URL");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void with_credentials_a_parameter_of_the_checkout_is_no_answer() throws Exception {
        addSecret();
        FreeStyleProject job = freestyle("$REPOSITORY", "");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("REPOSITORY", git.url("app"))));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(Logs.ofSteps(run)).last().asString().contains("contains an expression", "Set the URL");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void with_credentials_no_variable_in_the_url_is_replaced() throws Exception {
        addSecret();

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, freestyle(git.url("app"), "$GIT_URL"));
        assertThat(Logs.ofSteps(run)).last().asString().contains("contains an expression");
        assertThat(sast.simulator().requests()).isEmpty();

        jenkins.buildAndAssertSuccess(freestyle(git.url("app"), ""));
        assertWritten(git.url("app"), "refs/heads/main");
    }

    /** What the documentation warns of: Groovy replaces it before the step begins, which sees a URL like any other. */
    @Test
    void with_credentials_a_pipeline_that_puts_a_parameter_into_the_url_lets_it_decide() throws Exception {
        addSecret();
        WorkflowJob job = sast.pipeline(
                STEP + "git: [url: \"https://${params.HOST}/app.git\", branch: 'main', credentialsId: 'git'])");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("HOST", "evil.example")));

        jenkins.buildAndAssertSuccess(job);

        assertWritten(EVIL, "refs/heads/main");
    }

    private FreeStyleProject freestyle(String repository, String url) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setScm(new GitSCM(
                List.of(new UserRemoteConfig(repository, "origin", "", null)),
                List.of(new BranchSpec("main")),
                null,
                null,
                List.of()));
        GitSettings settings = new GitSettings();
        settings.setUrl(url);
        settings.setCredentialsId("git");
        SastScanBuilder step = new SastScanBuilder("main", "42");
        step.setGit(settings);
        job.getBuildersList().add(step);
        return job;
    }

    private void addSecret() throws Exception {
        sast.addCredentials(
                new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, "git", "", "git-user", "git-password"));
    }

    @Test
    void a_pull_request_has_no_branch_for_the_server() throws Exception {
        assertThat(refusal("withEnv(['CHANGE_ID=7', 'BRANCH_NAME=PR-7']) { " + STEP
                        + "git: [url: 'https://git.example/a.git']) }"))
                .contains("pull request");
    }

    @Test
    void a_multibranch_job_writes_its_own_branch() throws Exception {
        git.create(
                "multi",
                Map.of(
                        "Jenkinsfile",
                        "node { deleteDir(); checkout scm; sastScan server: 'main', git: [:],"
                                + " projectId: env.BRANCH_NAME == 'main' ? '42' : '43' }"));
        git.branch("multi", "feature/x");
        // Both branches are built at once: in one project, each would read back what the other wrote.
        sast.simulator().addProject(43);
        WorkflowMultiBranchProject multi = jenkins.createProject(WorkflowMultiBranchProject.class);
        GitSCMSource source = new GitSCMSource(git.url("multi"));
        source.setTraits(List.of(new BranchDiscoveryTrait()));
        multi.getSourcesList().add(new BranchSource(source));

        multi.scheduleBuild2(0).getFuture().get();
        jenkins.waitUntilNoActivity();

        assertThat(multi.getItems()).hasSize(2);
        for (WorkflowJob branch : multi.getItems()) {
            WorkflowRun run = branch.getLastBuild();
            jenkins.assertBuildStatusSuccess(run);
            String name = branch.getName().equals("main") ? "refs/heads/main" : "refs/heads/feature/x";
            assertThat(Logs.ofSteps(run))
                    .anyMatch(line -> line.startsWith("Wrote Git settings: " + git.url("multi") + " " + name + ", "));
        }
        assertWritten(git.url("multi"), "refs/heads/main");
        for (long project : List.of(42L, 43L)) {
            assertThat(sast.simulator().project(project).gitWrites()).isEqualTo(1);
            assertThat(Zips.received(sast.simulator().project(project))).containsOnlyKeys("Jenkinsfile");
        }
    }

    private void assertWritten(String url, String branch) {
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo(branch);
    }

    /** The one error line of a build that fails without a single request. */
    private String refusal(String script) throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script));
        assertThat(sast.simulator().requests()).isEmpty();
        List<String> lines = Logs.ofSteps(run);
        assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
        assertThat(lines).filteredOn(line -> line.startsWith("ERROR: SAST: ")).hasSize(1);
        assertThat(lines).last().asString().startsWith("ERROR: SAST: ");
        return lines.get(lines.size() - 1);
    }

    private String checkout(String remote, String branch) {
        return "checkout scmGit(branches: [[name: '" + remote + "/" + branch + "']], userRemoteConfigs: [[url: '"
                + git.url("app") + "', name: '" + remote + "']]); ";
    }
}
