package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void an_upload_that_succeeds_tells_how_often_it_was_tried_again() throws Exception {
        assertThat(upload()).isZero();
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(503));
        assertThat(upload()).isEqualTo(2);
    }

    @Test
    void an_upload_that_fails_tells_it_with_its_failure() {
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(503));
        assertThat(catchThrowableOfType(ServiceException.class, this::upload).retries())
                .isEqualTo(2);
    }

    @Test
    void what_is_not_tried_again_counts_for_nothing() {
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(catchThrowableOfType(ServiceException.class, this::upload).retries())
                .isZero();
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

    private int upload() throws Exception {
        Path archive = folder.resolve("archive");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("a"));
        }
        return new UploadTarget(fixture.address(), fixture.encoding(), ConnectionSettings.DEFAULT, POLICY)
                .upload(Fixture.PROJECT, archive, fixture.token(), ByteProgress.NONE);
    }
}
