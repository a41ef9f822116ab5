package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.common.IdCredentials;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.PathSpecification;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** A server with OAuth 2.0, and an agent that is a process of its own. */
@WithSast(agent = true)
class OAuthJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeEach
    void server() throws Exception {
        OAuthClient client = sast.simulator().oauthClient();
        sast.addCredentials(Servers.secretText(CredentialsScope.SYSTEM, "client-secret", client.clientSecret()));
        sast.addCredentials(new UsernamePasswordCredentialsImpl(
                CredentialsScope.SYSTEM, "client-user", "", client.userName(), client.password()));
    }

    @ParameterizedTest
    @EnumSource(OAuthAuthentication.Grant.class)
    void one_token_serves_a_whole_run(OAuthAuthentication.Grant grant) throws Exception {
        configure(grant);

        jenkins.buildAndAssertSuccess(sast.freestyle(agent, Map.of("a", "A")));

        assertThat(sast.simulator().issuedTokens()).isEqualTo(1);
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    @Test
    void a_token_that_is_refused_in_the_middle_is_renewed_and_the_upload_repeated() throws Exception {
        configure(OAuthAuthentication.Grant.PASSWORD);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(401));

        jenkins.buildAndAssertSuccess(sast.freestyle(agent, Map.of("a", "A")));

        assertThat(sast.simulator().requests(SimulatedOperation.UPLOAD))
                .extracting(request -> request.header("Authorization").orElseThrow())
                .containsExactly("Bearer issued-token-1", "Bearer issued-token-2");
        assertThat(sast.simulator().requests(SimulatedOperation.FORCE_SCAN))
                .extracting(request -> request.header("Authorization").orElseThrow())
                .containsExactly("Bearer issued-token-2");
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "A"));
    }

    /** Jenkins has credentials of a domain for URLs of that domain: here for the one that they are sent to, or not for it. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void credentials_of_a_domain_go_to_a_token_url_of_that_domain_alone(boolean inside) throws Exception {
        String path = sast.simulator().tokenUrl().getPath();
        Domain domain = new Domain(
                "domain",
                "",
                List.of(inside ? new PathSpecification(path, null, true) : new PathSpecification(null, path, true)));
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        List<Credentials> moved = store.getCredentials().stream()
                .filter(each -> ((IdCredentials) each).getId().startsWith("client-"))
                .toList();
        store.getCredentials().removeAll(moved);
        store.getDomainCredentialsMap().put(domain, moved);
        try {
            configure(OAuthAuthentication.Grant.PASSWORD);

            if (inside) {
                jenkins.buildAndAssertSuccess(sast.freestyle(agent, Map.of("a", "A")));
                assertThat(sast.simulator().issuedTokens()).isEqualTo(1);
            } else {
                Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(agent, Map.of("a", "A")));
                assertThat(Logs.error(run))
                        .contains("The credentials \"client-secret\" for the OAuth client secret", "do not exist");
                assertThat(sast.simulator().requests()).isEmpty();
            }
        } finally {
            store.getDomainCredentialsMap().remove(domain);
        }
    }

    private void configure(OAuthAuthentication.Grant grant) {
        OAuthClient client = sast.simulator().oauthClient();
        OAuthAuthentication oauth =
                new OAuthAuthentication(sast.simulator().tokenUrl().toString(), client.clientId());
        oauth.setGrant(grant);
        oauth.setClientSecretId("client-secret");
        oauth.setUserCredentialsId("client-user");
        oauth.setScope(client.scope());
        sast.configure(
                sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), oauth));
    }
}
