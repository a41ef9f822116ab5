package io.jenkins.plugins.sastscan.service;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection from its beginning to its end, in real time. */
class SastServiceTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final CallPolicy POLICY =
            new CallPolicy(2, SHORT, SHORT, Duration.ofMinutes(1), Duration.ofMinutes(1));

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private SastService connect(ServiceAuthentication authentication) {
        return SastService.connect(
                fixture.url(),
                authentication,
                fixture.encoding(),
                new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, POLICY));
    }

    @Test
    void serves_the_token_endpoint_and_the_operations() throws Exception {
        try (SastService service = connect(fixture.oauthSettings())) {
            assertThat(service.license()).isEqualTo(fixture.service().license());
            service.forceScan(Fixture.PROJECT);
        }
    }

    @Test
    void fails_at_once_after_it_is_closed_and_says_so() {
        SastService service = connect(fixture.token());
        service.close();
        assertThat(failure(Reason.CONNECTION_CLOSED, service::license))
                .hasMessageEndingWith("/serverLicenseData): the connection is already closed, probably because the"
                        + " build has ended. Start a new build.");
        assertThat(service.retries()).isZero();
    }

    @Test
    void requests_no_token_after_it_is_closed() {
        SastService service = connect(fixture.oauthSettings());
        service.close();
        assertThat(failure(Reason.CONNECTION_CLOSED, service::license))
                .hasMessageStartingWith("Requesting an access token failed");
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void counts_the_retries_of_all_calls_whether_they_succeed_or_not(SentFrom from) throws Exception {
        try (SastService service = connect(fixture.token())) {
            from.upload(service, Fixture.PROJECT, TestArchive.FILE, ByteProgress.NONE);
            assertThat(service.retries()).isZero();
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(400));
            failure(Reason.REFUSED, () -> from.upload(service, Fixture.PROJECT, TestArchive.FILE, ByteProgress.NONE));
            fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(502));
            service.license();
            assertThat(service.retries()).isEqualTo(2);
        }
    }
}
