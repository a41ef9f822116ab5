package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often calls were tried again is known afterwards, whether they succeed in the end or not. */
class RetryCountTest {
    private static final CallPolicy POLICY =
            new CallPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMinutes(1), Duration.ofMinutes(1));

    @TempDir
    Path folder;

    private final Fixture fixture = new Fixture(Dialect.CONTRACT);

    @AfterEach
    void end() {
        fixture.close();
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_counts_how_often_it_was_tried_again_wherever_it_is_sent_from(SentFrom from) throws Exception {
        Path archive = TestArchive.in(folder);
        try (HttpSession http = new HttpSession(ConnectionSettings.DEFAULT, POLICY)) {
            SastService service =
                    http.service(fixture.address(), fixture.encoding(), TokenSource.fixed(fixture.token()));
            from.upload(service, Fixture.PROJECT, archive, ByteProgress.NONE);
            assertThat(http.retries()).isZero();
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(400));
            assertThatThrownBy(() -> from.upload(service, Fixture.PROJECT, archive, ByteProgress.NONE));
            assertThat(http.retries()).isEqualTo(1);
        }
    }

    @Test
    void a_session_counts_over_all_its_calls() throws Exception {
        try (HttpSession http = new HttpSession(ConnectionSettings.DEFAULT, POLICY)) {
            SastService service =
                    http.service(fixture.address(), fixture.encoding(), TokenSource.fixed(fixture.token()));
            fixture.simulator.schedule(SimulatedOperation.FORCE_SCAN, Fault.answer(503));
            fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(502));
            service.forceScan(Fixture.PROJECT);
            service.license();
            assertThat(http.retries()).isEqualTo(2);
        }
    }
}
