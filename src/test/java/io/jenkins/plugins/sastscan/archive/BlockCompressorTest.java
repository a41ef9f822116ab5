package io.jenkins.plugins.sastscan.archive;

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

class BlockCompressorTest {
    private static final int BLOCK = BlockCompressor.BLOCK;

    @Property(tries = 30)
    void the_blocks_of_any_content_are_one_valid_stream(
            @ForAll @IntRange(min = 1, max = 3 * BlockCompressor.BLOCK + 1) int size, @ForAll long seed)
            throws Exception {
        byte[] content = mixed(size, new Random(seed));
        assertThat(inflate(blocks(content))).isEqualTo(content);
    }

    @Property(tries = 30)
    void a_whole_content_is_deflated_or_refused(
            @ForAll @IntRange(max = BlockCompressor.BLOCK) int size, @ForAll long seed) throws Exception {
        byte[] content = mixed(size, new Random(seed));
        try (BlockCompressor compressor = new BlockCompressor()) {
            byte[] deflated = compressor.whole(content, size);
            if (deflated != null) {
                assertThat(deflated.length).isLessThan(size);
                assertThat(inflate(deflated)).isEqualTo(content);
            }
        }
    }

    @Test
    void text_is_as_small_as_deflate_makes_it() {
        byte[] text = ArchiveTests.text(BLOCK);
        try (BlockCompressor compressor = new BlockCompressor()) {
            assertThat(compressor.whole(text, text.length)).hasSize(deflatedSize(text));
        }
    }

    @Test
    void joints_cost_next_to_nothing() {
        byte[] text = ArchiveTests.text(4 * BLOCK);
        assertThat(blocks(text).length).isLessThan(deflatedSize(text) * 1_005 / 1_000);
    }

    @Test
    void a_block_refers_back_to_its_predecessor() {
        byte[] noise = ArchiveTests.noise(20_000);
        byte[] content = new byte[2 * noise.length];
        System.arraycopy(noise, 0, content, 0, noise.length);
        System.arraycopy(noise, 0, content, noise.length, noise.length);
        // Random bytes that were there before: the trial must not keep deflate from finding that out in small blocks.
        try (BlockCompressor compressor = new BlockCompressor()) {
            assertThat(compressor.block(content, noise.length, 8_000).length).isLessThan(1_000);
        }
    }

    @Test
    void noise_is_stored_and_grows_by_five_bytes_for_65535() {
        byte[] noise = ArchiveTests.noise(BLOCK);
        try (BlockCompressor compressor = new BlockCompressor()) {
            assertThat(compressor.whole(noise, noise.length)).isNull();
            assertThat(compressor.block(noise, 0, noise.length)).hasSize(BLOCK + 5 * 5);
            assertThat(compressor.block(noise, 0, 65_535)).hasSize(65_535 + 5);
            assertThat(compressor.block(noise, 0, 65_536)).hasSize(65_536 + 10);
        }
    }

    @Test
    void a_single_place_that_compresses_is_enough_to_deflate() {
        for (int place = 0; place < 3; place++) {
            byte[] content = ArchiveTests.noise(BLOCK);
            int at = place * (BLOCK - 8_192) / 2;
            Arrays.fill(content, at, at + 8_192, (byte) 0);
            try (BlockCompressor compressor = new BlockCompressor()) {
                assertThat(compressor.whole(content, BLOCK))
                        .as("place %d", place)
                        .isNotNull();
            }
        }
    }

    @Test
    void even_bytes_with_order_in_them_are_deflated() {
        byte[] content = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            content[i] = (byte) i;
        }
        try (BlockCompressor compressor = new BlockCompressor()) {
            assertThat(compressor.whole(content, BLOCK).length).isLessThan(BLOCK / 50);
        }
    }

    @Test
    void nothing_cannot_be_made_smaller() {
        try (BlockCompressor compressor = new BlockCompressor()) {
            assertThat(compressor.whole(new byte[0], 0)).isNull();
            assertThat(compressor.whole(new byte[] {1}, 1)).isNull();
        }
    }

    private static byte[] blocks(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BlockCompressor compressor = new BlockCompressor()) {
            for (int at = 0; at < content.length; at += BLOCK) {
                int reach = Math.min(at, BlockCompressor.REACH);
                byte[] buffer = Arrays.copyOfRange(content, at - reach, Math.min(content.length, at + BLOCK));
                out.writeBytes(compressor.block(buffer, reach, buffer.length - reach));
            }
        }
        out.writeBytes(BlockCompressor.end());
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
                        case 0 -> ArchiveTests.text(run);
                        case 1 -> ArchiveTests.noise(run);
                        default -> new byte[run];
                    };
            System.arraycopy(part, 0, content, at, run);
            at += run;
        }
        return content;
    }
}
