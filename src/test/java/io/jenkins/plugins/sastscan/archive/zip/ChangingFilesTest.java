package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.SourceFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file "dir/m" changes, vanishes or cannot be read while its directory is archived. */
@Timeout(60)
class ChangingFilesTest extends ArchiveFixture {
    private static final int SMALL = 10_000;
    private static final int LARGE = 3_000_000;

    private Path file;

    @BeforeEach
    void writeFiles() throws Exception {
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
    })
    void a_file_is_skipped_if_it_was_replaced_or_cannot_be_opened(String change, SkipReason reason) throws Exception {
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
            run(temp, "rm", "-rf", "root/dir", "secret", "out.zip");
            Files.createDirectory(file.getParent());
        }
    }

    /** Changes a file after it was found and before it is opened. */
    private void change(String change, Path path) throws IOException {
        switch (change) {
            case "denied" -> throw new AccessDeniedException(path.toString());
            case "vanished" -> Files.delete(path);
            case "a directory" -> {
                Files.delete(path);
                Files.createDirectory(path);
            }
            default -> Files.createSymbolicLink(path, Files.move(path, temp.resolve("secret")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_resized_file_is_archived_up_to_its_original_size(int size) throws Exception {
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

    /** The first 1 MiB of a large file are in the archive before the rest is read. */
    @ParameterizedTest
    @CsvSource({"10000, 0, UNREADABLE, -1", "3000000, 0, UNREADABLE, -1", "3000000, 2, CHANGED, 2097152"})
    void a_file_that_cannot_be_read_is_skipped_and_a_large_one_is_cut_if_its_rest_cannot_be_read(
            int size, int readable, SkipReason reason, int archived) throws Exception {
        Files.write(file, noise(size));
        AtomicInteger reads = new AtomicInteger();
        ArchiveFacts facts = archive(2, beforeReading(() -> {
            if (reads.getAndIncrement() == readable) {
                throw new IOException("broken");
            }
        }));
        assertSkipped(facts, reason, archived < 0 ? null : Arrays.copyOf(noise(size), archived));
    }

    @Test
    void archiving_fails_if_all_files_are_unreadable() throws Exception {
        SourceFile.Opener opener = path -> {
            throw new AccessDeniedException(path.toString());
        };
        DirectoryArchiver archiver = new DirectoryArchiver(SizeLimit.none(), Boundary.of(root), 2, opener);
        String why = "is skipped: 3 unreadable files and directories";
        assertRefused(() -> archiver.archive(root, ALL, target, false, bytes -> {}), why);
        assertNothingIsLeft();
    }

    @Test
    void files_that_vanish_during_archiving_are_counted() throws Exception {
        for (int i = 0; i < 600; i++) {
            write("f" + i, "");
        }
        tree("y/file");
        AtomicBoolean first = new AtomicBoolean(true);
        // The archiver opens only a few files in advance, so it has not opened y/file and z yet. It may have listed y.
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
        assertThat(names(facts.skippedFiles(), SkipReason.VANISHED))
                .hasSize(2)
                .allMatch(name -> name.matches("y|y/file|z"));
        assertThat(facts.contents().files()).isEqualTo(602);
    }

    @Test
    void an_unexpected_exception_in_another_thread_is_rethrown() throws Exception {
        assertThatThrownBy(() -> archive(2, path -> {
                    throw new UnsupportedOperationException("defect");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("defect");
        assertNothingIsLeft();
    }

    /** {@code middle} is the archived content of "dir/m", or null if the archive does not contain this file. */
    private void assertSkipped(ArchiveFacts facts, SkipReason reason, byte[] middle) throws Exception {
        assertThat(names(facts.skippedFiles(), reason)).containsExactly("dir/m");
        assertThat(entries().keySet()).startsWith("a").endsWith("z").hasSize(middle == null ? 2 : 3);
        assertThat(entries().get("dir/m")).isEqualTo(middle);
        assertThat(entries().get("z")).asString().isEqualTo("after");
        assertThat(facts.sha256()).isEqualTo(sha256(target));
        assertThat(ReadyArchive.inspect(target, SizeLimit.none(), bytes -> {}, each -> {}))
                .extracting(again -> again.contents().bytes(), ArchiveFacts::contentDigest)
                .containsExactly(facts.contents().bytes(), facts.contentDigest());
    }

    private void resize(long size) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
