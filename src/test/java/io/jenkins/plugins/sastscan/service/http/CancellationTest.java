package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt ends a call at once, wherever it is blocked. */
@Timeout(60)
class CancellationTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    Path directory;

    /** A call on a thread of its own, to be interrupted. */
    private static final class Running {
        private final AtomicReference<Throwable> end = new AtomicReference<>();
        private final Thread thread;

        Running(Fixture.Act act, SastService service) {
            thread = new Thread(() -> {
                try {
                    act.call(service);
                } catch (Throwable e) {
                    end.set(e);
                }
            });
            thread.start();
        }

        void interruptAndExpectTheEnd() throws InterruptedException {
            long start = System.nanoTime();
            thread.interrupt();
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void while_a_name_is_looked_up() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        SastService service =
                fixture.service(ServiceUrl.base("https://a.example.org", false), ConnectionSettings.DEFAULT, name -> {
                    asked.countDown();
                    Fixture.await(release);
                    throw new UnknownHostException(name);
                });
        Running running = new Running(SastService::license, service);
        asked.await();
        running.interruptAndExpectTheEnd();
        release.countDown();
    }

    @Test
    void while_a_connection_is_made() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        try (RawServer full = RawServer.full()) {
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + full.port(), true);
            SastService service = fixture.service(url, ConnectionSettings.DEFAULT, name -> {
                connecting.countDown();
                return List.of(InetAddress.getByName("127.0.0.1"));
            });
            Running running = new Running(SastService::license, service);
            connecting.await();
            running.interruptAndExpectTheEnd();
        }
    }

    @ParameterizedTest
    @EnumSource
    void while_tls_is_agreed_on(SentFrom from) throws Exception {
        CountDownLatch greeted = new CountDownLatch(1);
        try (RawServer silent = new RawServer((server, socket) -> {
            socket.getInputStream().read();
            greeted.countDown();
            socket.getInputStream().readAllBytes();
        })) {
            ServiceUrl address = ServiceUrl.base("https://127.0.0.1:" + silent.port(), false);
            Running running = new Running(upload(from, Fixture.ARCHIVE), fixture.service(address));
            greeted.await();
            running.interruptAndExpectTheEnd();
        }
    }

    @ParameterizedTest
    @MethodSource("io.jenkins.plugins.sastscan.service.SentFrom#withDialects")
    void while_the_archive_is_sent_and_lets_go_of_it(SentFrom from, Dialect dialect) throws Exception {
        Path large = Files.write(directory.resolve("large.zip"), new byte[64 << 20]);
        HeldFault fault = Fault.hangInBody(1000);
        try (Fixture fixture = new Fixture(dialect)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            Running running = new Running(upload(from, large), fixture.service());
            fault.awaitArrival();
            assertThat(holds(large)).isTrue();
            running.interruptAndExpectTheEnd();
            assertThat(holds(large)).isFalse();
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
    }

    private static Fixture.Act upload(SentFrom from, Path archive) {
        return service -> from.upload(service, Fixture.PROJECT, archive, ByteProgress.NONE);
    }

    private static boolean holds(Path file) throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(OPEN_FILES));
        Path real = file.toRealPath();
        try (Stream<Path> open = Files.list(OPEN_FILES)) {
            return open.anyMatch(descriptor -> {
                try {
                    return Files.readSymbolicLink(descriptor).equals(real);
                } catch (IOException e) {
                    return false;
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void while_the_answer_to_an_upload_is_waited_for_or_trickles(SentFrom from) throws Exception {
        HeldFault trickle = Fault.trickle();
        trickle.release(3);
        for (HeldFault fault : List.of(Fault.hang(), trickle)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            Running running = new Running(upload(from, Fixture.ARCHIVE), fixture.service());
            fault.awaitArrival();
            running.interruptAndExpectTheEnd();
        }
    }

    @Test
    void while_it_waits_for_the_next_attempt() throws Exception {
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
        Running running = new Running(
                SastService::license,
                Fixture.service(fixture.url(), fixture.encoding(), ConnectionSettings.DEFAULT, fixture.client, clock));
        sleeping.await();
        running.interruptAndExpectTheEnd();
        assertThat(fixture.simulator.requests()).hasSize(1);
    }

    @Test
    void while_it_waits_for_a_token_that_another_call_asks_for() throws Exception {
        HeldFault fault = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.TOKEN, fault);
        SastService service = fixture.service(fixture.oauthSettings());
        Running first = new Running(SastService::license, service);
        fault.awaitArrival();
        Running second = new Running(SastService::license, service);
        second.interruptAndExpectTheEnd();
        first.interruptAndExpectTheEnd();
        service.license();
    }

    @ParameterizedTest
    @EnumSource
    void before_anything_is_sent_if_it_comes_early(SentFrom from) throws Exception {
        Fixture.Act interrupted = service -> {
            Thread.currentThread().interrupt();
            upload(from, Fixture.ARCHIVE).call(service);
        };
        new Running(interrupted, fixture.service()).interruptAndExpectTheEnd();
        assertThat(fixture.simulator.requests()).isEmpty();
    }
}
