package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.hudson.plugins.folder.properties.FolderCredentialsProvider;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsParameterDefinition;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.CredentialsStore;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.Job;
import hudson.model.ParameterDefinition;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.StringParameterDefinition;
import hudson.security.AuthorizationStrategy;
import hudson.security.SecurityRealm;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;

/** Whose Git credentials a parameter of a build can name: builds are started over HTTP, by users with few permissions. */
@WithSast
class GitParameterJenkinsTest {
    private static final String REPOSITORY = "https://git.example/team/app.git";
    private static final String BUILDER = "builder";
    private static final String USER = "user";

    private static JenkinsRule jenkins;

    private SecurityRealm realm;
    private AuthorizationStrategy strategy;
    private SastJenkins sast;
    private Folder team;

    @BeforeEach
    void a_team_with_a_secret() throws Exception {
        team = jenkins.createProject(Folder.class);
        addCredentials("git-secret");
        addCredentials("git-default");
        realm = jenkins.jenkins.getSecurityRealm();
        strategy = jenkins.jenkins.getAuthorizationStrategy();
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
        jenkins.jenkins.setSecurityRealm(realm);
        jenkins.jenkins.setAuthorizationStrategy(strategy);
        CredentialsProvider.USE_ITEM.setEnabled(false);
    }

    enum Kind {
        FREESTYLE {
            @Override
            Job<?, ?> job(Folder folder, String url, String credentialsId) throws Exception {
                GitSettings git = new GitSettings();
                git.setUrl(url);
                git.setBranch("main");
                git.setCredentialsId(credentialsId);
                SastScanBuilder step = new SastScanBuilder(SastJenkins.SERVER, "42");
                step.setUpload(false);
                step.setGit(git);
                FreeStyleProject job = folder.createProject(FreeStyleProject.class, "job");
                job.getBuildersList().add(step);
                return job;
            }
        },
        PIPELINE {
            @Override
            Job<?, ?> job(Folder folder, String url, String credentialsId) throws Exception {
                return SastJenkins.pipeline(
                        folder.createProject(WorkflowJob.class, "job"),
                        "sastScan(server: 'main', projectId: '42', upload: false, git: [url: '" + url
                                + "', branch: 'main', credentialsId: '" + credentialsId + "'])");
            }
        };

        abstract Job<?, ?> job(Folder folder, String url, String credentialsId) throws Exception;
    }

    static Stream<Arguments> jobsAndParameters() {
        return Stream.of(Kind.values())
                .flatMap(
                        kind -> Stream.of(credentialsParameter(), new StringParameterDefinition("WHICH", "git-default"))
                                .map(parameter -> Arguments.of(kind, parameter)));
    }

    @ParameterizedTest
    @MethodSource("jobsAndParameters")
    void who_may_only_build_cannot_name_credentials_of_the_job(Kind kind, ParameterDefinition parameter)
            throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, "${WHICH}");
        job.addProperty(new ParametersDefinitionProperty(parameter));

        assertRefused(build(job, BUILDER, "git-secret"));
    }

    @Test
    void who_may_only_build_cannot_find_out_which_credentials_exist() throws Exception {
        Job<?, ?> job = Kind.PIPELINE.job(team, REPOSITORY, "${WHICH}");
        job.addProperty(new ParametersDefinitionProperty(credentialsParameter()));

        assertThat(Logs.ofSteps(build(job, BUILDER, "git-secret")))
                .isEqualTo(Logs.ofSteps(build(job, BUILDER, "none")));
    }

    @ParameterizedTest
    @EnumSource
    void who_may_use_the_jobs_credentials_names_them_with_a_credentials_parameter(Kind kind) throws Exception {
        assertWritten("git-secret-user", kind, "${WHICH}", USER, "git-secret");
    }

    @ParameterizedTest
    @EnumSource
    void the_default_of_a_credentials_parameter_is_its_authors_choice(Kind kind) throws Exception {
        assertWritten("git-default-user", kind, "${WHICH}", BUILDER, "git-default");
    }

    @ParameterizedTest
    @EnumSource
    void credentials_that_the_step_names_are_its_authors_choice(Kind kind) throws Exception {
        assertWritten("git-secret-user", kind, "git-secret", BUILDER, "git-default");
    }

    private void assertWritten(String gitUser, Kind kind, String credentialsId, String user, String which)
            throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, credentialsId);
        job.addProperty(new ParametersDefinitionProperty(credentialsParameter()));

        jenkins.assertBuildStatusSuccess(build(job, user, which));

        assertThat(sast.project().git().orElseThrow().userName()).contains(gitUser);
    }

    @ParameterizedTest
    @CsvSource({"git-${WHICH}, secret", "${WHICH}secret, git-", "$WHICH, git-secret", "${WHICH}${NONE}, git-secret"})
    void no_part_of_an_id_is_ever_replaced(String id, String which) throws Exception {
        for (Kind kind : Kind.values()) {
            Folder folder = jenkins.createProject(Folder.class);
            addCredentials(folder, "git-secret");
            Job<?, ?> job = kind.job(folder, REPOSITORY, id);
            job.addProperty(new ParametersDefinitionProperty(
                    new StringParameterDefinition("WHICH", ""), new StringParameterDefinition("NONE", "")));

            assertRefused(build(job, USER, which));
        }
    }

    @Test
    void no_variable_names_credentials() throws Exception {
        WorkflowJob job = SastJenkins.pipeline(
                team.createProject(WorkflowJob.class, "job"),
                "withEnv(['WHICH=git-secret']) { sastScan(server: 'main', projectId: '42', upload: false,"
                        + " git: [url: '" + REPOSITORY + "', branch: 'main', credentialsId: '${WHICH}']) }");

        assertRefused(build(job, USER, ""));
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_parameter_is_no_repository_without_credentials(Kind kind) throws Exception {
        Job<?, ?> job = kind.job(team, REPOSITORY, "${WHICH}");
        job.addProperty(new ParametersDefinitionProperty(new CredentialsParameterDefinition(
                "WHICH", "", "git-default", StandardCredentials.class.getName(), false)));

        assertRefused(build(job, USER, ""));
    }

    @ParameterizedTest
    @EnumSource
    void no_parameter_says_where_the_credentials_go(Kind kind) throws Exception {
        Job<?, ?> job = kind.job(team, "https://${WHICH}/app.git", "git-secret");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("WHICH", "git.example")));

        Run<?, ?> run = build(job, BUILDER, "evil.example");

        assertRefused(run);
        assertThat(Logs.ofSteps(run)).last().asString().contains("The Git URL contains an expression");
    }

    private void assertRefused(Run<?, ?> run) throws Exception {
        jenkins.assertBuildStatus(Result.FAILURE, run);
        assertThat(Logs.ofSteps(run))
                .filteredOn(line -> line.startsWith("ERROR: SAST: "))
                .hasSize(1);
        assertThat(JenkinsRule.getLog(run)).doesNotContain("git-secret-password", "git-default-password");
        assertThat(sast.simulator().requests()).isEmpty();
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
                "WHICH", "", "git-default", StandardCredentials.class.getName(), true);
    }

    private void addCredentials(String id) throws Exception {
        addCredentials(team, id);
    }

    private static void addCredentials(Folder folder, String id) throws Exception {
        Credentials credentials =
                new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, id, "", id + "-user", id + "-password");
        for (CredentialsStore store : CredentialsProvider.lookupStores(folder)) {
            if (store.getProvider() instanceof FolderCredentialsProvider && store.getContext() == folder) {
                store.addCredentials(Domain.global(), credentials);
                return;
            }
        }
        throw new AssertionError("no store");
    }
}
