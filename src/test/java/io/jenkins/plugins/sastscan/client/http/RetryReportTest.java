package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the build log says about retries, and what uploads leave. */
class RetryReportTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @ParameterizedTest
    @EnumSource
    void the_report_of_a_retry_contains_its_number_and_delay(SentFrom from) throws Exception {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.closeInBody(100_000));
        fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(502));

        from.upload(fixture.service(), Fixture.ARCHIVE);
        fixture.service().license();

        assertThat(fixture.retries)
                .extracting(Retry::plan)
                .containsExactly("retry 1 of 9 in 1.0 s", "retry 2 of 9 in 2.0 s", "retry 1 of 9 in 1.0 s");
    }

    @Test
    void a_temporary_failure_ends_a_call_if_retries_are_disabled() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.settings(CallPolicy.DEFAULT.withRetries(0)))) {
            fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(503));
            failure(Reason.REFUSED, SastClient::license, fixture.service());
            assertThat(fixture.retries).isEmpty();
        }
    }

    @Test
    void secrets_in_a_failure_message_from_an_agent_are_masked() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.settings(CallPolicy.DEFAULT))) {
            String token = fixture.token().reveal();
            Upload.Sender agent = (upload, left, controller) ->
                    AttemptResult.none(Phase.CONNECT, Kind.FILE, "the file " + token + " is gone");
            Upload.Archive archive = new Upload.Archive("a.zip", 1, 1, "00");
            assertThatThrownBy(() -> fixture.service().uploadFrom(agent, Fixture.PROJECT, archive))
                    .hasMessageContaining("the file **** is gone");
        }
    }

    @Test
    void a_hundred_uploads_leave_few_threads() throws Exception {
        for (int upload = 0; upload < 100; upload++) {
            SentFrom.AGENT.upload(fixture.service(), Fixture.ARCHIVE);
        }
        Leftovers.assertFewOfClients();
    }
}
