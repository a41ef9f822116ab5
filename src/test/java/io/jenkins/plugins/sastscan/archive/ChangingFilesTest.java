package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory has a first file, a last one, and the file "dir/m", which changes while it is archived. */
@Timeout(60)
class ChangingFilesTest extends ArchiveFixture {
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
