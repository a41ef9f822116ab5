package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.GitAuthentication.Kind;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server returns the secrets that it has received. Neither messages nor values show them. */
@Timeout(60)
class SecretEchoTest {
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = new SecretText(PLANTED);

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static ClientCall writing(GitAuthentication authentication) {
        return client -> client.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication);
    }

    static Stream<ClientCall> callsWithGitSecret() {
        return Stream.of(
                writing(new GitAuthentication(Kind.USER_PASSWORD, "alice", SECRET, false)),
                writing(new GitAuthentication(Kind.USER_PASSWORD, PLANTED, new SecretText("password"), true)),
                writing(new GitAuthentication(Kind.TOKEN, SECRET)),
                writing(new GitAuthentication(Kind.SSH_KEY, SECRET)));
    }

    @ParameterizedTest
    @MethodSource("callsWithGitSecret")
    void a_git_secret_and_the_access_token_are_masked_in_messages(ClientCall call) {
        String target = "/login/" + PLANTED + "/fixed-access-token";
        for (Fault fault : List.of(
                Fault.answer(400).withJson("{\"message\":\"bad " + PLANTED + " and fixed-access-token\"}"),
                Fault.redirect(302, target),
                Fault.redirect(302, "https://a:PLANTED@a.example.org" + target + "?token=PLANTED#PLANTED"))) {
            fixture.simulator.always(SimulatedOperation.WRITE_GIT, fault);
            fixture.simulator.always(SimulatedOperation.WRITE_GIT_SSH, fault);
            assertThat(failure(call, fixture.service()))
                    .message()
                    .containsAnyOf("(bad **** and ****)", "/login/****/**** (status 302)");
        }
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, Fault.redirect(301, "mailto:PLANTED@b"));
        assertThat(failure(ClientCall.of(SimulatedOperation.WRITE_GIT), fixture.service()))
                .hasMessageContaining("the response is a redirect (status 301)");
    }

    @Test
    void git_secrets_and_the_access_token_are_masked_in_values() throws Exception {
        GitAuthentication secretName = new GitAuthentication(Kind.USER_PASSWORD, "secret-alice", SECRET, true);
        String json = "{\"url\":\"https://secret-alice:" + PLANTED + "@a\",\"link\":{\"uri\":\"/x?t="
                + fixture.simulator.accessToken() + "\"}}";
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service()
                        .gitSettings(Fixture.PROJECT, secretName.mask())
                        .toMap())
                .hasToString("{url=https://****:****@a, link=/x?t=****}");
    }

    @Test
    void the_secrets_for_a_token_are_masked_in_messages_and_values() throws Exception {
        var oauth = fixture.simulator.oauthClient();
        fixture.simulator.schedule(
                SimulatedOperation.TOKEN,
                Fault.answer(400)
                        .withJson("{\"error\":\"" + oauth.password() + "\",\"error_description\":\""
                                + oauth.clientSecret() + "|" + oauth.password() + "\"}"));
        assertThat(failure(fixture.service(fixture.oauthSettings())::license))
                .hasMessageContaining("status 400 (****|****). ");
        fixture.simulator.always(
                SimulatedOperation.LICENSE,
                Fault.answer(200).withJson("{\"edition\":\"of " + oauth.userName() + "\"}"));
        assertThat(fixture.service(fixture.oauthSettings()).license().text("edition"))
                .contains("of ****");
    }

    @Test
    void the_user_and_password_of_the_proxy_are_masked() throws Exception {
        String page = "us\u00e4r PLANTED may not: dXPDpHI6UExBTlRFRA==";
        String answer = "HTTP/1.1 407 Who\r\nContent-Length: " + page.length() + "\r\n\r\n" + page;
        try (RawServer proxy = RawServer.answering(answer)) {
            fixture.proxy = Fixture.proxy(proxy.port(), "us\u00e4r", "PLANTED");
            assertThat(failure(fixture.service(ServiceUrl.base("http://sast.example.org", true))::license))
                    .hasMessageContaining("status 407 (**** **** may not: ****)");
        }
    }
}
