package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.CalledOperation.action;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class EncodingFallbackTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @ParameterizedTest
    @CsvSource({
        "FORM, 400, 1, set the upload encoding to multipart",
        "FORM, 415, 2, The SAST server does not support this version of the request.",
        "MULTIPART, 400, 1, set the upload encoding to form",
        "MULTIPART, 415, 1, set the upload encoding to form",
    })
    void the_message_about_status_400_or_415_suggests_the_other_encoding_if_it_was_not_tried(
            UploadEncoding encoding, int status, int requests, String says) {
        SastClient service = fixture.service(encoding);
        for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT_SSH)) {
            fixture.simulator.always(operation, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, action(operation), service)).hasMessageContaining(says);
            assertThat(fixture.simulator.requests(operation)).hasSize(requests);
        }
    }

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

    @ParameterizedTest
    @EnumSource
    void the_message_about_status_413_contains_the_request_body_size(UploadEncoding encoding) throws IOException {
        SastClient service = fixture.service(encoding);
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(413));
        ServiceException failure = failure(Reason.REFUSED, action(SimulatedOperation.UPLOAD), service);
        long length = fixture.only(SimulatedOperation.UPLOAD).body().length();
        assertThat(failure).hasMessageContaining("413. The request body of " + Figures.bytes(length) + " is too large");
        assertThat(failure.getMessage().contains("try the upload encoding multipart"))
                .isEqualTo(encoding == UploadEncoding.FORM);
        fixture.simulator.always(SimulatedOperation.FORCE_SCAN, Fault.answer(413));
        assertThat(failure(Reason.REFUSED, action(SimulatedOperation.FORCE_SCAN), service))
                .hasMessageContaining("status 413. The request is too large");
    }
}
