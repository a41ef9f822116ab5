package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Existing archives are inspected before they are uploaded. */
@Timeout(60)
class ReadyArchiveTest extends ArchiveFixture {
    @Test
    void directories_in_an_existing_archive_are_not_counted_as_files() throws Exception {
        Path file = zip("dir/", "dir/a", "b");
        List<Long> bytes = new ArrayList<>();
        ArchiveFacts facts = ReadyArchive.inspect(file, SizeLimit.of(Files.size(file)), bytes::add);
        assertThat(facts.files()).isEqualTo(2);
        assertThat(facts.rawBytes()).isEqualTo("dir/a".length() + "b".length());
        assertThat(facts.archiveBytes()).isEqualTo(Files.size(file));
        assertThat(facts.sha256()).isEqualTo(sha256(file));
        assertThat(facts.skippedFiles()).isEqualTo(SkippedFiles.nothing());
        assertThat(bytes).isSorted().endsWith(facts.rawBytes());
    }

    @Test
    void entry_names_that_escape_the_directory_are_rejected() throws Exception {
        String names =
                "/etc/passwd,\\windows,C:/x,c:x,../x,a/../../x,a\\..\\x,..,a/..,../dir/,\\\\h\\s,.. /x,a\\.. \\x,"
                        + " ../x,1:x";
        for (String name : names.split(",")) {
            assertRefused(zip("ok", name), "the entry '" + name + "', whose name leads outside the archive");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..a", "a..", "a/...", "x/C:", "a\\b", "./a", "META-INF/versions/25/a"})
    void unusual_names_inside_the_directory_are_accepted(String name) throws Exception {
        assertThat(inspect(zip(name)).files()).isEqualTo(1);
    }

    @Test
    void backslashes_in_entry_names_separate_folders() throws Exception {
        ContentStatistics contents =
                inspect(zip("dir\\", "dir\\a.c", "dir\\b.c")).contents();
        assertThat(contents.folders()).extracting(ContentStatistics.Share::name).containsExactly("dir");
        assertThat(contents.files()).isEqualTo(2);
        assertThat(contents.namesInvalidOnWindows()).isZero();
    }

    @Test
    void entry_names_that_are_not_utf_8_are_accepted() throws Exception {
        Path file = zip(StandardCharsets.ISO_8859_1, "\u00e9t\u00e9/a", "b");
        assertThat(inspect(file).contents().folders())
                .extracting(ContentStatistics.Share::name)
                .containsExactlyInAnyOrder("\u00e9t\u00e9", "");
    }

    @Test
    void an_invalid_name_with_the_utf_8_flag_is_rejected() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("\u00e9"));
        bytes[indexOf(bytes, "PK\1\2") + 46] = 'x';
        assertRefused(Files.write(target, bytes), "is not a valid zip file");
    }

