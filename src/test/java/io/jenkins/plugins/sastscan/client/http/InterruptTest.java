package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.CalledOperation.action;
import static io.jenkins.plugins.sastscan.client.CalledOperation.interrupt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.client.CalledOperation.Action;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An interrupt ends a call immediately, wherever the call is blocked. */
@Timeout(60)
class InterruptTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @TempDir
    Path directory;

    @Test
    void an_interrupt_ends_a_call_during_a_dns_lookup() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        SastClient service =
                fixture.service(ServiceUrl.base("https://a.example.org", false), ConnectionSettings.DEFAULT, name -> {
                    asked.countDown();
                    Fixture.await(release);
                    throw new UnknownHostException(name);
                });
        interrupt(SastClient::license, service, asked::await);
        release.countDown();
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
            interrupt(
                    action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from), fixture.service(address), greeted::await);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_an_upload_and_closes_the_archive(SentFrom from) throws Throwable {
        Path large =
                Files.write(directory.resolve("large.zip"), new byte[32 << 20]).toRealPath();
        HeldFault fault = Fault.hangInBody(1000);
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
        interrupt(action(SimulatedOperation.UPLOAD, large, from), fixture.service(), () -> {
            fault.awaitArrival();
            assumeTrue(Leftovers.openFiles().count() > 0);
            // For each piece, the archive is opened and closed.
            if (from != SentFrom.PIECES) {
                assertThat(Leftovers.openFiles()).contains(large.toString());
            }
        });
        assertThat(Leftovers.openFiles()).doesNotContain(large.toString());
        assertThat(fixture.client.connectionPool().connectionCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_an_upload_that_waits_for_its_response(SentFrom from) throws Throwable {
        HeldFault trickle = Fault.trickle();
        trickle.release(3);
        for (HeldFault fault : List.of(Fault.hang(), trickle)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            interrupt(action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from), fixture.service(), fault::awaitArrival);
        }
    }

    @Test
    void an_interrupt_ends_a_call_between_two_attempts() throws Throwable {
        CountDownLatch sleeping = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Deadline.Clock clock = new Deadline.Clock() {
            @Override
            public void sleep(Duration time) throws InterruptedException {
                sleeping.countDown();
                never.await();
            }
        };
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(503));
        SastClient service =
                Fixture.service(fixture.url(), fixture.encoding(), ConnectionSettings.DEFAULT, fixture.client, clock);
        interrupt(SastClient::license, service, sleeping::await);
        assertThat(fixture.simulator.requests()).hasSize(1);
    }

    @Test
    void an_interrupt_ends_a_call_that_waits_for_the_token_request_of_another_call() throws Throwable {
        HeldFault fault = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.TOKEN, fault);
        SastClient service = fixture.service(fixture.oauthSettings());
        interrupt(SastClient::license, service, () -> {
            fault.awaitArrival();
            interrupt(SastClient::license, service, () -> {});
        });
        service.license();
    }

    @ParameterizedTest
    @EnumSource
    void a_call_by_an_interrupted_thread_ends_before_anything_is_sent(SentFrom from) throws Throwable {
        Action interrupted = service -> {
            Thread.currentThread().interrupt();
            action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from).call(service);
        };
        interrupt(interrupted, fixture.service(), () -> {});
        assertThat(fixture.simulator.requests()).isEmpty();
    }
}
