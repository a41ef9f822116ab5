package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
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
    void takes_no_calls_any_more_once_it_is_closed() {
        HttpSession session = new HttpSession(ConnectionSettings.DEFAULT, CallPolicy.DEFAULT);
        SastService service = service(session);
        session.close();
        assertThatExceptionOfType(ServiceException.class).isThrownBy(service::license);
    }

    private SastService service(HttpSession session) {
        return session.service(fixture.address(), fixture.encoding(), session.tokens(fixture.oauthSettings()));
    }
}
