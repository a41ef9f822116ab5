package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.CalledOperation.Action;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.Reason;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failure messages do not show the secrets that a server returns. */
@Timeout(60)
class MaskedFailureTest {
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Test
    void a_git_secret_in_an_error_response_is_masked_in_the_failure_message() {
        String echo = "{\"messageDetails\":\"bad " + PLANTED + " and fixed-access-token\"}";
        Fault refusal = Fault.answer(400).withJson(echo);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, refusal);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT_SSH, refusal);
        GitAuthentication key = new GitAuthentication(GitAuthentication.Kind.SSH_KEY, SECRET);
        for (Action action : List.<Action>of(
                writing(new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "alice", SECRET)),
                writing(new GitAuthentication(GitAuthentication.Kind.TOKEN, SECRET)),
                writing(key),
                service -> service.writeGitSshSettings(Fixture.PROJECT, Fixture.REMOTE, Optional.of(SECRET)))) {
            assertThat(failure(Reason.REFUSED, action, fixture.service()))
                    .hasMessageContaining("(bad **** and ****)")
                    .hasMessageNotContaining(PLANTED);
        }
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT, Fault.redirect(302, "/login/" + PLANTED + "/fixed-access-token"));
        assertThat(failure(Reason.UNEXPECTED_RESPONSE, writing(key), fixture.service()))
                .hasMessageContaining("/login/****/**** (status 302)");
    }

    private static Action writing(GitAuthentication authentication) {
        return service -> service.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication);
    }

    @Test
    void a_secret_in_an_error_response_of_the_token_endpoint_is_masked() {
        String secret = fixture.simulator.oauthClient().clientSecret();
        String password = fixture.simulator.oauthClient().password();
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                Fault.answer(400)
                        .withJson("{\"error\":\"" + password + "\",\"error_description\":\"" + secret + "|" + password
                                + "\"}"));
        assertThat(failure(Reason.REFUSED, fixture.service(fixture.oauthSettings())::license))
                .hasMessageContaining("status 400 (****|****). ");
    }

    @Test
    void an_access_token_in_the_server_url_is_masked() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            ServiceUrl url = ServiceUrl.base(server.url() + "/PLANTED-token", true);
            assertThat(failure(Reason.REFUSED, fixture.service(url)::license))
                    .hasMessageContaining("(GET " + server.url() + "/****/serverLicenseData): ");
        }
    }
}
