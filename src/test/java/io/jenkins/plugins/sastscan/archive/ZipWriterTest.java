package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipWriterTest {
    private static final int BUFFER = 1 << 18;

    @TempDir
    Path temp;

    @Test
    void more_entries_than_16_bits_count_or_fit_into_memory_are_readable_one_by_one_and_by_name() throws Exception {
        Path file = temp.resolve("many.zip");
        int number = 65_536;
        String sha256 = write(file, zip -> {
            for (int i = 0; i < number; i++) {
                zip.add(stored("dir/" + i, new byte[] {(byte) i}), new byte[] {(byte) i});
            }
        });
        assertThat(sha256).isEqualTo(ArchiveTests.sha256(file));
        assertThat(ArchiveTests.filesIn(temp)).containsExactly(file);
        assertThat(ArchiveTests.entries(file)).hasSize(number).containsEntry("dir/65535", new byte[] {-1});
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.size()).isEqualTo(number);
            assertThat(zip.getInputStream(zip.getEntry("dir/65535")).readAllBytes())
                    .containsExactly(-1);
        }
        assertThat(ArchiveTests.entriesByCommonsCompress(file)).hasSize(number);
        assertThat(ArchiveTests.run(temp, "unzip", "-tq", "many.zip")).contains("No errors");
    }

    @Test
    void an_entry_that_was_begun_with_room_for_4_gib_is_readable_though_it_became_small() throws Exception {
        Path file = temp.resolve("shrunk.zip");
        byte[] text = ArchiveTests.text(1_000);
        write(file, zip -> {
            zip.begin("shrunk", 5L << 30);
            appendAll(zip, text);
            zip.end(crc(text), text.length);
        });
        assertThat(ArchiveTests.entries(file)).containsEntry("shrunk", text);
        assertThat(ArchiveTests.run(temp, "unzip", "-tq", "shrunk.zip")).contains("No errors");
        assertThat(ArchiveTests.entriesByJava(file)).containsEntry("shrunk", text);
    }

    @Test
    void names_dates_and_modes_do_not_depend_on_the_platform() throws Exception {
        Path file = temp.resolve("fixed.zip");
        write(file, zip -> zip.add(stored("\u00e9", new byte[0]), new byte[0]));
        byte[] bytes = Files.readAllBytes(file);
        assertThat(HexFormat.of().formatHex(bytes, 0, 32))
                // signature, version 2.0, UTF-8, stored, midnight, 1980-01-01, crc, sizes, lengths, name
                .isEqualTo("504b0304" + "1400" + "0008" + "0000" + "0000" + "2100" + "00000000" + "0000000000000000"
                        + "0200" + "0000" + "c3a9");
        try (var zip = org.apache.commons.compress.archivers.zip.ZipFile.builder()
                .setPath(file)
                .get()) {
            ZipArchiveEntry entry = zip.getEntry("\u00e9");
            assertThat(entry.getUnixMode()).isEqualTo(0100644);
            assertThat(entry.getPlatform()).isEqualTo(ZipArchiveEntry.PLATFORM_UNIX);
            assertThat(entry.getGeneralPurposeBit().usesUTF8ForNames()).isTrue();
            assertThat(entry.getGeneralPurposeBit().usesDataDescriptor()).isFalse();
            assertThat(entry.getExtraFields()).isEmpty();
        }
    }

    @Test
    void an_entry_can_be_taken_back_whether_it_is_on_the_disk_or_not() throws Exception {
        byte[] text = ArchiveTests.text(100_000);
        Path without = temp.resolve("without.zip");
        write(without, zip -> {
            zip.add(stored("a", text), text);
            zip.add(stored("b", text), text);
        });
        for (int size : new int[] {1_000, 900_000}) {
            Path with = temp.resolve("with-" + size + ".zip");
            String sha256 = write(with, zip -> {
                zip.add(stored("a", text), text);
                zip.begin("gone", 5L << 30);
                appendAll(zip, ArchiveTests.noise(size));
                zip.discard();
                zip.add(stored("b", text), text);
            });
            assertThat(with).hasSameBinaryContentAs(without);
            assertThat(sha256).isEqualTo(ArchiveTests.sha256(without));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {BUFFER - 65, BUFFER - 64, BUFFER - 63, BUFFER - 1, BUFFER, BUFFER + 1})
    void it_does_not_matter_where_in_the_buffer_an_entry_begins(int position) throws Exception {
        byte[] before = ArchiveTests.noise(position - 31);
        byte[] text = ArchiveTests.text(5_000);
        for (int size : new int[] {3_000, 700_000}) {
            byte[] noise = ArchiveTests.noise(size);
            Path file = temp.resolve("at-" + size + ".zip");
            String sha256 = write(file, zip -> {
                zip.add(stored("a", before), before);
                zip.begin("taken back, and nothing left", size);
                appendAll(zip, noise);
                zip.discard();
                zip.begin("a name, with which a header has 64", size);
                appendAll(zip, noise);
                zip.end(crc(noise), size);
                zip.begin("text", text.length);
                appendAll(zip, text);
                zip.end(crc(text), text.length);
            });
            assertThat(ArchiveTests.entries(file))
                    .containsOnlyKeys("a", "a name, with which a header has 64", "text")
                    .containsEntry("a name, with which a header has 64", noise)
                    .containsEntry("text", text);
            assertThat(sha256).isEqualTo(ArchiveTests.sha256(file));
        }
    }

    @Test
    void the_limit_counts_every_byte_once_and_none_that_was_taken_back() throws Exception {
        Path measured = temp.resolve("measured.zip");
        Content content = zip -> {
            byte[] text = ArchiveTests.text(100_000);
            zip.add(stored("a", text), text);
            zip.begin("gone", 1_000_000);
            appendAll(zip, ArchiveTests.noise(50_000));
            zip.discard();
            zip.begin("b", 1_000_000);
            appendAll(zip, ArchiveTests.noise(300_000));
            zip.end(1, 2);
        };
        write(measured, content);
        long size = Files.size(measured);
        SizeLimit.Meter twice = (buffer, offset, length) -> 2L * length;
        write(temp.resolve("fits.zip"), new SizeLimit(2 * size, twice), content);
        assertThatThrownBy(() -> write(temp.resolve("no.zip"), new SizeLimit(2 * size - 1, twice), content))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("its first " + size + " bytes need a request body of " + 2 * size + " bytes")
                .hasMessageContaining("the limit is " + (2 * size - 1) + " bytes");
    }

    /** What a test writes. */
    interface Content {
        void writeTo(ZipWriter zip) throws IOException;
    }

    private String write(Path file, Content content) throws Exception {
        return write(file, SizeLimit.none(), content);
    }

    private String write(Path file, SizeLimit limit, Content content) throws Exception {
        try (TargetFile target = TargetFile.create(file);
                CompressorPool pool = new CompressorPool(1);
                ArchiveOutput out = new ArchiveOutput(target, limit, pool);
                ZipWriter zip = new ZipWriter(out)) {
            content.writeTo(zip);
            byte[] sha256 = zip.finish();
            target.keep();
            return HexFormat.of().formatHex(sha256);
        }
    }

    private static void appendAll(ZipWriter zip, byte[] content) throws IOException {
        try (BlockCompressor compressor = new BlockCompressor()) {
            for (int at = 0; at < content.length; at += BlockCompressor.BLOCK) {
                byte[] part = Arrays.copyOfRange(content, at, Math.min(content.length, at + BlockCompressor.BLOCK));
                zip.append(compressor.block(part, 0, part.length));
            }
        }
        zip.append(BlockCompressor.end());
    }

    static Entry stored(String name, byte[] content) {
        return new Entry(name, ZipRecords.STORED, crc(content), content.length, content.length);
    }

    private static long crc(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return crc.getValue();
    }
}
