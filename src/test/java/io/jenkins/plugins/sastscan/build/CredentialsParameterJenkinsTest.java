package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsParameterDefinition;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.model.Item;
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
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class CredentialsParameterJenkinsTest {
    private static final String BUILDER = "builder";
    private static final String USER = "user";

    private static JenkinsRule jenkins;
    private SastJenkins sast;
    private int requests;

    @AfterEach
    void disableSecurity() {
        CredentialsProvider.USE_ITEM.setEnabled(false);
        jenkins.jenkins.disableSecurity();
    }

    @Test
    void choosing_credentials_in_a_parameter_requires_permission_to_use_credentials() throws Exception {
        WorkflowJob job = job(gitStep("${WHICH}"), credentialsParameter());
        Run<?, ?> refused = build(job, BUILDER, "git-secret");

        assertRefused(refused);
        // The refusal does not reveal which credentials exist.
        assertThat(Logs.ofSteps(refused)).isEqualTo(Logs.ofSteps(build(job, BUILDER, "none")));
        assertWritten("git-default-user", job, BUILDER, "git-default");
        assertWritten("git-secret-user", job, USER, "git-secret");
        // The step refuses an empty parameter instead of continuing without Git credentials.
        assertRefused(build(job, USER, ""));
    }

    @Test
    void a_user_with_only_build_permission_can_run_a_step_with_fixed_credentials() throws Exception {
        WorkflowJob job = job(gitStep("git-secret"), credentialsParameter());

        assertWritten("git-secret-user", job, BUILDER, "git-default");
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example/app.git, ${WHICH}, git-secret, credentials",
        "https://git.example/app.git, git-${WHICH}, secret, credentials",
        "https://${WHICH}/app.git, git-secret, evil.example, The Git URL contains an expression"
    })
    void a_string_parameter_cannot_select_credentials_or_the_url_that_receives_them(
            String url, String id, String which, String reason) throws Exception {
        WorkflowJob job = job(SastJenkins.gitStep(url, id), new StringParameterDefinition("WHICH", ""));
        Run<?, ?> run = build(job, USER, which);

        assertRefused(run);
        assertThat(Logs.error(run)).contains(reason);
    }

    /** {@link #BUILDER} can only build. {@link #USER} can also choose credentials. */
    private Folder team() throws Exception {
        Folder team = jenkins.createProject(Folder.class);
        Servers.addTo(team, Servers.user("git-secret", "git-secret-user", "git-secret-password"));
        Servers.addTo(team, Servers.user("git-default", "git-default-user", "git-default-password"));
        CredentialsProvider.USE_ITEM.setEnabled(true);
        SastJenkins.users(
                jenkins,
                Map.of(
                        BUILDER, List.of(Jenkins.READ, Item.READ, Item.BUILD),
                        USER, List.of(Jenkins.READ, Item.READ, Item.BUILD, CredentialsProvider.USE_ITEM)));
        return team;
    }

    private static String gitStep(String credentialsId) {
        return SastJenkins.gitStep("https://git.example/team/app.git", credentialsId);
    }

    private WorkflowJob job(String script, ParameterDefinition parameter) throws Exception {
        WorkflowJob job = team().createProject(WorkflowJob.class, "job");
        job.addProperty(new ParametersDefinitionProperty(parameter));
        return SastJenkins.pipeline(job, script);
    }

    private static CredentialsParameterDefinition credentialsParameter() {
        return new CredentialsParameterDefinition(
                "WHICH", "", "git-default", StandardCredentials.class.getName(), false);
    }

    private static Run<?, ?> build(WorkflowJob job, String user, String which) throws Exception {
        String start = "buildWithParameters?delay=0sec&WHICH=" + URLEncoder.encode(which, StandardCharsets.UTF_8);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            client.withBasicCredentials(user);
            URI address = URI.create(client.getContextPath() + job.getUrl() + start);
            var started = client.loadWebResponse(client.addCrumb(new WebRequest(address.toURL(), HttpMethod.POST)));
            assertThat(started.getStatusCode()).isEqualTo(201);
            String item = started.getResponseHeaderValue("Location").replaceAll(".*/item/(\\d+)/", "$1");
            return (Run<?, ?>) jenkins.jenkins
                    .getQueue()
                    .getItem(Long.parseLong(item))
                    .getFuture()
                    .get();
        }
    }

    private void assertWritten(String gitUser, WorkflowJob job, String user, String which) throws Exception {
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
}
