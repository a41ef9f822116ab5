package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive that the controller reads in pieces. The test acts as the agent. */
@Timeout(60)
class PieceStreamTest {
    private static final int PIECE = PieceStream.PIECE;
    private static final Future<byte[]> NEVER = new CompletableFuture<>();

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static Upload.Archive archive(long size) {
        return new Upload.Archive("archive.zip", size, 3 * size, "00");
    }

    /** Sends random bytes, but the given answer instead of one of the pieces. */
    private static final class Agent extends SentFrom.Pieces {
        private final AtomicInteger requests = new AtomicInteger();
        private final byte[] content;
        private final int replaced;
        private final Future<byte[]> answer;

        Agent(int size, int replaced, Future<byte[]> answer, Duration limit) {
            super(archive(size), limit);
            this.content = new byte[size];
            this.replaced = replaced;
            this.answer = answer;
            new Random(1).nextBytes(content);
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            assertThat(offset).isEqualTo((long) requests.getAndIncrement() * PIECE);
            return offset == (long) replaced * PIECE
                    ? answer
                    : CompletableFuture.completedFuture(
                            Arrays.copyOfRange(content, (int) offset, (int) offset + length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PIECE - 1, PIECE, PIECE + 1, 20 * PIECE + 7})
    void pieces_are_read_in_order(int size) throws Exception {
        try (Agent agent = new Agent(size, -1, NEVER, Duration.ofMinutes(1))) {
            assertThat(agent.read()).isEqualTo(size == 0 ? -1 : agent.content[0] & 0xFF);
            assertThat(agent.readAllBytes()).isEqualTo(Arrays.copyOfRange(agent.content, Math.min(1, size), size));
            assertThat(agent.read()).isNegative();
        }
    }

    @Test
    void only_a_few_pieces_are_requested_in_advance() throws Exception {
        Agent agent = new Agent(100 * PIECE, -1, NEVER, Duration.ofMinutes(1));
        for (int read = 1; read < 50; read++) {
            agent.readNBytes(2 * PIECE);
            assertThat(agent.requests).hasValueLessThanOrEqualTo(2 * read + PieceStream.MAX_UNDER_WAY);
        }
        assertThat(agent.requests).hasValueGreaterThan(100 - PieceStream.MAX_UNDER_WAY);
    }

    @Test
    void a_request_under_way_is_cancelled_when_the_stream_is_closed() throws Exception {
        Future<byte[]> late = new CompletableFuture<>();
        try (Agent agent = new Agent(1, 0, late, Duration.ofMillis(1))) {
            assertThatIOException().isThrownBy(agent::read);
        }
        assertThat(late.isCancelled()).isTrue();
    }

    static Stream<Arguments> badPieces() {
        String changed = "the file archive.zip changed after it was checked";
        return Stream.of(
                Arguments.of(CompletableFuture.completedFuture(new byte[PIECE - 1]), changed),
                Arguments.of(CompletableFuture.completedFuture(new byte[PIECE + 1]), changed),
                Arguments.of(CompletableFuture.failedFuture(archive(0).changed()), changed),
                Arguments.of(CompletableFuture.failedFuture(new IllegalStateException()), "The agent failed."),
                Arguments.of(NEVER, "The agent failed."));
    }

    @ParameterizedTest
    @MethodSource("badPieces")
    void an_upload_ends_if_a_piece_is_wrong_or_does_not_arrive(Future<byte[]> piece, String why) {
        for (int number : new int[] {0, 1}) {
            Agent agent = new Agent(3 * PIECE, number, piece, Duration.ofMillis(50));
            assertThatIOException()
                    .isThrownBy(() -> fixture.service()
                            .upload(Fixture.PROJECT, agent.archive, new Upload.Content(() -> agent, sent -> {})))
                    .withMessageContaining(why);
        }
        assertThat(fixture.clock.sleeps()).isEmpty();
        assertThat(fixture.project().uploads()).isZero();
    }
}
