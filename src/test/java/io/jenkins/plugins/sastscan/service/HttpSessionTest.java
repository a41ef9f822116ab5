package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpSessionTest {
    private final Fixture fixture = new Fixture(Dialect.CONTRACT);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void serves_the_token_endpoint_and_the_service() throws Exception {
        try (HttpSession session = new HttpSession(ConnectionSettings.DEFAULT, CallPolicy.DEFAULT)) {
            SastService service = service(session);
            assertThat(service.license()).isEqualTo(fixture.service().license());
            service.forceScan(Fixture.PROJECT);
        }
    }

    @Test
    void fails_at_once_after_it_is_closed_and_says_so() {
        HttpSession session = new HttpSession(ConnectionSettings.DEFAULT, CallPolicy.DEFAULT);
        SastService service =
                session.service(fixture.address(), fixture.encoding(), TokenSource.fixed(fixture.token()));
        session.close();
        assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(service::license)
                .withMessageEndingWith("/serverLicenseData got no answer, since the connection is closed already,"
                        + " perhaps because the build has ended. Start a new build.")
                .satisfies(failure -> assertThat(failure.obstacle()).isEqualTo(Obstacle.CLOSED));
        assertThat(session.retries()).isZero();
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    @Test
    void asks_for_no_token_after_it_is_closed() {
        HttpSession session = new HttpSession(ConnectionSettings.DEFAULT, CallPolicy.DEFAULT);
        TokenSource tokens = session.tokens(fixture.oauthSettings());
        session.close();
        assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(() -> tokens.current(new Deadline(CallClock.REAL, Duration.ofMinutes(1))))
                .withMessageStartingWith("Asking for an access token failed")
                .withMessageContaining("the connection is closed already");
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    private SastService service(HttpSession session) {
        return session.service(fixture.address(), fixture.encoding(), session.tokens(fixture.oauthSettings()));
    }
}
