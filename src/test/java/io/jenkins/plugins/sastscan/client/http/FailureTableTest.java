package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.FakeClock;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Each row of the file is a response: what the message says about it, and whether the call is retried. */
@Timeout(60)
class FailureTableTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @ParameterizedTest
    @CsvFileSource(resources = "failures.csv", delimiter = '|', quoteCharacter = '`')
    void each_response_has_its_message_and_advice_and_is_retried_or_not(
            SimulatedOperation operation, String head, String body, boolean retried, String says) throws Exception {
        String[] parts = head.split(" ", 2);
        String more = parts.length == 1 ? "" : parts[1];
        fixture.encoding = more.equals("multipart") ? UploadEncoding.MULTIPART : UploadEncoding.FORM;
        String content = body == null ? "" : body;
        String answer = "HTTP/1.1 " + parts[0] + " Reason\r\n" + (more.contains(":") ? more + "\r\n" : "")
                + "Content-Length: " + content.length() + "\r\n\r\n" + content;
        boolean upload = operation == SimulatedOperation.UPLOAD;
        for (SentFrom from : upload ? List.of(SentFrom.values()) : List.of(SentFrom.CONTROLLER)) {
            fixture.clock = new FakeClock();
            try (RawServer server = RawServer.answering(answer)) {
                assertThat(failure(() -> call(operation, from, server)).getMessage())
                        .endsWith("): " + says.replace("{server}", "127.0.0.1:" + server.port()));
                assertThat(!fixture.clock.sleeps().isEmpty()).as("retried").isEqualTo(retried);
            }
        }
    }

    private void call(SimulatedOperation operation, SentFrom from, RawServer server) throws Exception {
        if (operation == SimulatedOperation.TOKEN) {
            fixture.service(new OAuthSettings(
                            ServiceUrl.token(server.url() + "/token", true),
                            "client",
                            new SecretText("a secret"),
                            Optional.empty(),
                            ""))
                    .license();
        } else {
            ClientCall.of(operation, from).make(fixture.service(server.url()));
        }
    }
}
