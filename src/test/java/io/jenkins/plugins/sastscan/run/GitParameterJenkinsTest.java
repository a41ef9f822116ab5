package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsParameterDefinition;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.Job;
import hudson.model.ParameterDefinition;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.StringParameterDefinition;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import jenkins.model.Jenkins;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;

/** Whose Git credentials a parameter of a build can name: builds are started over HTTP, by users with few permissions. */
@WithSast
class GitParameterJenkinsTest {
    private static final String REPOSITORY = "https://git.example/team/app.git";
    private static final String BUILDER = "builder";
    private static final String USER = "user";

    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private int requests;
    private Folder team;

    @BeforeEach
    void a_team_with_a_secret() throws Exception {
        team = jenkins.createProject(Folder.class);
        Servers.addTo(team, Servers.user("git-secret", "git-secret-user", "git-secret-password"));
        Servers.addTo(team, Servers.user("git-default", "git-default-user", "git-default-password"));
        CredentialsProvider.USE_ITEM.setEnabled(true);
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        jenkins.jenkins.setAuthorizationStrategy(new MockAuthorizationStrategy()
                .grant(Jenkins.READ, Item.READ, Item.BUILD)
                .everywhere()
                .to(BUILDER, USER)
                .grant(CredentialsProvider.USE_ITEM)
                .everywhere()
                .to(USER));
    }

    @AfterEach
    void end() {
        CredentialsProvider.USE_ITEM.setEnabled(false);
    }

    enum Kind {
        FREESTYLE,
        PIPELINE;

        Job<?, ?> job(Folder folder, String url, String credentialsId, ParameterDefinition parameter) throws Exception {
            Job<?, ?> job;
            if (this == FREESTYLE) {
                GitSettings git = new GitSettings();
                git.setUrl(url);
                git.setBranch("main");
                git.setCredentialsId(credentialsId);
                SastScanBuilder step = new SastScanBuilder(SastJenkins.SERVER, "42");
                step.setUpload(false);
                step.setGit(git);
                FreeStyleProject freestyle = folder.createProject(FreeStyleProject.class, "job");
                freestyle.getBuildersList().add(step);
                job = freestyle;
            } else {
                job = SastJenkins.pipeline(folder.createProject(WorkflowJob.class, "job"), step(url, credentialsId));
            }
            job.addProperty(new ParametersDefinitionProperty(parameter));
            return job;
        }

        static String step(String url, String credentialsId) {
            return "sastScan(server: 'main', projectId: '42', upload: false, git: [url: '" + url
                    + "', branch: 'main', credentialsId: '" + credentialsId + "'])";
        }
    }

    @ParameterizedTest
    @EnumSource
    void who_may_only_build_cannot_name_credentials_of_the_job(Kind kind) throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, "${WHICH}", credentialsParameter());
        Run<?, ?> refused = build(job, BUILDER, "git-secret");

        assertRefused(refused);
        // Nor find out which there are.
        assertThat(Logs.ofSteps(refused)).isEqualTo(Logs.ofSteps(build(job, BUILDER, "none")));
        assertWritten("git-default-user", job, BUILDER, "git-default");
    }

    @ParameterizedTest
    @EnumSource
    void who_may_use_the_jobs_credentials_names_them_with_a_credentials_parameter(Kind kind) throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, "${WHICH}", credentialsParameter());

        assertWritten("git-secret-user", job, USER, "git-secret");
        // An empty one is no repository without credentials.
        assertRefused(build(job, USER, ""));
    }

    @Test
    void credentials_that_the_step_names_are_its_authors_choice() throws Exception {
        Job<?, ?> job = Kind.PIPELINE.job(team, REPOSITORY, "git-secret", credentialsParameter());

        assertWritten("git-secret-user", job, BUILDER, "git-default");
    }

    @ParameterizedTest
    @CsvSource({"FREESTYLE, ${WHICH}, git-secret", "PIPELINE, $WHICH, git-secret", "PIPELINE, git-${WHICH}, secret"})
    void no_part_of_an_id_is_ever_replaced_by_a_text(Kind kind, String id, String which) throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, id, new StringParameterDefinition("WHICH", ""));

        assertRefused(build(job, USER, which));
    }

    @Test
    void no_variable_names_credentials() throws Exception {
        WorkflowJob job = SastJenkins.pipeline(
                team.createProject(WorkflowJob.class, "job"),
                "withEnv(['WHICH=git-secret']) { " + Kind.step(REPOSITORY, "${WHICH}") + " }");

        assertRefused(build(job, USER, ""));
    }

    @ParameterizedTest
    @EnumSource
    void no_parameter_says_where_the_credentials_go(Kind kind) throws Exception {
        Job<?, ?> job = kind.job(
                team, "https://${WHICH}/app.git", "git-secret", new StringParameterDefinition("WHICH", "git.example"));

        Run<?, ?> run = build(job, BUILDER, "evil.example");

        assertRefused(run);
        assertThat(Logs.error(run)).contains("The Git URL contains an expression");
    }

    private void assertWritten(String gitUser, Job<?, ?> job, String user, String which) throws Exception {
        jenkins.assertBuildStatusSuccess(build(job, user, which));
        requests = sast.simulator().requests().size();
        assertThat(sast.project().git().orElseThrow().userName()).contains(gitUser);
    }

    private void assertRefused(Run<?, ?> run) throws Exception {
        jenkins.assertBuildStatus(Result.FAILURE, run);
        assertThat(Logs.error(run)).startsWith("ERROR: SAST: ");
        assertThat(JenkinsRule.getLog(run)).doesNotContain("git-secret-password", "git-default-password");
        assertThat(sast.simulator().requests()).hasSize(requests);
    }

    /** Starts a build as that user, with WHICH as given if the job has parameters, and waits for its end. */
    private static Run<?, ?> build(Job<?, ?> job, String user, String which) throws Exception {
        String start = job.getProperty(ParametersDefinitionProperty.class) == null
                ? "build?delay=0sec"
                : "buildWithParameters?delay=0sec&WHICH=" + URLEncoder.encode(which, StandardCharsets.UTF_8);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            client.withBasicCredentials(user);
            URI address = URI.create(client.getContextPath() + job.getUrl() + start);
            WebResponse started =
                    client.loadWebResponse(client.addCrumb(new WebRequest(address.toURL(), HttpMethod.POST)));
            assertThat(started.getStatusCode()).isEqualTo(201);
            String item = started.getResponseHeaderValue("Location").replaceAll(".*/item/(\\d+)/", "$1");
            return (Run<?, ?>) jenkins.jenkins
                    .getQueue()
                    .getItem(Long.parseLong(item))
                    .getFuture()
                    .get();
        }
    }

    private static CredentialsParameterDefinition credentialsParameter() {
        return new CredentialsParameterDefinition(
                "WHICH", "", "git-default", StandardCredentials.class.getName(), false);
    }
}
