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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory has a first file, a last one, and the file "dir/m", which changes while it is archived. */
@Timeout(60)
class ChangingFilesTest extends ArchiveFixture {
    private static final int SMALL = 10_000;
    private static final int LARGE = 3_000_000;

    private interface Action {
        void happen(Path file, Path temp) throws IOException;
    }

    /** What happens to a file between when it is found and when it is opened. */
    enum Change {
        MAY_NOT_BE_OPENED(SkipReason.UNREADABLE, (file, temp) -> {
            throw new AccessDeniedException(file.toString());
        }),
        VANISHES(SkipReason.VANISHED, (file, temp) -> Files.delete(file)),
        A_DIRECTORY_REPLACES_IT(SkipReason.UNREADABLE, (file, temp) -> {
            Files.delete(file);
            Files.createDirectory(file);
        }),
        A_LINK_REPLACES_IT(
                SkipReason.UNREADABLE,
                (file, temp) -> Files.createSymbolicLink(file, Files.move(file, temp.resolve("secret")))),
        A_LINK_REPLACES_ITS_DIRECTORY(
                SkipReason.VANISHED,
                (file, temp) -> Files.createSymbolicLink(
                        file.getParent(), Files.move(file.getParent(), temp.resolve("moved"))));

        private final SkipReason reason;
        private final Action action;

        Change(SkipReason reason, Action action) {
            this.reason = reason;
            this.action = action;
        }
    }

    private Path file;

    @BeforeEach
    void files() throws Exception {
        write("a", "before");
        file = write("dir/m", "");
        write("z", "after");
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_is_not_there_any_more_is_no_entry(Change change) throws Exception {
        assumePosix();
        for (int size : new int[] {SMALL, LARGE}) {
            Files.write(file, text(size));
            ArchiveFacts facts = archive(2, path -> {
                if (path.endsWith("m")) {
                    change.action.happen(path, temp);
                }
                return SourceFile.openNoLink(path);
            });
            assertSkipped(facts, change.reason, null);
            run(temp, "rm", "-rf", "root/dir", "moved", "secret", "out.zip");
            Files.createDirectory(file.getParent());
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
        assertThatThrownBy(() -> archive(2, path -> {
                    throw new AccessDeniedException(path.toString());
                }))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is skipped: 3 unreadable files and directories");
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
