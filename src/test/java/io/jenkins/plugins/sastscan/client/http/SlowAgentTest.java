package io.jenkins.plugins.sastscan.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.CalledOperation;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import java.io.IOException;
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

/** The agent does not send the second piece of an archive. */
@Timeout(60)
class SlowAgentTest {
    private static final int SIZE = 8 << 20;
    private static final Upload.Archive ARCHIVE = new Upload.Archive("a.zip", SIZE, 3 * SIZE, "00");

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private final CountDownLatch secondAwaited = new CountDownLatch(1);

    private final class Agent extends PieceStream {
        private final Future<byte[]> second;

        Agent(Future<byte[]> second) {
            super(ARCHIVE, Duration.ofMinutes(5));
            this.second = second;
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
    }

    @Test
    void the_loss_of_an_agent_during_a_request_is_reported_without_a_retry() throws Exception {
        Future<byte[]> lost = CompletableFuture.failedFuture(new IllegalStateException());
        try (RawServer server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            assertThat(Fixture.failure(
                            Reason.SENDER_FAILED,
                            service -> service.upload(Fixture.PROJECT, ARCHIVE, () -> new Agent(lost), sent -> {}),
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
                    service -> service.upload(Fixture.PROJECT, ARCHIVE, () -> new Agent(never), sent -> {}),
                    fixture.service(server.url()),
                    secondAwaited::await);
        }
        before.assertNoMore();
    }
}
