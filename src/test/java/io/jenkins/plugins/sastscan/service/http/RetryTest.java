package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.service.CalledOperation;
import io.jenkins.plugins.sastscan.service.CalledOperation.Action;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.Reason;
import io.jenkins.plugins.sastscan.service.Retry;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which calls are retried, and when retries end. An interrupt ends a call at once, wherever the call is blocked. */
@Timeout(60)
class RetryTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final int ATTEMPTS = 1 + CallPolicy.DEFAULT.retries();
    private static final Duration SHORT = Duration.ofMillis(1);

    @TempDir
    Path directory;

    static Stream<CalledOperation> operations() {
        return CalledOperation.all(Fixture.ARCHIVE, SentFrom.CONTROLLER);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void each_operation_is_retried_after_temporary_failures(CalledOperation called) throws Exception {
        SimulatedOperation operation = called.operation();
        fixture.simulator.schedule(operation, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("7"));
        called.action().call(fixture.service());
        assertThat(fixture.simulator.requests(operation)).hasSize(4);
        assertThat(fixture.clock.sleeps())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @MethodSource("io.jenkins.plugins.sastscan.service.SentFrom#withDialects")
    void an_upload_whose_connection_breaks_is_repeated_from_the_start(SentFrom from, Dialect dialect) throws Exception {
        try (Fixture fixture = new Fixture(dialect)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.closeInBody(100_000), Fault.answer(502));
            from.upload(fixture.service(), Fixture.PROJECT, Fixture.ARCHIVE, bytes -> {});
            assertThat(fixture.project().uploads()).isEqualTo(1);
            assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
        }
    }

    @Test
    void the_failure_of_the_machine_that_uploads_is_reported_without_a_retry() throws Exception {
        ServiceException lost = ServiceException.ofSender("The machine is gone.", new EOFException());
        UploadAttempt.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        UploadAttempt.Sender gone = attempt -> {
            throw lost;
        };
        assertThat(failure(
                        Reason.SENDER_FAILED,
                        service -> service.uploadFrom(gone, Fixture.PROJECT, archive),
                        fixture.service()))
                .isSameAs(lost)
                .hasMessage("The machine is gone.")
                .hasCauseInstanceOf(EOFException.class);
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @Test
    void a_call_with_a_stalled_response_is_not_retried() {
        ConnectionSettings settings =
                Fixture.settings(new Timeouts(Duration.ofSeconds(20), Duration.ofSeconds(1), Duration.ofSeconds(20)));
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.trickle());
            assertThat(failure(Reason.READ_TIMEOUT, SastService::license, fixture.service()))
                    .hasMessageContaining("the response stalled for 1000 milliseconds (read timeout). Try again when");
            assertThat(fixture.simulator.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_fails_if_the_server_accepts_no_data(SentFrom from) throws IOException {
        Path large = Files.write(directory.resolve("large.bin"), new byte[8 << 20]);
        ConnectionSettings settings =
                Fixture.settings(new Timeouts(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(150)));
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.hangBeforeReading());
            assertThat(failure(
                            Reason.WRITE_TIMEOUT,
                            s -> from.upload(s, Fixture.PROJECT, large, bytes -> {}),
                            fixture.service()))
                    .hasMessageContaining("the SAST server accepted no data for 150 milliseconds (write timeout)");
            assertThat(fixture.retries).hasSize(ATTEMPTS - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"3600", "300", "99999999999999999999999999"})
    void a_retry_after_header_beyond_the_time_limit_ends_the_call_at_once(String seconds) {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.tooManyRequests(seconds));
        ServiceException failure = failure(Reason.REFUSED, SastService::license, fixture.service());
        assertThat(failure.status()).isEqualTo(429);
        assertThat(failure.getMessage())
                .matches(".*\\. The SAST server asks to wait for [0-9]+ (hours|minutes|seconds), which is longer than"
                        + " this call can wait\\. Try again later\\.");
        assertThat(fixture.simulator.requests()).hasSize(1);
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    private SastService service(CallPolicy policy) {
        return Fixture.service(
                fixture.url(), fixture.encoding(), Fixture.settings(policy), fixture.client, fixture.clock);
    }

    @ParameterizedTest
    @EnumSource
    void the_last_failure_is_reported_when_the_time_limit_allows_no_retry(SentFrom from) {
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(503));
        CallPolicy policy = new CallPolicy(
                100, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(8));
        assertThat(failure(Reason.REFUSED, upload(from, Fixture.ARCHIVE), service(policy)))
                .returns(503, ServiceException::status);
        assertThat(fixture.clock.sleeps())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void the_retry_delay_grows_to_its_maximum_and_has_jitter() {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(502));
        CallPolicy policy = new CallPolicy(
                35, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(9), Duration.ofHours(1));
        fixture.clock.random(0);
        failure(Reason.REFUSED, SastService::license, service(policy));
        // The time limit of 9 seconds grows with the delays, so there is time for all retries.
        assertThat(fixture.clock.sleeps())
                .hasSize(35)
                .startsWith(
                        Duration.ofMillis(800),
                        Duration.ofMillis(1600),
                        Duration.ofMillis(3200),
                        Duration.ofSeconds(4));
        assertThat(fixture.clock.sleeps().subList(3, 35)).containsOnly(Duration.ofSeconds(4));
    }

    @Test
    void the_real_clock_uses_the_system_time_and_random_jitter() throws Exception {
        long start = CallClock.REAL.nanoTime();
        CallClock.REAL.sleep(Duration.ofMillis(2));
        assertThat(CallClock.REAL.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
        assertThat(CallClock.REAL.now()).isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
        assertThat(Stream.generate(CallClock.REAL::random).limit(100))
                .doesNotHaveDuplicates()
                .allMatch(number -> number >= 0 && number < 1);
    }

    private SastService connected(ServiceAuthentication authentication) {
        return SastService.connect(
                fixture.url(),
                authentication,
                fixture.encoding(),
                Fixture.settings(new CallPolicy(2, SHORT, SHORT, Duration.ofMinutes(1), Duration.ofMinutes(1))),
                fixture.retries::add);
    }

    @Test
    void a_call_after_close_fails_at_once() {
        for (ServiceAuthentication authentication : List.of(fixture.token(), fixture.oauthSettings())) {
            SastService service = connected(authentication);
            service.close();
            assertThat(failure(Reason.CONNECTION_CLOSED, service::license))
                    .hasMessageEndingWith(": the connection is already closed, probably because the build has ended."
                            + " Run the build again.");
        }
        assertThat(fixture.retries).isEmpty();
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    @Test
    void the_token_request_and_the_operation_have_separate_retries() throws Exception {
        fixture.simulator.schedule(
                SimulatedOperation.TOKEN,
                Collections.nCopies(9, Fault.answer(503)).toArray(Fault[]::new));
        fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(503));
        fixture.service(fixture.oauthSettings()).license();
        assertThat(fixture.retries).hasSize(10);
        assertThat(fixture.clock.sleeps()).endsWith(Duration.ofSeconds(30), Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @EnumSource
    void retries_of_successful_and_failed_calls_are_reported(SentFrom from) throws Exception {
        try (SastService service = connected(fixture.token())) {
            from.upload(service, Fixture.PROJECT, Fixture.ARCHIVE, bytes -> {});
            assertThat(fixture.retries).isEmpty();
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(400));
            failure(Reason.REFUSED, () -> from.upload(service, Fixture.PROJECT, Fixture.ARCHIVE, bytes -> {}));
            fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.answer(502));
            service.license();
            assertThat(fixture.retries).extracting(Retry::reason).containsExactly("status 503", "status 502");
        }
    }

    /** This test spins while the call waits. A client thread that also spins would use as much CPU time as the test. */
    @Test
    void a_waiting_call_uses_little_cpu_time() throws Throwable {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        LongSupplier spent = () -> Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("OkHttp"))
                .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getThreadId())))
                .sum();
        HeldFault fault = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.LICENSE, fault);
        Fixture.interrupt(SastService::license, fixture.service(), () -> {
            fault.awaitArrival();
            long before = spent.getAsLong();
            long end = threads.getCurrentThreadCpuTime() + 300_000_000;
            while (threads.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(spent.getAsLong() - before).isLessThan(75_000_000);
        });
    }

    @Test
    void an_interrupt_ends_a_call_during_a_dns_lookup() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        SastService service =
                fixture.service(ServiceUrl.base("https://a.example.org", false), ConnectionSettings.DEFAULT, name -> {
                    asked.countDown();
                    Fixture.await(release);
                    throw new UnknownHostException(name);
                });
        Fixture.interrupt(SastService::license, service, asked::await);
        release.countDown();
    }

    @Test
    void an_interrupt_ends_a_call_during_the_connection_setup() throws Throwable {
        CountDownLatch connecting = new CountDownLatch(1);
        try (RawServer full = RawServer.full()) {
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + full.port(), true);
            SastService service = fixture.service(url, ConnectionSettings.DEFAULT, name -> {
                connecting.countDown();
                return List.of(InetAddress.getByName("127.0.0.1"));
            });
            Fixture.interrupt(SastService::license, service, connecting::await);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_a_call_during_the_tls_handshake(SentFrom from) throws Throwable {
        CountDownLatch greeted = new CountDownLatch(1);
        try (RawServer silent = new RawServer((server, socket) -> {
            socket.getInputStream().read();
            greeted.countDown();
            socket.getInputStream().readAllBytes();
        })) {
            ServiceUrl address = ServiceUrl.base("https://127.0.0.1:" + silent.port(), false);
            Fixture.interrupt(upload(from, Fixture.ARCHIVE), fixture.service(address), greeted::await);
        }
    }

    @ParameterizedTest
    @MethodSource("io.jenkins.plugins.sastscan.service.SentFrom#withDialects")
    void an_interrupt_ends_a_call_during_the_upload_and_closes_the_archive(SentFrom from, Dialect dialect)
            throws Throwable {
        Path large =
                Files.write(directory.resolve("large.zip"), new byte[64 << 20]).toRealPath();
        HeldFault fault = Fault.hangInBody(1000);
        try (Fixture fixture = new Fixture(dialect)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            Fixture.interrupt(upload(from, large), fixture.service(), () -> {
                fault.awaitArrival();
                assumeTrue(Leftovers.openFiles().count() > 0);
                assertThat(Leftovers.openFiles()).contains(large.toString());
            });
            assertThat(Leftovers.openFiles()).doesNotContain(large.toString());
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
    }

    private static Action upload(SentFrom from, Path archive) {
        return service -> from.upload(service, Fixture.PROJECT, archive, bytes -> {});
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_an_upload_that_waits_for_its_response(SentFrom from) throws Throwable {
        HeldFault trickle = Fault.trickle();
        trickle.release(3);
        for (HeldFault fault : List.of(Fault.hang(), trickle)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            Fixture.interrupt(upload(from, Fixture.ARCHIVE), fixture.service(), fault::awaitArrival);
        }
    }

    @Test
    void an_interrupt_ends_a_call_between_two_attempts() throws Throwable {
        CountDownLatch sleeping = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        CallClock clock = new CallClock() {
            @Override
            public void sleep(Duration time) throws InterruptedException {
                sleeping.countDown();
                never.await();
            }
        };
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(503));
        SastService service =
                Fixture.service(fixture.url(), fixture.encoding(), ConnectionSettings.DEFAULT, fixture.client, clock);
        Fixture.interrupt(SastService::license, service, sleeping::await);
        assertThat(fixture.simulator.requests()).hasSize(1);
    }

    @Test
    void an_interrupt_ends_a_call_that_waits_for_the_token_of_another_call() throws Throwable {
        HeldFault fault = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.TOKEN, fault);
        SastService service = fixture.service(fixture.oauthSettings());
        Fixture.interrupt(SastService::license, service, () -> {
            fault.awaitArrival();
            Fixture.interrupt(SastService::license, service, () -> {});
        });
        service.license();
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_before_a_call_ends_the_call_before_anything_is_sent(SentFrom from) throws Throwable {
        Action interrupted = service -> {
            Thread.currentThread().interrupt();
            upload(from, Fixture.ARCHIVE).call(service);
        };
        Fixture.interrupt(interrupted, fixture.service(), () -> {});
        assertThat(fixture.simulator.requests()).isEmpty();
    }
}
