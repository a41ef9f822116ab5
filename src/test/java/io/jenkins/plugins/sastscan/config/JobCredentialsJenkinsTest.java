package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.HostnamePortSpecification;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class JobCredentialsJenkinsTest {
    private static final String ID = "sast-team";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void the_token_of_the_nearest_folder_is_used_and_the_use_is_tracked() throws Exception {
        Folder team = folderWithoutCredentials();
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
    void a_build_requests_an_oauth_token_with_the_credentials_of_its_folder() throws Exception {
        Folder team = folderWithoutCredentials();
        var client = sast.simulator().oauthClient();
        sast.addCredentials(Servers.secretText(CredentialsScope.SYSTEM, "client-secret", client.clientSecret()));
        OAuthAuthentication oauth =
                new OAuthAuthentication(sast.simulator().tokenUrl().toString(), client.clientId());
        oauth.setClientSecretId("client-secret");
        oauth.setScope(client.scope());
        configure(oauth);
        Servers.addTo(team, Servers.user(ID, client.userName(), client.password()));

        jenkins.buildAndAssertSuccess(job(team));

        assertThat(sast.simulator().requests(SimulatedOperation.TOKEN)).hasSize(1);
        assertThat(sast.project().forceScan()).isTrue();
    }

    @Test
    void a_job_whose_folder_has_no_credentials_is_refused() throws Exception {
        Folder team = folderWithoutCredentials();
        Servers.addTo(jenkins.createProject(Folder.class), Servers.secretText(ID, "token-of-team"));
        Domain elsewhere = new Domain("elsewhere", "", List.of(new HostnameSpecification("elsewhere.example", "")));
        Servers.addTo(team, elsewhere, Servers.secretText(ID, "token-of-team"));

        assertThat(sast.refusal(job(team)))
                .isEqualTo("ERROR: SAST: The folder of this job has no credentials \"sast-team\" for the access token"
                        + " (secret text). Add them to the folder, or ask whoever manages it.");
        assertThat(sast.refusal("sastSubmit projectId: '42', upload: false"))
                .contains("has no credentials \"sast-team\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEM", "GLOBAL"})
    void folder_credentials_are_refused_if_their_id_also_exists_outside_folders(CredentialsScope scope)
            throws Exception {
        Folder team = folderWithoutCredentials();
        sast.addCredentials(Servers.secretText(scope, ID, sast.simulator().accessToken()));
        String expected = "ERROR: SAST: The credentials \"sast-team\" for the access token (secret text) must be in the"
                + " folder of this job, but Jenkins also has credentials with this ID outside of folders. Ask an"
                + " administrator to use another ID.";

        assertThat(sast.refusal(job(team))).isEqualTo(expected);
        Servers.addTo(team, Servers.secretText(ID, "token-of-team"));
        assertThat(sast.refusal((WorkflowJob) team.getItem("job"))).isEqualTo(expected);
    }

    /** A URL without a port means the usual port. For OAuth, the token URL counts, not the URL of the SAST server. */
    @ParameterizedTest
    @CsvSource({
        "https://sast.example/api, sast.example:8443, false",
        "https://sast.example/api, sast.example:443, true",
        "https://sast.example:8443/api, sast.example:8443, true",
        "http://sast.example/api, sast.example:80, true",
        "http://sast.example/api, sast.example:443, false",
        "https://sast_server/api, sast.example:443, false",
        "https://sast_server/api, sast_server:443, true",
    })
    void credentials_of_a_host_and_port_are_used_only_for_urls_with_this_host_and_port(
            String url, String hostAndPort, boolean used) {
        Domain domain = new Domain("ports", "", List.of(new HostnamePortSpecification(hostAndPort, "")));
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getDomainCredentialsMap().put(domain, List.of(Servers.secretText("limited", "secret")));
        SastServer server = new SastServer("main", url, new AccessTokenAuthentication("limited"));
        server.setAllowPlainHttp(true);
        SastServer elsewhere = new SastServer("main", "https://elsewhere.example", null);
        elsewhere.setAllowPlainHttp(true);
        OAuthAuthentication oauth = new OAuthAuthentication(url, "client");
        oauth.setClientSecretId("limited");
        try {
            assertThat(FieldCheck.problem(() -> server.getAuthentication().resolve(server, null))
                            .isEmpty())
                    .isEqualTo(used);
            assertThat(FieldCheck.problem(() -> oauth.resolve(elsewhere, null)).isEmpty())
                    .isEqualTo(used);
        } finally {
            store.getDomainCredentialsMap().remove(domain);
        }
    }

    /** Makes the server require credentials from folders, and creates a folder. */
    private Folder folderWithoutCredentials() throws Exception {
        configure(new AccessTokenAuthentication(""));
        sast.simulator().acceptToken("token-of-team");
        sast.simulator().acceptToken("token-of-app");
        return jenkins.createProject(Folder.class);
    }

    private SastServer configure(SastAuthentication authentication) {
        SastServer server =
                sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), authentication);
        server.getAccess().setJobCredentialsId(ID);
        sast.configure(server);
        return server;
    }

    private static WorkflowJob job(Folder folder) throws Exception {
        return SastJenkins.pipeline(folder, "sastSubmit projectId: '42', upload: false");
    }

    private void assertUsed(String token) {
        assertThat(sast.simulator().requests(SimulatedOperation.FORCE_SCAN))
                .last()
                .satisfies(
                        request -> assertThat(request.header("Authorization")).contains("Bearer " + token));
    }
}
