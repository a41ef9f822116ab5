package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive that arrives in pieces. The test acts as the agent. */
@Timeout(60)
class PieceStreamTest {
    private static final int PIECE = PieceStream.PIECE;
    private static final Upload.FileException CHANGED = archive(0).changed();

    private static Upload.Archive archive(long size) {
        return new Upload.Archive("archive.zip", size, size, "00");
    }

    /** Records the requests for pieces. The test sends the pieces. */
    private static final class Agent extends PieceStream {
        private final List<CompletableFuture<byte[]>> requests = new CopyOnWriteArrayList<>();
        private final byte[] content;
        private boolean sendsAtOnce;

        Agent(int size) {
            this(size, Duration.ofMinutes(5));
        }

        Agent(int size, Duration limit) {
            super(archive(size), limit);
            content = new byte[size];
            new Random(1).nextBytes(content);
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            assertThat(offset).isEqualTo((long) requests.size() * PIECE);
            CompletableFuture<byte[]> piece = new CompletableFuture<>();
            requests.add(piece);
            if (sendsAtOnce) {
                send(requests.size() - 1, length);
            }
            return piece;
        }

        void send(int number, int length) {
            byte[] piece = new byte[length];
            System.arraycopy(content, number * PIECE, piece, 0, Math.min(length, content.length - number * PIECE));
            requests.get(number).complete(piece);
        }

        @Override
        protected IOException failure(Exception e) {
            return ServiceException.ofSender("The agent failed.", new IOException(e));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PIECE - 1, PIECE, PIECE + 1, 20 * PIECE + 7})
    void pieces_are_read_in_order(int size) throws Exception {
        Agent agent = new Agent(size);
        agent.sendsAtOnce = true;
        try (PieceStream stream = agent) {
            assertThat(stream.read()).isEqualTo(size == 0 ? -1 : agent.content[0] & 0xFF);
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(agent.content, Math.min(1, size), size));
            assertThat(stream.read()).isNegative();
        }
    }

    private static void awaitRequests(Agent agent, int number) {
        while (agent.requests.size() < number) {
            Thread.onSpinWait();
        }
    }

    @Test
    void only_a_few_pieces_are_requested_in_advance() throws Exception {
        Agent agent = new Agent(100 * PIECE);
        agent.sendsAtOnce = true;
        for (int read = 1; read < 50; read++) {
            agent.readNBytes(PIECE);
            agent.read();
            agent.readNBytes(PIECE - 1);
            assertThat(agent.requests).hasSizeLessThanOrEqualTo(2 * read + PieceStream.MAX_UNDER_WAY);
        }
        assertThat(agent.requests).hasSizeGreaterThan(100 - PieceStream.MAX_UNDER_WAY);
    }

    private static FutureTask<Integer> reading(Agent agent) {
        FutureTask<Integer> read = new FutureTask<>(agent::read);
        new Thread(read).start();
        awaitRequests(agent, 1);
        return read;
    }

    @Test
    void a_change_of_the_archive_is_reported() {
        Agent agent = new Agent(PIECE);
        FutureTask<Integer> read = reading(agent);
        agent.requests.get(0).completeExceptionally(CHANGED);
        assertThatThrownBy(read::get).cause().isSameAs(CHANGED);
    }

    @Test
    void a_failure_to_read_a_piece_is_reported_as_a_failure_of_the_agent() {
        Agent agent = new Agent(PIECE);
        FutureTask<Integer> read = reading(agent);
        agent.requests.get(0).completeExceptionally(new IllegalStateException());
        assertThatThrownBy(read::get)
                .cause()
                .isInstanceOf(ServiceException.class)
                .hasMessage("The agent failed.")
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void new_and_waiting_read_calls_fail_after_the_stream_is_closed() throws Exception {
        Agent agent = new Agent(2 * PIECE);
        FutureTask<Integer> read = reading(agent);
        agent.close();
        assertThat(read).failsWithin(Duration.ofSeconds(20));
        assertThatThrownBy(agent::readAllBytes).isInstanceOf(IOException.class);
    }

    @Test
    void an_upload_fails_if_the_agent_sends_nothing_within_the_limit() throws Exception {
        Agent agent = new Agent(2 * PIECE, Duration.ofMillis(50));
        assertThatExceptionOfType(ServiceException.class)
                .isThrownBy(agent::read)
                .withRootCauseInstanceOf(TimeoutException.class);
    }
}
