package io.jenkins.plugins.sastscan.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.FakeClock;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
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

    private final CountDownLatch blocked = new CountDownLatch(1);

    /** @param untilBlocked returns when the call is blocked */
    private static void interrupt(ClientCall call, SastClient client, Executable untilBlocked) throws Throwable {
        FutureTask<Void> task = new FutureTask<>(() -> {
            call.make(client);
            return null;
        });
        Thread thread = new Thread(task);
        thread.start();
        untilBlocked.execute();
        thread.interrupt();
        assertThat(task)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(InterruptedException.class);
    }

    private static ClientCall upload(SentFrom from) {
        return ClientCall.of(SimulatedOperation.UPLOAD, from);
    }

    @Test
    void an_interrupt_ends_a_call_during_a_dns_lookup() throws Throwable {
        CountDownLatch asked = fixture.holdLookups();
        SastClient client = fixture.service(ServiceUrl.base("https://a.example.org", false));
        interrupt(SastClient::license, client, asked::await);
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_an_upload_and_closes_the_archive(SentFrom from) throws Throwable {
        Path large =
                Files.write(directory.resolve("large.zip"), new byte[32 << 20]).toRealPath();
        HeldFault fault = Fault.hangInBody(1000);
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
        interrupt(client -> from.upload(client, large), fixture.service(), () -> {
            fault.awaitArrival();
            assumeTrue(Leftovers.openFiles().count() > 0);
            // For each piece, the archive is opened and closed.
            if (from != SentFrom.PIECES) {
                assertThat(Leftovers.openFiles()).contains(large.toString());
            }
        });
        assertThat(Leftovers.openFiles()).doesNotContain(large.toString());
        assertThat(fixture.connections()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_ends_an_upload_that_waits_for_its_response(SentFrom from) throws Throwable {
        HeldFault trickle = Fault.trickle();
        trickle.release(3);
        for (HeldFault fault : List.of(Fault.hang(), trickle)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, fault);
            interrupt(upload(from), fixture.service(), fault::awaitArrival);
        }
    }

    @Test
    void an_interrupt_ends_an_upload_that_waits_for_a_piece_of_the_archive() throws Throwable {
        Leftovers before = Leftovers.now();
        try (RawServer server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            interrupt(
                    client -> {
                        var archive = SentFrom.checked(Fixture.ARCHIVE);
                        var pieces = new SentFrom.Pieces(archive) {
                            @Override
                            protected Future<byte[]> request(long offset, int length) {
                                if (offset == 0) {
                                    return super.request(offset, length);
                                }
                                blocked.countDown();
                                return new CompletableFuture<>();
                            }
                        };
                        client.upload(Fixture.PROJECT, archive, new Upload.Content(() -> pieces, sent -> {}));
                    },
                    fixture.service(server.url()),
                    blocked::await);
        }
        before.assertNoMore();
    }

    @Test
    void an_interrupt_ends_a_call_between_two_attempts() throws Throwable {
        fixture.clock = new FakeClock() {
            @Override
            public void sleep(Duration time) throws InterruptedException {
                blocked.countDown();
                new CountDownLatch(1).await();
            }
        };
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(503));
        interrupt(SastClient::license, fixture.service(), blocked::await);
        assertThat(fixture.simulator.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_call_by_an_interrupted_thread_ends_before_anything_is_sent(SentFrom from) throws Throwable {
        ClientCall interrupted = client -> {
            Thread.currentThread().interrupt();
            upload(from).make(client);
        };
        interrupt(interrupted, fixture.service(), () -> {});
        assertThat(fixture.simulator.requests()).isEmpty();
    }
}
