package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of a zip file where a number needs more than 32 bits. */
class ZipRecordsTest {
    @TempDir
    Path temp;

    @Test
    void an_entry_beyond_4_gib_of_archive_is_found() throws Exception {
        Path file = temp.resolve("far.zip");
        long far = 5L << 30;
        Entry entry = ZipWriterTest.stored("far", "content".getBytes());
        byte[] central = ZipRecords.centralHeader(entry, far);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(far);
            out.write(ZipRecords.localHeader(entry, false));
            out.write("content".getBytes());
            long at = out.getFilePointer();
            out.write(central);
            out.write(ZipRecords.end(1, at, central.length));
        }
        byte[] content = "content".getBytes();
        assertThat(ArchiveTests.entriesByJava(file)).containsEntry("far", content);
        assertThat(ArchiveTests.entriesByCommonsCompress(file)).containsEntry("far", content);
        // unzip says how many bytes it has passed over, which is no error to it.
        assertThat(ArchiveTests.run(
                        temp, "python3", "-c", "import zipfile; print(zipfile.ZipFile('far.zip').read('far'))"))
                .contains("content");
    }

    @Test
    void zip64_fields_say_just_the_numbers_that_32_bits_do_not() {
        long most = 0xFFFF_FFFFL;
        assertThat(ZipRecords.centralHeader(new Entry("x", 8, 1, most - 1, most - 1), most - 1))
                .hasSize(47);
        assertThat(ZipRecords.centralHeader(new Entry("x", 8, 1, most, 1), 1)).hasSize(47 + 4 + 8);
        assertThat(ZipRecords.centralHeader(new Entry("x", 8, 1, most, most), 1))
                .hasSize(47 + 4 + 16);
        assertThat(ZipRecords.centralHeader(new Entry("x", 8, 1, most, most), most))
                .hasSize(47 + 4 + 24);
        assertThat(ZipRecords.end(65_534, most - 1, most - 1)).hasSize(22);
        assertThat(ZipRecords.end(65_535, 1, 1)).hasSize(22 + 76);
        assertThat(ZipRecords.end(1, most, 1)).hasSize(22 + 76);
        assertThat(ZipRecords.end(1, 1, most)).hasSize(22 + 76);
    }

    @Test
    void the_numbers_of_a_zip64_field_are_in_their_order() {
        byte[] header = ZipRecords.centralHeader(new Entry("x", 8, 1, 5L << 32, 6L << 32), 7L << 32);
        assertThat(HexFormat.of().formatHex(header, 4, 8)).isEqualTo("2d03" + "2d00");
        assertThat(HexFormat.of().formatHex(header, 20, 28)).isEqualTo("ffffffff" + "ffffffff");
        assertThat(HexFormat.of().formatHex(header, 42, 46)).isEqualTo("ffffffff");
        assertThat(HexFormat.of().formatHex(header, 47, 75))
                .isEqualTo("0100" + "1800" + "0000000005000000" + "0000000006000000" + "0000000007000000");
        byte[] narrow = ZipRecords.centralHeader(new Entry("x", 8, 1, 5, 6), 7);
        assertThat(HexFormat.of().formatHex(narrow, 4, 8)).isEqualTo("1403" + "1400");
    }
}
