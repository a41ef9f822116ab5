package io.jenkins.plugins.sastscan.archive;

import static io.jenkins.plugins.sastscan.archive.ArchiveFixture.noise;
import static io.jenkins.plugins.sastscan.archive.ArchiveFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockCompressorTest {
    private static final int BLOCK = BlockCompressor.BLOCK;

    private final BlockCompressor compressor = new BlockCompressor();

    @Property(tries = 50)
    void any_content_comes_back_from_its_blocks_and_as_a_whole(
            @ForAll @IntRange(min = 1, max = 3 * BlockCompressor.BLOCK + 1) int size, @ForAll long seed)
            throws Exception {
        byte[] content = mixed(size, new Random(seed));
        assertThat(inflate(blocks(content))).isEqualTo(content);
        byte[] start = Arrays.copyOf(content, Math.min(size, BLOCK));
        byte[] deflated = compressor.whole(start, start.length);
        if (deflated != null) {
            assertThat(deflated.length).isLessThan(start.length);
            assertThat(inflate(deflated)).isEqualTo(start);
        }
    }

    @Test
    void text_is_as_small_as_deflate_makes_it_and_joints_cost_next_to_nothing() {
        byte[] text = text(BLOCK);
        assertThat(compressor.whole(text, text.length)).hasSize(deflatedSize(text));
        byte[] longer = text(4 * BLOCK);
        assertThat(blocks(longer).length).isLessThan(deflatedSize(longer) * 1_005 / 1_000);
    }

    @Test
    void a_block_refers_back_to_its_predecessor() {
        byte[] noise = noise(20_000);
        byte[] content = Arrays.copyOf(noise, 2 * noise.length);
        System.arraycopy(noise, 0, content, noise.length, noise.length);
        // Random bytes that were there before: the trial must not keep deflate from finding that out in small blocks.
        assertThat(compressor.block(content, noise.length, 8_000).length).isLessThan(1_000);
    }

    @Test
    void noise_is_stored_and_grows_by_five_bytes_for_65535() {
        byte[] noise = noise(BLOCK);
        assertThat(compressor.whole(noise, noise.length)).isNull();
        assertThat(compressor.block(noise, 0, noise.length)).hasSize(BLOCK + 5 * 5);
        assertThat(compressor.block(noise, 0, 65_535)).hasSize(65_535 + 5);
        assertThat(compressor.block(noise, 0, 65_536)).hasSize(65_536 + 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void a_single_place_that_compresses_is_enough_to_deflate(int place) {
        byte[] content = noise(BLOCK);
        int at = place * (BLOCK - 8_192) / 2;
        Arrays.fill(content, at, at + 8_192, (byte) 0);
        assertThat(compressor.whole(content, BLOCK)).isNotNull();
    }

    @Test
    void even_bytes_with_order_in_them_are_deflated() {
        byte[] content = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            content[i] = (byte) i;
        }
        assertThat(compressor.whole(content, BLOCK).length).isLessThan(BLOCK / 50);
    }

    @Test
    void nothing_cannot_be_made_smaller() {
        assertThat(compressor.whole(new byte[0], 0)).isNull();
        assertThat(compressor.whole(new byte[] {1}, 1)).isNull();
    }

    private byte[] blocks(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < content.length; at += BLOCK) {
            int reach = Math.min(at, BlockCompressor.REACH);
            byte[] buffer = Arrays.copyOfRange(content, at - reach, Math.min(content.length, at + BLOCK));
            out.writeBytes(compressor.block(buffer, reach, buffer.length - reach));
        }
        out.writeBytes(BlockCompressor.END);
        return out.toByteArray();
    }

    private static byte[] inflate(byte[] deflated) throws Exception {
        Inflater inflater = new Inflater(true);
        inflater.setInput(deflated);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        while (!inflater.finished()) {
            int got = inflater.inflate(buffer);
            assertThat(got > 0 || inflater.finished()).as("goes on").isTrue();
            out.write(buffer, 0, got);
        }
        assertThat(inflater.getRemaining()).isZero();
        inflater.end();
        return out.toByteArray();
    }

    private static int deflatedSize(byte[] content) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        int size = deflater.deflate(new byte[content.length + 1_000]);
        deflater.end();
        return size;
    }

    /** Runs of text, of noise and of one byte. */
    private static byte[] mixed(int size, Random random) {
        byte[] content = new byte[size];
        for (int at = 0; at < size; ) {
            int run = Math.min(size - at, 1 + random.nextInt(100_000));
            byte[] part =
                    switch (random.nextInt(3)) {
                        case 0 -> text(run);
                        case 1 -> noise(run);
                        default -> new byte[run];
                    };
            System.arraycopy(part, 0, content, at, run);
            at += run;
        }
        return content;
    }
}
