package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
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
    private static final String CONTRADICTION = "has headers that contradict each other, or data outside its entries."
            + " Programs could see different files in it; create it again.";

    @Test
    void an_archive_in_which_programs_see_different_files_is_rejected() throws Exception {
        byte[] one = Files.readAllBytes(zip("shown", "b"));
        byte[] other = Files.readAllBytes(zip("hidden"));
        // Another archive in the comment, before, after, or between the entries.
        byte[] commented = one.clone();
        ByteBuffer.wrap(commented).order(ByteOrder.LITTLE_ENDIAN).putShort(one.length - 2, (short) other.length);
        for (byte[][] parts : new byte[][][] {{commented, other}, {other, one}, {one, other}, {one, new byte[1_000]}}) {
            join(parts);
            assertRefused(target, CONTRADICTION);
        }
        ZipRecords.Entry a = new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 0);
        byte[] local = ZipRecords.localHeader(a, false);
        byte[] central = ZipRecords.centralHeader(a, 0);
        byte[] between = new byte[10];
        join(local, between, central, ZipRecords.end(1, local.length + 10, central.length));
        assertRefused(target, CONTRADICTION);
        byte[] renamed = ZipRecords.localHeader(new ZipRecords.Entry("b", ZipRecords.STORED, 0, 0, 0), false);
        join(renamed, central, ZipRecords.end(1, local.length, central.length));
        assertRefused(target, CONTRADICTION);
    }

    @ParameterizedTest
    @CsvSource({"a, a, true", "a, b, false"})
    void a_name_in_the_unicode_field_must_equal_the_name(String name, String unicode, boolean fine) throws Exception {
        for (boolean inLocalHeader : new boolean[] {true, false}) {
            try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(target)) {
                ZipArchiveEntry entry = new ZipArchiveEntry(name);
                UnicodePathExtraField field =
                        new UnicodePathExtraField(unicode, name.getBytes(StandardCharsets.US_ASCII));
                if (inLocalHeader) {
                    entry.addExtraField(field);
                } else {
                    entry.setCentralDirectoryExtra(new byte[0]);
                    byte[] data = field.getCentralDirectoryData();
                    byte[] extra = ByteBuffer.allocate(4 + data.length)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putShort((short) 0x7075)
                            .putShort((short) data.length)
                            .put(data)
                            .array();
                    entry.setCentralDirectoryExtra(extra);
                }
                out.putArchiveEntry(entry);
                out.closeArchiveEntry();
            }
            if (fine) {
                assertThat(inspect(target).contents().files()).isEqualTo(1);
            } else {
                assertRefused(target, CONTRADICTION);
            }
        }
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
                "is damaged at the entry \"a\"");
        assertThat(read).last().asInstanceOf(InstanceOfAssertFactories.LONG).isLessThan(1_000_000);
    }

    @Test
    void an_entry_name_with_the_utf_8_flag_must_be_valid_utf_8() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("\u00e9"));
        bytes[indexOf(bytes, "PK\1\2") + 46] = 'x';
        bytes[30] = 'x';
        assertRefused(Files.write(target, bytes), CONTRADICTION);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, contains an encrypted entry. Create it without a password.",
        "10, 9, contains an entry with an unsupported compression method. Use deflate.",
        "10, 97, contains an entry with an unsupported compression method. Use deflate.",
        "16, 1, is damaged at the entry \"odd\". Create it again.",
        "42, 77, has headers that contradict each other"
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
        assertRefused(Files.write(target, bytes), CONTRADICTION);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_damaged_entry_is_rejected(boolean compressed) throws Exception {
        write("damaged", compressed ? text(50_000) : noise(50_000));
        archive();
        byte[] bytes = Files.readAllBytes(target);
        Arrays.fill(bytes, 5_000, 5_100, (byte) 0xFF);
        assertRefused(Files.write(target, bytes), "is damaged at the entry \"damaged\"");
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
                    assertThat(inspect(Files.write(target, bytes)).contents().files())
                            .isPositive();
                } catch (ArchiveException e) {
                    assertThat(e).hasMessageStartingWith("The archive ");
                }
            }
        }
    }

    /** Java 17 would use the low 32 bits of the size as the number of bytes to allocate. */
    @Test
    void a_central_directory_with_a_negative_size_is_rejected_before_it_is_read() throws Exception {
        ByteBuffer end = ByteBuffer.wrap(ZipRecords.end(0xFFFF, 0, 0)).order(ByteOrder.LITTLE_ENDIAN);
        end.putInt(end.capacity() - 10, (int) ZipRecords.MAX_32).putLong(40, Long.MIN_VALUE + (1 << 30));
        assertRefused(Files.write(target, end.array()), CONTRADICTION);
    }

    /** Java 17 would allocate memory for the declared number of entries. */
    @ParameterizedTest
    @CsvSource({"100000000, false", "100000000, true", "-1, true", "2, false"})
    void too_many_declared_zip64_entries_are_rejected(long entries, boolean onlyZip64) throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 0);
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        ByteBuffer end = ByteBuffer.wrap(ZipRecords.end(0xFFFF, local.length, central.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        end.putLong(32, entries);
        if (onlyZip64) {
            end.putLong(end.capacity() - 10, -1);
        }
        join(local, central, end.array());
        assertRefused(target, CONTRADICTION);
    }

    /** Java 17 would read the content endlessly, or fail with an unexpected exception. */
    @ParameterizedTest
    @CsvSource({"0, -5", "8, -5", "0, -4294897296", "8, -4294897296"})
    void an_entry_with_a_negative_size_is_rejected(short method, long compressed) throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", method, 0, 5, ZipRecords.MAX_32);
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        ByteBuffer.wrap(central).order(ByteOrder.LITTLE_ENDIAN).putLong(central.length - 8, compressed);
        join(local, new byte[70_000], central, ZipRecords.end(1, local.length + 70_000, central.length));
        assertRefused(target, CONTRADICTION);
    }

    @Test
    void a_comment_of_an_entry_can_have_any_charset() throws Exception {
        try (OutputStream out = Files.newOutputStream(target);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.ISO_8859_1)) {
            ZipEntry entry = new ZipEntry("a");
            entry.setComment("\u00ff");
            zip.putNextEntry(entry);
        }
        assertThat(inspect(target).contents().files()).isEqualTo(1);
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
