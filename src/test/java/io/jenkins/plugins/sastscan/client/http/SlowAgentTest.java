package io.jenkins.plugins.sastscan.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.CalledOperation;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent sends the second piece of an archive late or never. */
@Timeout(60)
class SlowAgentTest {
    private static final int SIZE = 8 << 20;
    private static final UploadAttempt.Archive ARCHIVE = new UploadAttempt.Archive("a.zip", SIZE, 3 * SIZE, "00");
    private static final int READ_EARLY = 100_000;

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private final CountDownLatch secondAwaited = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private final class Agent extends PieceStream {
        private final Future<byte[]> second;

        private final Duration wait;

        Agent(Future<byte[]> second, Duration wait) {
            super(ARCHIVE, Duration.ofMinutes(5));
            this.second = second;
            this.wait = wait;
        }

        @Override
        public Duration longestWait() {
            return wait;
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            boolean isSecond = offset > 0 && offset <= length;
            return isSecond ? second : CompletableFuture.completedFuture(new byte[length]);
        }

        @Override
        protected IOException failure(Exception e) {
            return ServiceException.ofSender("The agent is lost.", new IOException(e));
        }

        @Override
        public void close() {
            super.close();
            closed.countDown();
        }
    }

    /** A piece that arrives when the connection has ended. */
    private Future<byte[]> late(CountDownLatch ended) {
        return new CompletableFuture<>() {
            @Override
            public byte[] get(long timeout, TimeUnit unit) throws InterruptedException {
                secondAwaited.countDown();
                ended.await();
                return new byte[256 * 1024];
            }
        };
    }

    private ServiceException failure(RawServer server, Reason reason, Future<byte[]> second, int seconds) {
        Duration wait = Duration.ofSeconds(seconds);
        var service = Fixture.service(
                server.url(),
                UploadEncoding.MULTIPART,
                Fixture.settings(CallPolicy.DEFAULT.withRetries(0)),
                fixture.client,
                fixture.clock);
        return Fixture.failure(
                reason,
                () -> service.upload(Fixture.PROJECT, ARCHIVE, () -> new Agent(second, wait).open(), sent -> {}));
    }

    @ParameterizedTest
    @CsvSource({
        "408, 35, REFUSED, 'took too long to arrive, after the agent had sent nothing for 35 seconds. Try'",
        "408, 9, REFUSED, took too long to arrive. Try",
        "0, 10, CONNECTION_CLOSED, 'the connection ended before the request was sent, after the agent had sent nothing for 10'",
        "0, 9, CONNECTION_CLOSED, the connection ended before the request was sent (",
        "413, 35, REFUSED, is too large for the SAST server",
    })
    void a_long_wait_for_the_agent_is_mentioned_only_if_the_wait_can_cause_the_failure(
            int status, int seconds, Reason reason, String says) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        String answer = "HTTP/1.1 " + status + " No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getInputStream().skipNBytes(READ_EARLY);
            Fixture.await(secondAwaited);
            if (status > 0) {
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
            socket.setSoLinger(true, 0);
            socket.close();
            ended.countDown();
        })) {
            assertThat(failure(server, reason, late(ended), seconds)).hasMessageContaining(says);
            assertThat(closed.await(0, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void the_loss_of_an_agent_during_a_request_is_reported_without_a_retry() throws Exception {
        Future<byte[]> lost = CompletableFuture.failedFuture(new IllegalStateException());
        try (RawServer server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            assertThat(Fixture.failure(
                            Reason.SENDER_FAILED,
                            service -> service.upload(
                                    Fixture.PROJECT, ARCHIVE, () -> new Agent(lost, Duration.ZERO).open(), sent -> {}),
                            fixture.service(server.url())))
                    .hasMessage("The agent is lost.");
        }
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @Test
    void an_interrupt_ends_an_upload_that_waits_for_a_piece() throws Throwable {
        CompletableFuture<byte[]> never = new CompletableFuture<>() {
            @Override
            public byte[] get(long timeout, TimeUnit unit)
                    throws InterruptedException, ExecutionException, TimeoutException {
                secondAwaited.countDown();
                return super.get(timeout, unit);
            }
        };
        Leftovers before = Leftovers.now();
        try (RawServer server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            CalledOperation.interrupt(
                    service -> service.upload(
                            Fixture.PROJECT, ARCHIVE, () -> new Agent(never, Duration.ZERO).open(), sent -> {}),
                    fixture.service(server.url()),
                    secondAwaited::await);
        }
        before.assertNoMore();
    }
}
