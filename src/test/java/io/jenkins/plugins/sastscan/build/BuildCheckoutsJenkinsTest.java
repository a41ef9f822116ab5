package io.jenkins.plugins.sastscan.build;

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
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class BuildCheckoutsJenkinsTest {
    private static final String STEP = "sastSubmit(server: 'main', projectId: '42', upload: false, forceScan: false, ";

    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private GitServer git;

    @Test
    void the_default_url_and_branch_come_from_a_pipeline_checkout() throws Exception {
        git.ref("app", "refs/pull/12/head");

        sast.build("node { deleteDir(); checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs:"
                + " [[url: '" + git.url("app") + "', name: 'origin', refspec:"
                + " '+refs/heads/*:refs/remotes/origin/* +refs/pull/*/head:refs/remotes/pr/*']]); "
                + STEP + "git: [:]) }");

        assertWritten(git.url("app"), "refs/heads/main");
    }

    @Test
    void the_url_comes_from_a_checkout_of_the_build_if_credentials_are_set() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", "git-password"));
        String evil = "https://evil.example/app.git";
        String settings = "withEnv(['GIT_URL=" + evil + "', 'GIT_URL_1=" + evil + "']) { " + STEP
                + "git: [credentialsId: 'git', branch: 'main']) } }";

        assertThat(sast.refusal("node { deleteDir(); sh 'git clone -q " + git.url("app") + " .'; " + settings))
                .contains("not checked out a Git repository", "Set the URL");
        // Any program in the build can change .git/config.
        Run<?, ?> run = sast.build("node { deleteDir(); dir('app') { " + git.checkout("app")
                + "def config = readFile('.git/config'); writeFile file: '.git/config', text: config.replace('"
                + git.url("app") + "', '" + evil + "') }; " + settings);
        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(Logs.ofSteps(run))
                .anyMatch(line -> line.contains("Git URL " + git.url("app") + " from the checkout"));
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    @Test
    void a_checkout_of_an_earlier_build_does_not_count() throws Exception {
        var job = sast.pipeline("node { deleteDir(); " + git.checkout("app") + " }");
        jenkins.buildAndAssertSuccess(job);

        SastJenkins.pipeline(job, "node { " + STEP + "git: [branch: 'main']) }");
        assertThat(sast.refusal(job)).contains("not checked out a Git repository");
    }

    /** The last library is in the repository that the job builds. */
    @ParameterizedTest
    @ValueSource(strings = {"library", "app"})
    void a_checkout_of_a_shared_library_does_not_count(String repository) throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", "git-password"));
        git.commit(repository, Map.of("vars/x.groovy", "def call() {}"));
        String library = "library(identifier: 'lib@main', retriever: modernSCM([$class: 'GitSCMSource', remote: '"
                + git.url(repository) + "', traits: [[$class: 'jenkins.plugins.git.traits.BranchDiscoveryTrait']]])); ";
        String step = STEP + "git: [branch: 'main', credentialsId: 'git']) }";

        assertThat(sast.refusal(library + "node { deleteDir(); x(); " + step))
                .contains("not checked out a Git repository", "Set the URL");
        assertThat(sast.refusal(
                        "node { deleteDir(); " + library + "sh 'git clone -q " + git.url("app") + " .'; " + step))
                .contains("not checked out a Git repository", "Set the URL");
        sast.build("node { deleteDir(); " + library + "dir('app') { checkout([$class: 'GitSCM', branches: [[name:"
                + " 'main']], userRemoteConfigs: [[url: '" + git.url("app") + "']]]) }; " + step);
        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    @Test
    void a_declarative_pipeline_uses_its_default_checkout_unless_it_skips_it() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", "git-password"));
        String pipeline = "pipeline {\nagent any\noptions { %s }\nstages { stage('s') { steps {\n%s\n" + STEP
                + "git: [credentialsId: 'git'])\n} } } }";
        git.commit("app", Map.of("Jenkinsfile", pipeline.formatted("skipDefaultCheckout()", "")));
        WorkflowMultiBranchProject project = Branches.index(
                jenkins.createProject(WorkflowMultiBranchProject.class), Branches.source(git.url("app")));
        WorkflowJob main = project.getItemByBranchName("main");

        assertThat(sast.refusal(main)).contains("not checked out a Git repository");
        for (String each : List.of(
                pipeline.formatted("disableConcurrentBuilds()", ""),
                pipeline.formatted("skipDefaultCheckout()", "checkout scm"))) {
            git.commit("app", Map.of("Jenkinsfile", each));
            jenkins.buildAndAssertSuccess(main);
            assertWritten(git.url("app"), "refs/heads/main");
        }
        assertThat(sast.project().gitWrites()).isEqualTo(2);
    }

    @Test
    void several_checked_out_repositories_are_refused() throws Exception {
        git.commit("fork", Map.of("src/Main.java", "class Main {}"));

        String remotes = "checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: [[url: '"
                + git.url("app") + "', name: 'origin'], [url: '" + git.url("fork") + "', name: 'fork']]); ";
        String both = "dir('a') { " + git.checkout("app") + " }; dir('b') { " + git.checkout("fork") + " }; ";
        for (String checkout : List.of(remotes, both)) {
            assertThat(sast.refusal("node { deleteDir(); " + checkout + "withEnv(['GIT_URL=']) { " + STEP
                            + "git: [branch: 'main']) } }"))
                    .contains(git.url("app"), git.url("fork"), "Set the URL");
        }
        assertThat(sast.project().gitWrites()).isZero();
    }

    @Test
    void a_build_parameter_cannot_set_the_url_if_credentials_are_set() throws Exception {
        sast.addCredentials(Servers.user("git", "git-user", "git-password"));
        FreeStyleProject job = freestyle("$REPOSITORY", "");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("REPOSITORY", git.url("app"))));

        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                .contains("contains an expression");
        assertThat(sast.simulator().requests()).isEmpty();
        jenkins.buildAndAssertSuccess(freestyle(git.url("app"), ""));
        assertWritten(git.url("app"), "refs/heads/main");
        assertThat(sast.project().git().orElseThrow().userName()).contains("git-user");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("src/Main.java", "class Main {}"));
    }

    @Test
    void the_submission_page_shows_the_commits_that_jenkins_recorded() throws Exception {
        var run = sast.build("node { deleteDir(); " + git.checkout("app") + "sastSubmit projectId: '42' }");

        String head = git.git("app", "rev-parse", "main").strip();
        assertThat(SastJenkins.submission(run).commits).containsExactly(head + " " + git.url("app"));
        assertThat(Browsers.get(jenkins, "", run.getUrl() + "sast-scan/").getContentAsString())
                .contains(head);
    }

    private static FreeStyleProject freestyle(String repository, String url) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setScm(new GitSCM(
                List.of(new UserRemoteConfig(repository, "upstream", "", null)),
                List.of(new BranchSpec("main")),
                null,
                null,
                List.of()));
        SastSubmitBuilder step =
                SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("git", SastJenkins.git(url, null, "git")));
        job.getBuildersList().add(step);
        return job;
    }

    private void assertWritten(String url, String branch) {
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(url);
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo(branch);
    }
}
