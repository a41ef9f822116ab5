package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
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

    /** What happens to a file between when it is found and when it is opened. */
    enum Change {
        MAY_NOT_BE_OPENED(Reason.UNREADABLE) {
            @Override
            void make(Path file, Path temp) throws IOException {
                throw new AccessDeniedException(file.toString());
            }
        },
        VANISHES(Reason.VANISHED) {
            @Override
            void make(Path file, Path temp) throws IOException {
                Files.delete(file);
            }
        },
        A_DIRECTORY_REPLACES_IT(Reason.UNREADABLE) {
            @Override
            void make(Path file, Path temp) throws IOException {
                Files.delete(file);
                Files.createDirectory(file);
            }
        },
        A_LINK_REPLACES_IT(Reason.UNREADABLE) {
            @Override
            void make(Path file, Path temp) throws IOException {
                Files.createSymbolicLink(file, Files.move(file, temp.resolve("secret")));
            }
        },
        A_LINK_REPLACES_ITS_DIRECTORY(Reason.VANISHED) {
            @Override
            void make(Path file, Path temp) throws IOException {
                Files.createSymbolicLink(file.getParent(), Files.move(file.getParent(), temp.resolve("moved")));
            }
        };

        private final Reason reason;

        Change(Reason reason) {
            this.reason = reason;
        }

        abstract void make(Path file, Path temp) throws IOException;
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
        ArchiveTests.assumePosix();
        for (int size : new int[] {SMALL, LARGE}) {
            Files.write(file, ArchiveTests.text(size));
            ArchiveFacts facts = archive(2, path -> {
                if (path.endsWith("m")) {
                    change.make(path, temp);
                }
                return SourceFile.openNoLink(path);
            });
            assertThat(facts.skippedFiles().names(change.reason)).containsExactly("dir/m");
            assertEntries(facts, null);
            ArchiveTests.run(temp, "rm", "-rf", "root/dir", "moved", "secret", "out.zip");
            Files.createDirectory(file.getParent());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_changes_its_size_is_taken_as_far_as_it_was_found_and_goes(int size) throws Exception {
        for (int other : new int[] {size + 1, size - 1_234, 0}) {
            Files.write(file, ArchiveTests.text(size));
            ArchiveFacts facts = archive(2, path -> {
                SeekableByteChannel channel = SourceFile.openNoLink(path);
                if (path.endsWith("m")) {
                    resize(other);
                }
                return channel;
            });
            assertThat(facts.skippedFiles().names(Reason.CHANGED)).containsExactly("dir/m");
            assertEntries(facts, Arrays.copyOf(ArchiveTests.text(size), Math.min(size, other)));
            Files.delete(target);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000, 300_000, 2_500_000})
    void a_file_that_fails_in_the_middle_is_no_entry(int readable) throws Exception {
        // Noise, so that much of it is on the disk already when it has to be taken back.
        Files.write(file, ArchiveTests.noise(readable == 5_000 ? SMALL : LARGE));
        ArchiveFacts facts = archive(2, path -> {
            SeekableByteChannel channel = SourceFile.openNoLink(path);
            return path.endsWith("m") ? new BoundedReadChannel(channel, readable) : channel;
        });
        assertThat(facts.skippedFiles().names(Reason.UNREADABLE)).containsExactly("dir/m");
        assertEntries(facts, null);
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
        ArchiveFacts facts = archive(bytes -> {
            if (first.getAndSet(false)) {
                delete(root.resolve("z"), root.resolve("y/file"), root.resolve("y"));
            }
        });
        assertThat(facts.skippedFiles().names(Reason.VANISHED)).containsExactly("y", "z");
        assertThat(facts.files()).isEqualTo(602);
    }

    @Test
    void a_large_file_that_shrinks_while_it_is_written_is_a_valid_entry() throws Exception {
        byte[] noise = ArchiveTests.noise(2 * OrderedWindow.MAX_BYTES);
        int left = noise.length - 1_000_000;
        Files.write(file, noise);
        ArchiveFacts facts = archive(bytes -> {
            if (bytes == "before".length()) {
                resize(left);
            }
        });
        assertThat(facts.skippedFiles().names(Reason.CHANGED)).containsExactly("dir/m");
        assertEntries(facts, Arrays.copyOf(noise, left));
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

    /** The archive holds the first and the last file, in between what is expected, and is what its facts say. */
    private void assertEntries(ArchiveFacts facts, byte[] middle) throws Exception {
        assertThat(entries().keySet()).startsWith("a").endsWith("z").hasSize(middle == null ? 2 : 3);
        assertThat(entries().get("dir/m")).isEqualTo(middle);
        assertThat(entries().get("z")).asString().isEqualTo("after");
        assertThat(facts.sha256()).isEqualTo(ArchiveTests.sha256(target));
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

    private static void delete(Path... paths) {
        for (Path path : paths) {
            try {
                Files.delete(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