    @Test
    void duplicate_entries_are_all_counted() throws Exception {
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(target)) {
            for (String content : List.of("one", "three")) {
                out.putArchiveEntry(new ZipArchiveEntry("same"));
                out.write(content.getBytes(StandardCharsets.UTF_8));
                out.closeArchiveEntry();
            }
        }
        ArchiveFacts facts = inspect(target);
        assertThat(facts.files()).isEqualTo(2);
        assertThat(facts.rawBytes()).isEqualTo("one".length() + "three".length());
    }

    /** ZipInputStream rejects such an entry, because it cannot tell where the entry ends. */
    @Test
    void a_stored_entry_with_sizes_after_its_content_is_accepted() throws Exception {
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipRecords.Entry entry =
                new ZipRecords.Entry("a", ZipRecords.STORED, crc.getValue(), content.length, content.length);
        int flags = 8;
        ByteBuffer local = ByteBuffer.wrap(ZipRecords.localHeader(entry, false));
        local.put(6, (byte) flags).putInt(14, 0).putLong(18, 0);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        central[8] |= (byte) flags;
        ByteBuffer sizes =
                ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(0x08074b50);
        sizes.putInt((int) crc.getValue()).putInt(content.length).putInt(content.length);
        int before = local.capacity() + content.length + sizes.capacity();
        join(local.array(), content, sizes.array(), central, ZipRecords.end(1, before, central.length));
        assertThatThrownBy(() -> entries(target)).isInstanceOf(ZipException.class);
        assertThat(inspect(target).rawBytes()).isEqualTo(content.length);
    }

    @Test
    void bytes_before_and_after_the_archive_are_accepted() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "b"));
        for (byte[] before : List.of(new byte[0], noise(100_000))) {
            for (byte[] after : List.of(new byte[0], new byte[1_000])) {
                join(before, bytes, after);
                assertThat(inspect(target).files()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_comment_may_contain_the_signature_of_an_end_record() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "b"));
        byte[] comment = ("PK\5\6" + "x".repeat(1_000)).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(bytes.length - 2, (short) comment.length);
        join(bytes, comment);
        assertThat(inspect(target).files()).isEqualTo(2);
    }

    @Test
    void names_that_windows_rejects_are_accepted_and_counted() throws Exception {
        ArchiveFacts facts = inspect(zip("ab:c", "c", "nul.txt", "d./", "d./e"));
        assertThat(facts.files()).isEqualTo(4);
        assertThat(facts.contents().namesInvalidOnWindows()).isEqualTo(3);
    }

    @Test
    void likely_secrets_are_accepted_and_counted() throws Exception {
        ArchiveFacts facts = inspect(zip("src/a.c", "conf\\.env", ".env.example"));
        assertThat(facts.files()).isEqualTo(3);
        assertThat(facts.contents().likelySecretNames()).containsExactly("conf/.env");
    }

    @Test
    void an_archive_without_files_is_rejected() throws Exception {
        assertRefused(Files.write(target, ZipRecords.end(0, 0, 0)), "contains no files");
        assertRefused(zip("only/", "only/directories/"), "contains no files");
    }

    /** The central directory is a hole in a sparse file. Java would read all of it, and only then reject the file. */
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
            // The comment contains an earlier end record with a small central directory.
            byte[] text = new byte[comment];
            if (comment > 0) {
                System.arraycopy(ZipRecords.end(0, 0, 0), 0, text, 1_000, 22);
            }
            out.write(ByteBuffer.wrap(text));
        }
        assertRefused(target, why);
    }

    @Test
    void a_central_directory_above_the_limit_followed_by_other_bytes_is_rejected() throws Exception {
        int length = (int) CentralDirectory.MAX_BYTES + 1;
        ByteBuffer directory = ByteBuffer.allocate(4 + length);
        directory.put("PK\3\4PK\1\2".getBytes(StandardCharsets.US_ASCII));
        join(directory.array(), ZipRecords.end(1, 4, length), new byte[10_000]);
        assertRefused(target, "has a central directory of more than 64 MiB");
    }

    /** Java 25 would allocate 256 MB for the first of these names. */
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
    void a_zip_bomb_is_rejected_before_it_is_unpacked() throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("bomb", 8, 0, ReadyArchive.MAX_UNPACKED + 1, 10);
        byte[] local = ZipRecords.localHeader(entry, true);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        try (OutputStream out = Files.newOutputStream(target)) {
            out.write(local);
            out.write(new byte[10]);
            out.write(central);
            out.write(ZipRecords.end(1, local.length + 10, central.length));
        }
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
        assertRefused(() -> ReadyArchive.inspect(target, SizeLimit.none(), read::add), "is damaged at the entry 'a'");
        assertThat(read).last().asInstanceOf(InstanceOfAssertFactories.LONG).isLessThan(1_000_000);
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

    @Test
    void a_file_that_is_not_a_zip_file_is_rejected() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "b"));
        for (byte[] content : List.of(Arrays.copyOf(bytes, bytes.length / 2), text(100_000), new byte[0])) {
            assertRefused(Files.write(target, content), "is not a valid zip file");
        }
        assertRefused(temp, "is not a file");
        assertRefused(temp.resolve("gone.zip"), "does not exist");
    }

    @Test
    void a_link_to_an_archive_is_rejected() throws Exception {
        assertRefused(Files.createSymbolicLink(temp.resolve("link.zip"), zip("a")), "is not a file");
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
    void an_archive_that_changes_while_it_is_read_is_rejected() throws Exception {
        Path file = zip("a", "b");
        assertRefused(
                () -> ReadyArchive.inspect(file, SizeLimit.none(), bytes -> {
                    try {
                        Files.write(file, new byte[1], StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }),
                "changed while it was read");
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void a_damaged_archive_is_accepted_or_rejected_with_a_message() throws Exception {
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

    @Test
    void an_archive_above_the_size_limit_is_rejected_before_its_entries_are_read() throws Exception {
        Path file = write(temp, "large.zip", noise(500_000));
        SizeLimit.Meter twice = (buffer, offset, length) -> 2L * length;
        assertRefused(
                () -> ReadyArchive.inspect(file, new SizeLimit(200_000, twice), bytes -> {}),
                "The archive " + file + " is too large",
                "exceeds the limit of 200.0 kB");
    }

    @Test
    void an_interrupt_stops_the_inspection() throws Exception {
        Path file = zip("a", "b");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> inspect(file)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(() -> ReadyArchive.inspect(
                        file, SizeLimit.none(), bytes -> Thread.currentThread().interrupt()))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void assertRefused(Path file, String why) {
        assertRefused(() -> inspect(file), "The archive " + file + " ", why);
    }

    private static ArchiveFacts inspect(Path file) throws Exception {
        return ReadyArchive.inspect(file, SizeLimit.none(), done -> {});
    }

    /** An archive made by ZipOutputStream. Each file contains its own name. */
    private Path zip(String... names) throws Exception {
        return zip(StandardCharsets.UTF_8, names);
    }

    private Path zip(Charset charset, String... names) throws Exception {
        Path file = temp.resolve("made.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out, charset)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    private void join(byte[]... parts) throws IOException {
        try (OutputStream out = Files.newOutputStream(target)) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
