package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.DomainSpecification;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import com.cloudbees.plugins.credentials.domains.PathSpecification;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Credentials for the SAST server: those of Jenkins, or of the folder of each job. */
@WithSast(agent = true)
class ServerCredentialsJenkinsTest {
    private static final String ID = "sast-team";
    private static final String SUBMIT = "sastScan server: 'main', projectId: '42', upload: false";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private Folder team;

    @BeforeEach
    void each_team_brings_its_own() throws Exception {
        configure(new AccessTokenAuthentication(""));
        team = jenkins.createProject(Folder.class);
        for (String token : List.of("token-of-team", "token-of-app")) {
            sast.simulator().acceptToken(token);
        }
    }

    private SastServer configure(SastAuthentication authentication) {
        SastServer server =
                sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), authentication);
        server.getAccess().setJobCredentialsId(ID);
        sast.configure(server);
        return server;
    }

    private static WorkflowJob job(Folder folder) throws Exception {
        return SastJenkins.pipeline(folder.createProject(WorkflowJob.class, "job"), SUBMIT);
    }

    private void assertUsed(String token) {
        assertThat(sast.simulator().requests(SimulatedOperation.FORCE_SCAN))
                .last()
                .satisfies(
                        request -> assertThat(request.header("Authorization")).contains("Bearer " + token));
    }

    @Test
    void the_token_of_the_nearest_folder_is_used_and_its_use_tracked() throws Exception {
        Folder app = team.createProject(Folder.class, "app");
        Credentials token = Servers.secretText(ID, "token-of-team");
        Servers.addTo(team, token);

        Run<?, ?> run = jenkins.buildAndAssertSuccess(job(app));
        assertUsed("token-of-team");
        assertThat(CredentialsProvider.getFingerprintOf(token)
                        .getRangeSet(run.getParent().getFullName())
                        .includes(run.getNumber()))
                .isTrue();

        Servers.addTo(app, Servers.secretText(ID, "token-of-app"));
        jenkins.buildAndAssertSuccess((WorkflowJob) app.getItem("job"));
        assertUsed("token-of-app");
    }

    @Test
    void a_user_of_the_folder_gets_its_token_by_oauth() throws Exception {
        OAuthAuthentication oauth = oauth();
        oauth.setUserCredentialsId("");
        configure(oauth);
        OAuthClient client = sast.simulator().oauthClient();
        Servers.addTo(team, Servers.user(ID, client.userName(), client.password()));

        jenkins.buildAndAssertSuccess(job(team));

        assertThat(sast.simulator().requests(SimulatedOperation.TOKEN)).hasSize(1);
        assertThat(sast.project().forceScan()).isTrue();
    }

    @Test
    void a_job_whose_folder_has_no_credentials_is_refused() throws Exception {
        Servers.addTo(jenkins.createProject(Folder.class), Servers.secretText(ID, "token-of-team"));

        assertThat(sast.refusal(job(team)))
                .isEqualTo("ERROR: SAST: The folder of this job has no credentials \"sast-team\" for the access token"
                        + " (secret text). Add them to the folder, or ask whoever manages it.");
        assertThat(sast.refusal(SUBMIT)).contains("has no credentials \"sast-team\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEM", "GLOBAL"})
    void credentials_that_jenkins_offers_outside_of_folders_are_refused(CredentialsScope scope) throws Exception {
        sast.addCredentials(Servers.secretText(scope, ID, sast.simulator().accessToken()));
        String expected = "ERROR: SAST: The credentials \"sast-team\" for the access token (secret text) must be in the"
                + " folder of this job, but Jenkins also has credentials with this ID outside of folders. Ask an"
                + " administrator to use another ID.";

        assertThat(sast.refusal(job(team))).isEqualTo(expected);
        Servers.addTo(team, Servers.secretText(ID, "token-of-team"));
        assertThat(sast.refusal((WorkflowJob) team.getItem("job"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, true", "elsewhere.example, false"})
    void a_domain_limits_where_credentials_go(String host, boolean used) throws Exception {
        Domain domain = new Domain("hosts", "", List.of(new HostnameSpecification(host, "")));
        Servers.addTo(team, domain, Servers.secretText(ID, "token-of-team"));

        if (used) {
            jenkins.buildAndAssertSuccess(job(team));
            assertUsed("token-of-team");
        } else {
            assertThat(sast.refusal(job(team))).contains("has no credentials \"sast-team\"");
        }
    }

    @Test
    void agents_upload_even_with_access_rules() throws Exception {
        SastServer server = configure(new AccessTokenAuthentication(""));
        server.getAccess().setRules(List.of(Servers.rule(team.getFullName(), "42")));
        Servers.addTo(team, Servers.secretText(ID, "token-of-team"));
        FreeStyleProject job = team.createProject(FreeStyleProject.class, "job");
        job.getBuildersList().add(new WorkspaceFiles(Map.of("a", "A")));
        job.getBuildersList().add(new SastScanBuilder("main", "42"));
        job.setAssignedNode(agent);

        assertThat(sast.uploadsFrom(agent, job)).isTrue();
    }

    private OAuthAuthentication oauth() throws Exception {
        OAuthClient client = sast.simulator().oauthClient();
        sast.addCredentials(Servers.secretText(CredentialsScope.SYSTEM, "client-secret", client.clientSecret()));
        sast.addCredentials(Servers.user("client-user", client.userName(), client.password()));
        OAuthAuthentication oauth =
                new OAuthAuthentication(sast.simulator().tokenUrl().toString(), client.clientId());
        oauth.setClientSecretId("client-secret");
        oauth.setUserCredentialsId("client-user");
        oauth.setScope(client.scope());
        return oauth;
    }

    /** Jenkins has credentials of a domain for URLs of that domain: here for the one that they are sent to, or not for it. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void credentials_of_a_domain_go_to_a_token_url_of_that_domain_alone(boolean inside) throws Exception {
        configure(oauth()).getAccess().setJobCredentialsId("");
        String path = sast.simulator().tokenUrl().getPath();
        DomainSpecification allowed =
                inside ? new PathSpecification(path, null, true) : new PathSpecification(null, path, true);
        Domain domain = new Domain("domain", "", List.of(allowed));
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getDomainCredentialsMap().put(domain, List.copyOf(store.getCredentials()));
        store.getCredentials().clear();
        try {
            Run<?, ?> run = jenkins.buildAndAssertStatus(
                    inside ? Result.SUCCESS : Result.FAILURE, sast.freestyle(agent, Map.of("a", "A")));
            assertThat(sast.simulator().issuedTokens()).isEqualTo(inside ? 1 : 0);
            if (!inside) {
                assertThat(Logs.error(run))
                        .contains("The credentials \"client-secret\" for the OAuth client secret", "do not exist");
                assertThat(sast.simulator().requests()).isEmpty();
            }
        } finally {
            store.getDomainCredentialsMap().remove(domain);
        }
    }
}
