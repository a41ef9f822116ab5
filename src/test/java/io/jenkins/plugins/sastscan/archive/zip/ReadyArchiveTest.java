package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Existing archives are inspected before they are uploaded. */
@Timeout(60)
class ReadyArchiveTest extends ReadyArchiveFixture {
    @Test
    void directories_in_an_existing_archive_are_not_counted_as_files() throws Exception {
        Path file = zip("dir/", "dir/a", "b");
        List<Long> bytes = new ArrayList<>();
        List<SelectedFile> listed = new ArrayList<>();
        ArchiveFacts facts =
                ReadyArchive.inspect(file, new SizeLimit(Files.size(file), false), bytes::add, listed::add);
        assertThat(facts.contents().files()).isEqualTo(2);
        assertThat(facts.contents().bytes()).isEqualTo("dir/a".length() + "b".length());
        assertThat(facts.archiveBytes()).isEqualTo(Files.size(file));
        assertThat(facts.sha256()).isEqualTo(sha256(file));
        assertThat(facts.skippedFiles().groups()).isEmpty();
        assertThat(bytes).isSorted().endsWith(facts.contents().bytes());
        assertThat(listed).containsExactly(new SelectedFile("dir/a", 5, file), new SelectedFile("b", 1, file));
    }

    @Test
    void entry_names_that_escape_the_directory_are_rejected() throws Exception {
        String names =
                "/etc/passwd,\\windows,C:/x,c:x,../x,a/../../x,a\\..\\x,..,a/..,../dir/,\\\\h\\s,.. /x,a\\.. \\x,"
                        + " ../x,1:x";
        for (String name : names.split(",")) {
            String shown = name.contains("/") ? name : name.replace('\\', '/');
            assertRefused(zip("ok", name), "the entry \"" + shown + "\", whose name leads outside the archive");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..a", "a..", "a/...", "x/C:", "a\\b", "./a", "META-INF/versions/25/a"})
    void an_unusual_entry_name_is_accepted_if_it_stays_inside_the_directory(String name) throws Exception {
        assertThat(inspect(zip(name)).contents().files()).isEqualTo(1);
    }

    @Test
    void backslashes_in_entry_names_separate_folders() throws Exception {
        ContentStatistics contents =
                inspect(zip("dir\\", "dir\\a.c", "dir\\b.c")).contents();
        assertThat(contents.folders()).extracting(ContentStatistics.Total::name).containsExactly("dir");
        assertThat(contents.files()).isEqualTo(2);
        assertThat(contents.namesInvalidOnWindows()).isZero();
    }

    @Test
    void each_duplicate_entry_is_counted() throws Exception {
        Path file = zip("same", "sama");
        String renamed = Files.readString(file, StandardCharsets.ISO_8859_1).replace("sama", "same");
        ArchiveFacts facts = inspect(Files.writeString(file, renamed, StandardCharsets.ISO_8859_1));
        assertThat(facts.contents().files()).isEqualTo(2);
        assertThat(facts.contents().bytes()).isEqualTo(2 * "same".length());
        assertThat(names(facts.skippedFiles(), SkipReason.SAME_NAME)).containsExactly("same");
        assertThat(names(inspect(zip("a/B", "A/b")).skippedFiles(), SkipReason.SAME_NAME))
                .containsExactly("A/b");
    }

    @ParameterizedTest
    @CsvSource({"Shift_JIS, \u8868.java, ''", "ISO-8859-1, \u00e9t\u00e9/a, \u00e9t\u00e9"})
    void a_name_in_another_charset_is_separated_only_by_slashes(String charset, String name, String folder)
            throws Exception {
        ContentStatistics contents =
                inspect(zip(Charset.forName(charset), name)).contents();
        assertThat(contents.folders()).extracting(ContentStatistics.Total::name).containsExactly(folder);
    }

    static Stream<Arguments> unusual() {
        return Stream.of(
                change(
                        "a comment of an entry in any charset",
                        parts -> parts.central = littleEndian(
                                        Arrays.copyOf(parts.central.array(), parts.central.capacity() + 1))
                                .putShort(32, (short) 1)
                                .put(parts.central.capacity(), (byte) 0xFF)),
                change("a comment of the archive", parts -> {
                    parts.after = new byte[1_000];
                    parts.endChange = end -> end.putShort(20, (short) 1_000);
                }),
                change("an end record with numbers of 64 bits", parts -> parts.widen(1)),
                change("a Unicode name that equals the name", parts -> {
                    parts.local = Parts.extended(parts.local, "\1\0\0\0\0a");
                    parts.central = Parts.extended(parts.central, "\1\0\0\0\0a");
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusual")
    void an_archive_in_which_all_programs_see_the_same_files_is_accepted(String name, Consumer<Parts> change)
            throws Exception {
        Parts parts = new Parts();
        change.accept(parts);
        assertThat(inspect(Files.write(target, parts.joined())).contents().files())
                .isEqualTo(1);
    }

    @Test
    void a_stored_entry_with_a_data_descriptor_is_accepted() throws Exception {
        Parts parts = new Parts();
        for (int length : new int[] {12, 16, 20, 24}) {
            parts.describe(length).putInt(14, 0).putLong(18, 0);
            Files.write(target, parts.joined());
            assertThat(inspect(target).contents().bytes()).isEqualTo(50);
        }
        parts.between = new byte[28];
        assertRefused(Files.write(target, parts.joined()), "data outside its entries");
    }

    /** Info-ZIP writes such entries to a pipe, and {@code git archive} for large files. */
    @Test
    void the_size_before_the_content_may_be_known_when_a_data_descriptor_follows() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("abc"));
        littleEndian(bytes).putInt(22, 3);
        assertThat(inspect(Files.write(target, bytes)).contents().bytes()).isEqualTo(3);
    }

    @Test
    void names_that_are_invalid_on_windows_and_likely_secrets_are_accepted_and_counted() throws Exception {
        ContentStatistics contents = inspect(zip("ab:c", "c", "nul.txt", "d./", "d./e", "conf\\.env", ".env.example"))
                .contents();
        assertThat(contents.files()).isEqualTo(6);
        assertThat(contents.namesInvalidOnWindows()).isEqualTo(3);
        assertThat(contents.likelySecretNames()).containsExactly("conf/.env");
    }

    @Test
    void an_archive_without_files_is_rejected() throws Exception {
        assertRefused(Files.write(target, ZipRecords.end(0, 0, 0)), "contains no files");
        assertRefused(zip("only/", "only/directories/"), "contains no files");
    }

    @Test
    void a_file_that_is_not_a_zip_file_is_rejected() throws Exception {
        byte[] bytes = Files.readAllBytes(zip("a", "b"));
        for (byte[] content : List.of(Arrays.copyOf(bytes, bytes.length / 2), text(100_000), new byte[0])) {
            assertRefused(Files.write(target, content), "is not a valid zip file");
        }
        assertRefused(temp, "is not a file");
        assertRefused(temp.resolve("gone.zip"), "does not exist");
        assertRefused(Files.createSymbolicLink(temp.resolve("link.zip"), target), "is not a file");
    }

    @Test
    void an_archive_above_the_size_limit_is_rejected_before_its_entries_are_read() throws Exception {
        Path file = write(temp, "large.zip", noise(500_000));
        assertRefused(
                () -> ReadyArchive.inspect(file, new SizeLimit(600_000, true), bytes -> {}, each -> {}),
                "The archive " + file + " is too large",
                "exceeds the limit of 600.0 kB");
    }

    @Test
    void an_interrupt_stops_the_inspection() throws Exception {
        Path file = zip("a", "b");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> inspect(file)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(() -> ReadyArchive.inspect(
                        file, NO_LIMIT, bytes -> Thread.currentThread().interrupt(), each -> {}))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
