package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.StringParameterDefinition;
import hudson.plugins.git.BranchSpec;
import hudson.plugins.git.GitSCM;
import hudson.plugins.git.UserRemoteConfig;
import io.jenkins.plugins.sastscan.jenkins.Branches;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** URL and branch where nobody names them, with real checkouts of a real repository. */
@WithSast
class GitDefaultsJenkinsTest {
    private static final String STEP = "sastScan(server: 'main', projectId: '42', upload: false, forceScan: false, ";

    private static final String EVIL = "https://evil.example/app.git";

    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private GitServer git;

    @BeforeEach
    void repository() throws Exception {
        git.create("app", Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void a_freestyle_checkout_tells_by_its_variables() throws Exception {
        FreeStyleProject job = freestyle(git.url("app"), null);
        job.getBuildersList().get(SastScanBuilder.class).getGit().setCredentialsId(null);

        jenkins.buildAndAssertSuccess(job);

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void a_checkout_with_a_detached_head_and_one_remote_tells_both() throws Exception {
        sast.build("node { deleteDir(); " + checkout() + STEP + "git: [:]) }");

        assertWritten(git.url("app"), "refs/heads/main");
    }

    @Test
    void with_credentials_what_an_agent_says_of_the_checkout_does_not_count() throws Exception {
        addSecret();

        // As any program of the build could do it, with git or with an editor.
        sast.build("node { deleteDir(); " + checkout()
                + "def config = readFile('.git/config'); writeFile file: '.git/config', text: config.replace('"
                + git.url("app") + "', '" + EVIL + "'); withEnv(['GIT_URL=" + EVIL + "', 'GIT_URL_1=" + EVIL + "']) { "
                + STEP + "git: [credentialsId: 'git', branch: 'main']) } }");

        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    @Test
    void with_credentials_there_has_to_be_a_record() throws Exception {
        addSecret();

        assertThat(sast.refusal(
                        "node { deleteDir(); writeFile file: '.git/config', text: '[remote \"origin\"] url = " + EVIL
                                + "'; withEnv(['GIT_URL=" + EVIL + "']) { " + STEP
                                + "git: [credentialsId: 'git', branch: 'main']) } }"))
                .contains("no record of a Git checkout", "Set the URL");
    }

    @Test
    void with_credentials_what_earlier_builds_checked_out_counts_too() throws Exception {
        addSecret();
        git.create("fork", Map.of("src/Main.java", "class Main {}"));
        WorkflowJob job = sast.pipeline("node { deleteDir(); checkout scmGit(branches: [[name: 'origin/main']],"
                + " userRemoteConfigs: [[url: '" + git.url("app") + "', name: 'origin'], [url: '" + git.url("fork")
                + "', name: 'fork']]) }");
        jenkins.buildAndAssertSuccess(job);
        SastJenkins.pipeline(job, "node { " + checkout() + STEP + "git: [credentialsId: 'git', branch: 'main']) }");

        assertThat(sast.refusal(job)).contains(git.url("app"), git.url("fork"), "Set the URL");
    }

    @Test
    void with_credentials_no_expression_decides_the_url() throws Exception {
        addSecret();
        FreeStyleProject ofParameter = freestyle("$REPOSITORY", "");
        ofParameter.addProperty(
                new ParametersDefinitionProperty(new StringParameterDefinition("REPOSITORY", git.url("app"))));

        for (FreeStyleProject job : List.of(ofParameter, freestyle(git.url("app"), "$GIT_URL"))) {
            Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);
            assertThat(Logs.ofSteps(run)).last().asString().contains("contains an expression");
            assertThat(sast.simulator().requests()).isEmpty();
        }
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
        GitSettings settings = new GitSettings();
        settings.setUrl(url);
        settings.setCredentialsId("git");
        SastScanBuilder step = new SastScanBuilder("main", "42");
        step.setGit(settings);
        job.getBuildersList().add(step);
        return job;
    }

    private void addSecret() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", "git-password"));
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
        sast.simulator().addProject(43);
        WorkflowMultiBranchProject multi = Branches.index(
                jenkins.createProject(WorkflowMultiBranchProject.class), Branches.source(git.url("multi")));

        assertThat(multi.getItems()).hasSize(2);
        for (WorkflowJob branch : multi.getItems()) {
            WorkflowRun run = jenkins.buildAndAssertSuccess(branch);
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

    private String checkout() {
        return "checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: [[url: '" + git.url("app")
                + "', name: 'origin']]); ";
    }
}
