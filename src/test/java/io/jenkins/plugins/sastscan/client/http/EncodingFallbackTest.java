package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.CalledOperation.action;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class EncodingFallbackTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @ParameterizedTest
    @EnumSource
    void a_request_is_sent_again_as_multipart_if_the_server_rejects_form_encoding(SentFrom from) throws Exception {
        try (Fixture fixture = new Fixture(Dialect.FIELD)) {
            SastClient service = fixture.service(UploadEncoding.FORM);
            Fault unsupported = Fault.answer(415);
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, unsupported, Fault.answer(503));
            fixture.simulator.schedule(SimulatedOperation.WRITE_GIT_SSH, unsupported);

            from.upload(service, Fixture.ARCHIVE);
            action(SimulatedOperation.WRITE_GIT_SSH).call(service);

            assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
            assertThat(fixture.project().git().orElseThrow().privateKey()).contains("a key");
            assertThat(fixture.simulator.requests())
                    .extracting(request ->
                            request.header("Content-Type").orElseThrow().replaceAll(";.*", ""))
                    .containsExactly(
                            "application/x-www-form-urlencoded",
                            "multipart/form-data",
                            "multipart/form-data",
                            "application/x-www-form-urlencoded",
                            "multipart/form-data");
            assertThat(fixture.retries)
                    .extracting(Retry::reason)
                    .containsExactly(Retry.AS_MULTIPART.reason(), "status 503", Retry.AS_MULTIPART.reason());
        }
    }

    @Test
    void the_error_of_the_multipart_request_is_reported_if_its_status_is_not_415() {
        fixture.simulator.schedule(
                SimulatedOperation.UPLOAD,
                Fault.answer(415),
                Fault.answer(400).withJson("{\"messageDetails\":\"the zip is empty\"}"));
        assertThat(failure(Reason.REFUSED, action(SimulatedOperation.UPLOAD), fixture.service()))
                .hasMessageContaining("status 400 (the zip is empty)");
        assertThat(fixture.simulator.requests()).hasSize(2);
    }
}
