package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejected archives: damaged ones, zip bombs, and those in which other programs would find other entries. */
@Timeout(60)
class HostileArchiveTest extends ReadyArchiveFixture {
    private static final String CONTRADICTION = "has headers that contradict each other, or data outside its entries."
            + " Programs could see different files in it; create it again.";

    static Stream<Arguments> contradictions() throws Exception {
        byte[] other = new Parts().joined();
        String unicode = "\1\u0043\u00be\u00b7\u00e8"; // the version, and the CRC-32 of the name "a"
        return Stream.of(
                change("data before the first entry", parts -> {
                    parts.before = other;
                    parts.central.putInt(42, other.length);
                }),
                change("data before positions that ignore it", parts -> {
                    parts.before = other;
                    parts.endChange = end -> end.putInt(16, end.getInt(16) - other.length);
                }),
                change("data before the directory", parts -> parts.between = new byte[10]),
                change("data after the end record", parts -> parts.after = new byte[1_000]),
                change("an archive after the end record", parts -> parts.after = other),
                change("an archive in the comment", parts -> {
                    parts.after = other;
                    parts.endChange = end -> end.putShort(20, (short) other.length);
                }),
                change("an end record in the content, with a comment up to the end of the file", parts -> {
                    ByteBuffer end = littleEndian(Arrays.copyOf(ZipRecords.end(0, 0, 0), parts.content.length));
                    int rest = parts.content.length + parts.central.capacity();
                    parts.content = end.putShort(20, (short) rest).array();
                }),
                change("another name before the content", parts -> parts.local.put(30, (byte) 'b')),
                change("another name in the directory", parts -> parts.central.put(46, (byte) 'b')),
                change("a null character in a name", parts -> parts.rename(0)),
                change("a folder with content", parts -> {
                    parts.local = new Parts("a/", ZipRecords.STORED, parts.content, parts.content, false).local;
                    parts.central = new Parts("a/", ZipRecords.STORED, parts.content, parts.content, false).central;
                }),
                change("a name that is longer than the file", parts -> parts.local.put(27, (byte) 1)),
                change("a name with the UTF-8 flag that is not UTF-8", parts -> parts.rename(0xE9)),
                change(
                        "another Unicode name before the content",
                        parts -> parts.local = Parts.extended(parts.local, unicode + "b")),
                change(
                        "another Unicode name in the directory",
                        parts -> parts.central = Parts.extended(parts.central, unicode + "b")),
                // Info-ZIP uses the last of several fields.
                change(
                        "a second Unicode name",
                        parts -> parts.central =
                                Parts.extended(Parts.extended(parts.central, unicode + "a"), unicode + "b")),
                change("another position", parts -> parts.central.putInt(42, 77)),
                change("another checksum before the content", parts -> parts.local.putInt(14, 1)),
                change(
                        "another checksum before the content, with a data descriptor",
                        parts -> parts.describe(12).putInt(14, 1)),
                change(
                        "another size before the content, with a data descriptor",
                        parts -> parts.describe(12).putInt(18, 1)),
                change("two sizes of a stored entry", parts -> {
                    parts.local.putInt(22, 10);
                    parts.central.putInt(24, 10);
                }),
                // Some programs use the number of entries on this disk.
                change("two numbers of entries", parts -> parts.endChange = end -> end.putShort(8, (short) 0)),
                change(
                        "more entries than there are",
                        parts -> parts.endChange =
                                end -> end.putShort(8, (short) 2).putShort(10, (short) 2)),
                change("too many entries", parts -> parts.widen(100_000_000)),
                change("a negative number of entries", parts -> parts.widen(-1)),
                change("two numbers of entries with 64 bits", parts -> {
                    parts.widen(1);
                    parts.endChange = parts.endChange.andThen(end -> end.putLong(32, 2));
                }),
                change("a directory of negative size", parts -> {
                    parts.widen(1);
                    parts.endChange = parts.endChange.andThen(end -> end.putLong(40, Long.MIN_VALUE + (1 << 30)));
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contradictions")
    void an_archive_in_which_programs_see_different_files_is_rejected(String name, Consumer<Parts> change)
            throws Exception {
        Parts parts = new Parts();
        change.accept(parts);
        assertRefused(Files.write(target, parts.joined()), CONTRADICTION);
    }

    @ParameterizedTest
    @CsvSource({"0, -5", "8, -5", "0, -4294897296", "8, -4294897296"})
    void an_entry_with_a_negative_size_is_rejected(short method, long compressed) throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.NAME_IN_UTF_8, method, 0, compressed, compressed);
        Parts parts = new Parts();
        parts.local = littleEndian(ZipRecords.localHeader(entry, true));
        ZipRecords.Entry wide =
                new ZipRecords.Entry("a", ZipRecords.NAME_IN_UTF_8, method, 0, ZipRecords.MAX_32, ZipRecords.MAX_32);
        parts.central = littleEndian(ZipRecords.centralHeader(wide, 0));
        int sizes = parts.central.capacity() - 16;
        parts.central.putLong(sizes, compressed).putLong(sizes + 8, compressed);
        assertRefused(Files.write(target, parts.joined()), CONTRADICTION);
    }

    @ParameterizedTest
    @CsvSource({"10, false", "50, true"})
    void the_zip64_field_before_the_content_agrees(long compressed, boolean fine) throws Exception {
        Parts parts = new Parts("a", ZipRecords.STORED, new byte[50], new byte[50], true);
        parts.local.putLong(parts.local.capacity() - 8, compressed);
        assertAcceptedOrRefused(parts, fine, CONTRADICTION);
    }

    /** Programs that read from a stream look for the next entry where the deflated content ends. */
    @ParameterizedTest
    @CsvSource({"a, 0", "a, 40", "a/, 40"})
    void an_entry_ends_where_its_deflated_content_ends(String name, int hidden) throws Exception {
        byte[] data = new byte[100];
        byte[] plain = new byte[name.endsWith("/") ? 0 : 1];
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(plain);
        deflater.finish();
        byte[] content = Arrays.copyOf(data, deflater.deflate(data, 50, 50) + hidden);
        System.arraycopy(data, 50, content, 0, content.length - hidden);
        deflater.end();
        Parts parts = new Parts(name, ZipRecords.DEFLATED, plain, content, false);
        assertAcceptedOrRefused(parts, hidden == 0, "is damaged at the entry \"" + name + "\"");
    }

    @Test
    void a_zip_bomb_is_rejected_before_it_is_unpacked() throws Exception {
        ZipRecords.Entry entry =
                new ZipRecords.Entry("bomb", ZipRecords.NAME_IN_UTF_8, 8, 0, ReadyArchive.MAX_UNPACKED + 1, 10);
        Parts parts = new Parts("bomb", 8, new byte[0], new byte[10], false);
        parts.local = littleEndian(ZipRecords.localHeader(entry, true));
        parts.central = littleEndian(ZipRecords.centralHeader(entry, 0));
        assertRefused(Files.write(target, parts.joined()), "unpacks to more than 100 GiB. Put less into it.");
    }

    @Test
    void unpacking_stops_at_the_declared_size() throws Exception {
        write("a", new byte[5_000_000]);
        archive();
        byte[] bytes = Files.readAllBytes(target);
        littleEndian(bytes).putInt(indexOf(bytes, "PK\1\2") + 24, 1_000);
        Files.write(target, bytes);
        List<Long> read = new ArrayList<>();
        assertRefused(
                () -> ReadyArchive.inspect(target, NO_LIMIT, read::add, each -> {}), "is damaged at the entry \"a\"");
        assertThat(read).last().asInstanceOf(InstanceOfAssertFactories.LONG).isLessThan(1_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, contains an encrypted entry. Create it without a password.",
        "10, 9, contains an entry with an unsupported compression method. Use deflate.",
        "10, 97, contains an entry with an unsupported compression method. Use deflate.",
        "16, 1, is damaged at the entry \"odd\". Create it again.",
        "24, 9, is damaged at the entry \"odd\". Create it again.",
    })
    void an_encrypted_or_unsupported_or_damaged_entry_is_rejected(int offset, byte value, String why) throws Exception {
        byte[] bytes = Files.readAllBytes(zip("odd"));
        int at = indexOf(bytes, "PK\1\2") + offset;
        bytes[at] = bytes[at] == value ? 0 : value;
        assertRefused(Files.write(target, bytes), why);
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

    private void assertAcceptedOrRefused(Parts parts, boolean fine, String why) throws Exception {
        Files.write(target, parts.joined());
        if (fine) {
            assertThat(inspect(target).contents().files()).isEqualTo(1);
        } else {
            assertRefused(target, why);
        }
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
