package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.junit.jupiter.api.Test;

class ZipWriterTest extends ArchiveFixture {
    private static final long MOST = 0xFFFF_FFFFL;

    @Test
    void an_archive_of_65536_entries_is_readable() throws Exception {
        int number = 65_536;
        String sha256 = write(target, zip -> {
            for (int i = 0; i < number; i++) {
                zip.add(stored("dir/" + i, new byte[] {(byte) i}), new byte[] {(byte) i});
            }
        });
        assertThat(sha256).isEqualTo(sha256(target));
        assertThat(entries()).hasSize(number).containsEntry("dir/65535", new byte[] {-1});
        assertThat(run(temp, "unzip", "-tq", "out.zip")).contains("No errors");
    }

    @Test
    void entry_names_and_dates_and_modes_do_not_depend_on_the_platform() throws Exception {
        write(target, zip -> zip.add(stored("\u00e9", new byte[0]), new byte[0]));
        byte[] bytes = Files.readAllBytes(target);
        assertThat(HexFormat.of().formatHex(bytes, 0, 32))
                // signature, version 2.0, UTF-8, stored, midnight, 1980-01-01, crc, sizes, lengths, name
                .isEqualTo("504b0304" + "1400" + "0008" + "0000" + "0000" + "2100" + "00000000" + "0000000000000000"
                        + "0200" + "0000" + "c3a9");
        try (var zip = org.apache.commons.compress.archivers.zip.ZipFile.builder()
                .setPath(target)
                .get()) {
            ZipArchiveEntry entry = zip.getEntry("\u00e9");
            assertThat(entry.getUnixMode()).isEqualTo(0100644);
            assertThat(entry.getPlatform()).isEqualTo(ZipArchiveEntry.PLATFORM_UNIX);
        }
    }

    @Test
    void an_entry_at_an_offset_above_4_gib_is_readable() throws Exception {
        long far = 5L << 30;
        byte[] content = "content".getBytes();
        Entry entry = stored("far", content);
        byte[] central = ZipRecords.centralHeader(entry, far);
        try (RandomAccessFile out = new RandomAccessFile(target.toFile(), "rw")) {
            out.seek(far);
            out.write(ZipRecords.localHeader(entry, false));
            out.write(content);
            long at = out.getFilePointer();
            out.write(central);
            out.write(ZipRecords.end(1, at, central.length));
        }
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getInputStream(zip.getEntry("far"))).hasBinaryContent(content);
        }
        // Python reads the archive, because unzip would warn about the bytes before the entry.
        String python = "import zipfile; print(zipfile.ZipFile('out.zip').read('far'))";
        assertThat(run(temp, "python3", "-c", python)).contains("content");
    }

    @Test
    void zip64_is_used_only_for_numbers_that_are_too_large_for_the_standard_fields() {
        assertThat(header(MOST - 1, MOST - 1, MOST - 1)).hasSize(47);
        assertThat(header(MOST, 1, 1)).hasSize(47 + 4 + 8);
        assertThat(header(MOST, MOST, 1)).hasSize(47 + 4 + 16);
        assertThat(header(MOST, MOST, MOST)).hasSize(47 + 4 + 24);
        assertThat(ZipRecords.end(65_534, MOST - 1, MOST - 1)).hasSize(22);
        assertThat(ZipRecords.end(65_535, 1, 1)).hasSize(22 + 76);
        assertThat(ZipRecords.end(1, MOST, 1)).hasSize(22 + 76);
        assertThat(ZipRecords.end(1, 1, MOST)).hasSize(22 + 76);
    }

    private static byte[] header(long size, long compressed, long offset) {
        return ZipRecords.centralHeader(
                new Entry("x", ZipRecords.NAME_IN_UTF_8, ZipRecords.DEFLATED, 1, size, compressed), offset);
    }

    @Test
    void the_archive_is_private_to_its_owner() throws Exception {
        assumePosix();
        write(target, zip -> {});
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
    }

    interface Content {
        void writeTo(ZipWriter zip) throws IOException;
    }

    private static String write(Path file, Content content) throws Exception {
        try (ZipWriter zip = new ZipWriter(file, NO_LIMIT)) {
            content.writeTo(zip);
            return zip.finish(new ContentStatistics(), new SkippedFiles()).sha256();
        }
    }

    private static Entry stored(String name, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return new Entry(
                name, ZipRecords.NAME_IN_UTF_8, ZipRecords.STORED, crc.getValue(), content.length, content.length);
    }
}
