package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Content is compressed in blocks that form one deflate stream. */
class BlockCompressorTest extends ArchiveFixture {
    private static final int BLOCK = BlockCompressor.BLOCK;

    private final BlockCompressor compressor = new BlockCompressor();

    @Property(tries = 50)
    void any_content_is_unchanged_after_compression_and_inflation(
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
    void compression_in_blocks_is_almost_as_good_as_in_one_piece() throws IOException {
        byte[] text = text(BLOCK);
        assertThat(compressor.whole(text, text.length)).hasSize(deflatedSize(text));
        byte[] longer = text(4 * BLOCK);
        assertThat(blocks(longer).length).isLessThan(deflatedSize(longer) * 1_005 / 1_000);
    }

    @Test
    void a_compressed_block_refers_to_content_of_the_previous_block() {
        byte[] noise = noise(20_000);
        byte[] content = Arrays.copyOf(noise, 2 * noise.length);
        System.arraycopy(noise, 0, content, noise.length, noise.length);
        // Noise compresses only if the second block refers to the same noise in the first block.
        assertThat(compressor.block(content, noise.length, 8_000).length).isLessThan(1_000);
    }

    @Test
    void incompressible_content_is_stored_without_compression() {
        assertThat(compressor.whole(new byte[0], 0)).isNull();
        assertThat(compressor.whole(new byte[] {1}, 1)).isNull();
        byte[] noise = noise(BLOCK);
        assertThat(compressor.whole(noise, noise.length)).isNull();
        assertThat(compressor.block(noise, 0, noise.length)).hasSize(BLOCK + 5 * 5);
        assertThat(compressor.block(noise, 0, 65_535)).hasSize(65_535 + 5);
        assertThat(compressor.block(noise, 0, 65_536)).hasSize(65_536 + 10);
    }

    @Test
    void content_is_deflated_if_any_part_is_compressible() {
        byte[] even = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            even[i] = (byte) i;
        }
        assertThat(compressor.whole(even, BLOCK).length).isLessThan(BLOCK / 50);
        for (int place = 0; place <= 2; place++) {
            byte[] content = noise(BLOCK);
            int at = place * (BLOCK - 8_192) / 2;
            Arrays.fill(content, at, at + 8_192, (byte) 0);
            assertThat(compressor.whole(content, BLOCK)).isNotNull();
        }
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
        byte[] content = new InflaterInputStream(new ByteArrayInputStream(deflated), inflater).readAllBytes();
        assertThat(inflater.getBytesRead()).isEqualTo(deflated.length);
        return content;
    }

    private static int deflatedSize(byte[] content) throws IOException {
        return new DeflaterInputStream(new ByteArrayInputStream(content), new Deflater(6, true)).readAllBytes().length;
    }

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
