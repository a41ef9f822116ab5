package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged archives, and archives that would exhaust the memory or the disk, are rejected. */
@Timeout(60)
class HostileArchiveTest extends ReadyArchiveFixture {
    /** To open an archive, Java reads the whole central directory into memory. */
    @ParameterizedTest
    @CsvSource({
        "0, false, 0, 0, is not a valid zip file",
        "1, false, 0, 0, has a central directory of more than 64 MiB. Put fewer files into it.",
        "0, true, 0, 0, is not a valid zip file",
        "1, true, 0, 0, has a central directory of more than 64 MiB",
        "1, false, 5000, 0, has a central directory of more than 64 MiB",
        "1, true, 5000, 0, has a central directory of more than 64 MiB",
        "1, false, 0, 65535, has a central directory of more than 64 MiB",
    })
    void a_central_directory_above_the_limit_is_rejected_before_it_is_read(
            int excess, boolean zip64, int before, int comment, String why) throws Exception {
        long length = CentralDirectory.MAX_BYTES + excess;
        ByteBuffer end =
                ByteBuffer.wrap(ZipRecords.end(zip64 ? 0xFFFF : 1, 0, length)).order(ByteOrder.LITTLE_ENDIAN);
        if (zip64) {
            end.putInt(end.capacity() - 10, (int) ZipRecords.MAX_32).putLong(56 + 8, before + length);
        }
        end.putShort(end.capacity() - 2, (short) comment);
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            out.position(before + length);
            out.write(end);
            // The comment contains another end record, which declares an empty central directory.
            byte[] text = new byte[comment];
            if (comment > 0) {
                System.arraycopy(ZipRecords.end(0, 0, 0), 0, text, 1_000, 22);
            }
            out.write(ByteBuffer.wrap(text));
        }
        assertRefused(target, why);
    }

    @Test
    void an_oversized_central_directory_is_rejected_even_if_bytes_follow_the_archive() throws Exception {
        int length = (int) CentralDirectory.MAX_BYTES + 1;
        ByteBuffer directory = ByteBuffer.allocate(4 + length);
        directory.put("PK\3\4PK\1\2".getBytes(StandardCharsets.US_ASCII));
        join(directory.array(), ZipRecords.end(1, 4, length), new byte[10_000]);
        assertRefused(target, "has a central directory of more than 64 MiB");
    }

    /** If an archive contains META-INF/versions/2147483647/a, Java 25 allocates 256 MB to open the archive. */
    @ParameterizedTest
    @CsvSource({
        "false, meta-inf/versions/2147483647/a",
        "true, META-INF/versions/2147483647/a",
        "false, META-INF/versions/100/a",
        "true, META-INF/versions/100/a"
    })
    void a_multi_release_jar_for_a_java_version_above_99_is_rejected(boolean zip64, String name) throws Exception {
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(target)) {
            out.setUseZip64(zip64 ? Zip64Mode.Always : Zip64Mode.Never);
            out.putArchiveEntry(new ZipArchiveEntry(name));
            out.closeArchiveEntry();
        }
        assertRefused(target, "has files for version 100 or later of Java in META-INF/versions. Remove them.");
    }

    @Test
    void a_multi_release_entry_for_java_100_is_found_at_any_position_in_the_central_directory() throws Exception {
        int others = 3;
        int before = (others + 1) * 46 + others;
        for (int at = CentralDirectory.BLOCK - 30; at <= CentralDirectory.BLOCK; at++) {
            try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(target)) {
                for (int other = 0; other < others; other++) {
                    ZipArchiveEntry entry = new ZipArchiveEntry("" + other);
                    entry.setComment("c".repeat(other == 0 ? at - before - 120_000 : 60_000));
                    out.putArchiveEntry(entry);
                    out.closeArchiveEntry();
                }
                out.putArchiveEntry(new ZipArchiveEntry("META-INF/versions/100"));
                out.closeArchiveEntry();
            }
            assertRefused(target, "has files for version 100 or later of Java");
        }
    }

    @Test
    void a_multi_release_name_after_the_central_directory_is_ignored() throws Exception {
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(target)) {
            out.putArchiveEntry(new ZipArchiveEntry("a"));
            out.closeArchiveEntry();
            out.setComment("META-INF/versions/100/a");
        }
        assertThat(inspect(target).files()).isEqualTo(1);
    }

    @Test
    void a_zip_bomb_is_rejected_before_it_is_unpacked() throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("bomb", 8, 0, ReadyArchive.MAX_UNPACKED + 1, 10);
        byte[] local = ZipRecords.localHeader(entry, true);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        join(local, new byte[10], central, ZipRecords.end(1, local.length + 10, central.length));
        assertRefused(target, "unpacks to more than 100 GiB. Put less into it.");
    }

    @Test
    void unpacking_stops_at_the_declared_size() throws Exception {
        write("a", new byte[5_000_000]);
        archive();
        byte[] bytes = Files.readAllBytes(target);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(indexOf(bytes, "PK\1\2") + 24, 1_000);
        Files.write(target, bytes);
        List<Long> read = new ArrayList<>();
        assertRefused(
                () -> ReadyArchive.inspect(target, SizeLimit.none(), read::add, each -> {}),
                "is damaged at the entry 'a'");
        assertThat(read).last().asInstanceOf(InstanceOfAssertFactories.LONG).isLessThan(1_000_000);
    }

    @Test
    void an_entry_name_with_the_utf_8_flag_must_be_valid_utf_8() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("\u00e9"));
        bytes[indexOf(bytes, "PK\1\2") + 46] = 'x';
        assertRefused(Files.write(target, bytes), "is not a valid zip file");
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, contains an encrypted entry. Create it without a password.",
        "10, 9, contains an entry with an unsupported compression method. Use deflate.",
        "10, 97, contains an entry with an unsupported compression method. Use deflate.",
        "16, 1, is damaged at the entry 'odd'. Create it again.",
        "42, 77, is damaged at the entry 'odd'. Create it again."
    })
    void an_encrypted_or_unsupported_or_damaged_entry_is_rejected(int offset, byte value, String why) throws Exception {
        byte[] bytes = Files.readAllBytes(zip("odd"));
        int at = indexOf(bytes, "PK\1\2") + offset;
        bytes[at] = bytes[at] == value ? 0 : value;
        assertRefused(Files.write(target, bytes), why);
    }

    @Test
    void an_entry_beyond_the_end_of_the_file_is_rejected() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("odd"));
        bytes[27] = 1;
        assertRefused(Files.write(target, bytes), "is damaged at the entry 'odd'");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_damaged_entry_is_rejected(boolean compressed) throws Exception {
        write("damaged", compressed ? text(50_000) : noise(50_000));
        archive();
        byte[] bytes = Files.readAllBytes(target);
        Arrays.fill(bytes, 5_000, 5_100, (byte) 0xFF);
        assertRefused(Files.write(target, bytes), "is damaged at the entry 'damaged'");
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void every_rejection_of_a_damaged_archive_has_an_error_message() throws Exception {
        byte[] whole = Files.readAllBytes(zip("dir/a", "b"));
        for (int at = 0; at < whole.length; at++) {
            for (int value : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
                byte[] bytes = whole.clone();
                bytes[at] = (byte) value;
                try {
                    assertThat(inspect(Files.write(target, bytes)).files()).isPositive();
                } catch (ArchiveException e) {
                    assertThat(e).hasMessageStartingWith("The archive ");
                }
            }
        }
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
