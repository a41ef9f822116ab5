package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of other tools, and those of a directory whose file "dir/m" changes while it is archived. */
@Timeout(60)
class ReadyArchiveTest extends ArchiveFixture {
    @Test
    void an_archive_of_another_tool_has_its_files_counted_and_not_its_directories() throws Exception {
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
    void names_that_lead_out_are_refused() throws Exception {
        String names =
                "/etc/passwd,\\windows,C:/x,c:x,../x,a/../../x,a\\..\\x,..,a/..,../dir/,\\\\h\\s,.. /x,a\\.. \\x,"
                        + " ../x,1:x";
        for (String name : names.split(",")) {
            String shown = name.replace('\\', '/');
            assertRefused(zip("ok", name), "the entry '" + shown + "', whose name leads outside the archive");
        }
    }

    @Test
    void a_name_that_leads_out_is_refused_where_readers_in_sequence_find_it() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "just/a/file"));
        int inFrontOfItsData = indexOf(bytes, "just/a/file");
        System.arraycopy("../../evil!".getBytes(StandardCharsets.US_ASCII), 0, bytes, inFrontOfItsData, 11);
        Path file = Files.write(target, bytes);
        assertThat(entries(file)).containsKey("../../evil!");
        assertRefused(file, "the entry 'just/a/file', whose name leads outside the archive");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_name_that_leads_out_is_refused_where_readers_of_extra_fields_find_it(boolean local) throws Exception {
        ZipArchiveEntry entry = new ZipArchiveEntry("good");
        entry.addExtraField(new UnicodePathExtraField("../evil", "good".getBytes(StandardCharsets.US_ASCII)));
        Path file = temp.resolve("extra.zip");
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(file)) {
            put(out, entry, "content");
        }
        byte[] bytes = Files.readAllBytes(file);
        // The field is once in front of the data and once in the list: the other one becomes a field of no meaning.
        int inList = indexOf(bytes, "PK\1\2") + 46 + 4;
        bytes[local ? inList : 30 + 4] = 0x11;
        Files.write(file, bytes);
        assertRefused(file, "the entry 'good', whose name leads outside the archive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..a", "a..", "a/...", "x/C:", "a\\b", "./a"})
    void unusual_names_that_stay_inside_are_taken(String name) throws Exception {
        assertThat(inspect(zip(name)).files()).isEqualTo(1);
    }

    /** A reader that makes the link of the first entry writes the second one wherever it leads. */
    @ParameterizedTest
    @CsvSource({
        "link, /etc, ",
        "link, ../x, ",
        "link, .., ",
        "a/b/link, ../../../x, ",
        "link, a/../../x, ",
        "a/link, b/../c, ",
        "link, C:/x, ",
        "link, \\\\host\\share, ",
        "link, ..\\x, ",
        "link, , ",
        "link, inside, link/x",
        "a/link, inside, a/link/b/x",
        "link, inside, ./link/x",
        "link, inside, link\\x"
    })
    void a_link_that_leads_out_or_has_entries_below_it_is_refused(String link, String target, String below)
            throws Exception {
        assertRefused(zipWithLink(link, target, below), "Include the files instead of links.");
    }

    @ParameterizedTest
    @CsvSource({"link, a", "link, ./a/b.txt", "a/b/link, ../../x", "a/b/link, ../x/y", "bin/..link, ../lib/..a"})
    void a_link_to_what_is_inside_is_taken(String link, String target) throws Exception {
        assertThat(inspect(zipWithLink(link, target, "linked/x")).files()).isEqualTo(2);
    }

    /** As other tools make it: the content of a link's entry is where it leads. */
    private Path zipWithLink(String link, String target, String other) throws Exception {
        Path file = temp.resolve("link.zip");
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(file)) {
            if (other != null) {
                put(out, new ZipArchiveEntry(other), "");
            }
            ZipArchiveEntry entry = new ZipArchiveEntry(link);
            entry.setUnixMode(UnixStat.LINK_FLAG | UnixStat.DEFAULT_LINK_PERM);
            put(out, entry, target == null ? "" : target);
        }
        return file;
    }

    private static void put(ZipArchiveOutputStream out, ZipArchiveEntry entry, String content) throws IOException {
        out.putArchiveEntry(entry);
        out.write(content.getBytes(StandardCharsets.UTF_8));
        out.closeArchiveEntry();
    }

    @Test
    void names_that_windows_does_not_allow_are_taken_and_counted() throws Exception {
        ArchiveFacts facts = inspect(zip("ab:c", "c", "nul.txt", "d./", "d./e"));
        assertThat(facts.files()).isEqualTo(4);
        assertThat(facts.contents().namesInvalidOnWindows()).isEqualTo(3);
    }

    @Test
    void an_archive_without_a_file_is_refused() throws Exception {
        assertRefused(Files.write(target, ZipRecords.end(0, 0, 0)), "contains no files");
        assertRefused(zip("only/", "only/directories/"), "contains no files");
    }

    @Test
    void an_archive_whose_list_would_fill_the_memory_is_refused() throws Exception {
        try (OutputStream out = Files.newOutputStream(target)) {
            byte[] header = ZipRecords.centralHeader(new ZipRecords.Entry("x".repeat(65_535), 0, 0, 0, 0), 0);
            long size = 0;
            int entries = 0;
            for (; size <= ReadyArchive.MAX_DIRECTORY_BYTES; size += header.length) {
                out.write(header);
                entries++;
            }
            out.write(ZipRecords.end(entries, 0, size));
        }
        assertRefused(target, "has a central directory of more than 64 MiB. Put fewer files into it.");
    }

    @Test
    void an_archive_that_unpacks_without_end_is_refused_before_it_is_read() throws Exception {
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

    @ParameterizedTest
    @CsvSource({
        "6, 8, 1, which is encrypted",
        "8, 10, 97, which has an unsupported compression method",
        "27, , 1, whose name extends beyond the end of the archive. Create it again"
    })
    void an_entry_that_no_reader_can_unpack_is_refused(int local, Integer central, byte value, String why)
            throws Exception {
        byte[] bytes = Files.readAllBytes(zip("odd"));
        bytes[local] = value;
        if (central != null) {
            bytes[indexOf(bytes, "PK\1\2") + central] = value;
        }
        assertRefused(Files.write(target, bytes), "the entry 'odd', " + why);
    }

    @Test
    void what_is_no_zip_file_is_refused() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "b"));
        for (byte[] content : List.of(Arrays.copyOf(bytes, bytes.length / 2), text(100_000), new byte[0])) {
            assertRefused(Files.write(target, content), "is not a valid zip file");
        }
        assertRefused(temp, "is not a file");
        assertRefused(temp.resolve("gone.zip"), "does not exist");
    }

    @Test
    void a_link_in_the_place_of_an_archive_is_not_followed() throws Exception {
        assertRefused(Files.createSymbolicLink(temp.resolve("link.zip"), zip("a")), "is not a file");
    }

    @Test
    void a_damaged_content_is_refused_and_named() throws Exception {
        write("stored", noise(50_000));
        archive();
        byte[] bytes = Files.readAllBytes(target);
        bytes[20_000] ^= 1;
        assertRefused(Files.write(target, bytes), "is damaged at the entry 'stored'");
    }

    @Test
    void any_damage_gives_facts_or_a_sentence() throws Exception {
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
    void an_archive_over_the_limit_is_refused_before_it_is_read_through() throws Exception {
        Path file = write(temp, "large.zip", noise(500_000));
        SizeLimit.Meter twice = (buffer, offset, length) -> 2L * length;
        assertRefused(
                () -> ReadyArchive.inspect(file, new SizeLimit(200_000, twice), bytes -> {}),
                "The archive " + file + " is too large",
                "exceeds the limit of 200.0 kB");
    }

    @Test
    void an_interrupt_stops_it() throws Exception {
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

    /** Made by Java's own writer; each file holds its name. */
    private Path zip(String... names) throws Exception {
        Path file = temp.resolve("made.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    private static final int SMALL = 10_000;
    private static final int LARGE = 3_000_000;

    private Path file;

    @BeforeEach
    void files() throws Exception {
        write("a", "before");
        file = write("dir/m", "");
        write("z", "after");
    }

    @ParameterizedTest
    @CsvSource({
        "denied, UNREADABLE",
        "vanished, VANISHED",
        "a directory, UNREADABLE",
        "a link, UNREADABLE",
        "in a linked directory, VANISHED",
    })
    void a_file_that_is_not_there_any_more_is_no_entry(String change, SkipReason reason) throws Exception {
        assumePosix();
        for (int size : new int[] {SMALL, LARGE}) {
            Files.write(file, text(size));
            ArchiveFacts facts = archive(2, path -> {
                if (path.endsWith("m")) {
                    change(change, path);
                }
                return SourceFile.openNoLink(path);
            });
            assertSkipped(facts, reason, null);
            run(temp, "rm", "-rf", "root/dir", "moved", "secret", "out.zip");
            Files.createDirectory(file.getParent());
        }
    }

    /** What happens to a file between when it is found and when it is opened. */
    private void change(String change, Path path) throws IOException {
        switch (change) {
            case "denied" -> throw new AccessDeniedException(path.toString());
            case "vanished" -> Files.delete(path);
            case "a directory" -> {
                Files.delete(path);
                Files.createDirectory(path);
            }
            case "a link" -> Files.createSymbolicLink(path, Files.move(path, temp.resolve("secret")));
            default -> Files.createSymbolicLink(path.getParent(), Files.move(path.getParent(), temp.resolve("moved")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_changes_its_size_is_taken_as_far_as_it_was_found_and_goes(int size) throws Exception {
        for (int other : new int[] {size + 1, size - 1_234, 0}) {
            Files.write(file, text(size));
            ArchiveFacts facts = archive(2, path -> {
                if (path.endsWith("m")) {
                    resize(other);
                }
                return SourceFile.openNoLink(path);
            });
            assertSkipped(facts, SkipReason.CHANGED, Arrays.copyOf(text(size), Math.min(size, other)));
            Files.delete(target);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000, 300_000, 2_500_000})
    void a_file_that_fails_in_the_middle_is_no_entry(int readable) throws Exception {
        // Noise, so that much of it is on the disk already when it has to be taken back.
        Files.write(file, noise(readable == 5_000 ? SMALL : LARGE));
        ArchiveFacts facts = archive(2, afterReading(channel -> {
            if (channel.position() > readable) {
                throw new IOException("broken");
            }
        }));
        assertSkipped(facts, SkipReason.UNREADABLE, null);
    }

    @Test
    void when_no_selected_file_can_be_read_there_is_no_archive() throws Exception {
        SourceFile.Opener opener = path -> {
            throw new AccessDeniedException(path.toString());
        };
        assertRefused(() -> archive(2, opener), "is skipped: 3 unreadable files and directories");
        assertNothingIsLeft();
    }

    @Test
    void files_and_directories_that_vanish_while_others_are_written_are_counted() throws Exception {
        for (int i = 0; i < 600; i++) {
            write("f" + i, "");
        }
        write("y/file", "");
        AtomicBoolean first = new AtomicBoolean(true);
        // What comes after the window is looked at only when the first file has been written.
        ArchiveFacts facts = archive(SizeLimit.none(), bytes -> {
            if (first.getAndSet(false)) {
                try {
                    Files.delete(root.resolve("z"));
                    delete(root.resolve("y"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        assertThat(names(facts.skippedFiles(), SkipReason.VANISHED)).containsExactly("y", "z");
        assertThat(facts.files()).isEqualTo(602);
    }

    @Test
    void a_large_file_that_shrinks_while_it_is_written_is_a_valid_entry() throws Exception {
        byte[] noise = noise(2 * OrderedWindow.MAX_BYTES);
        int left = noise.length - 1_000_000;
        Files.write(file, noise);
        ArchiveFacts facts = archive(SizeLimit.none(), bytes -> {
            if (bytes == "before".length()) {
                resize(left);
            }
        });
        assertSkipped(facts, SkipReason.CHANGED, Arrays.copyOf(noise, left));
    }

    @Test
    void a_defect_on_another_thread_is_not_swallowed() throws Exception {
        assertThatThrownBy(() -> archive(2, path -> {
                    throw new UnsupportedOperationException("defect");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("defect");
        assertThatThrownBy(() -> archive(2, path -> {
                    throw new OutOfMemoryError("heap");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertNothingIsLeft();
    }

    /** The file is counted, and the archive holds the two others, in between what is expected. */
    private void assertSkipped(ArchiveFacts facts, SkipReason reason, byte[] middle) throws Exception {
        assertThat(names(facts.skippedFiles(), reason)).containsExactly("dir/m");
        assertThat(entries().keySet()).startsWith("a").endsWith("z").hasSize(middle == null ? 2 : 3);
        assertThat(entries().get("dir/m")).isEqualTo(middle);
        assertThat(entries().get("z")).asString().isEqualTo("after");
        assertThat(facts.sha256()).isEqualTo(sha256(target));
        assertThat(ReadyArchive.inspect(target, SizeLimit.none(), bytes -> {}))
                .extracting(ArchiveFacts::contents, ArchiveFacts::contentDigest)
                .containsExactly(facts.contents(), facts.contentDigest());
    }

    private void resize(long size) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
