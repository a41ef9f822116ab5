package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to an archive when its files do not hold still, and when nobody wants it any more. */
@Timeout(60)
class ChangingFilesTest extends DisturbedArchive {
    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_grows_is_taken_with_the_size_it_was_found_with(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archive(path -> {
            SeekableByteChannel channel = FileOpener.noLink(path);
            if (path.endsWith("m")) {
                Files.write(path, new byte[1], StandardOpenOption.APPEND);
            }
            return channel;
        });
        assertThat(facts.skippedFiles().names(Reason.CHANGED)).containsExactly("m");
        assertEntries(facts, Map.of("m", ArchiveTests.text(size)));
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_shrinks_is_taken_as_far_as_it_goes(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archive(path -> {
            SeekableByteChannel channel = FileOpener.noLink(path);
            if (path.endsWith("m")) {
                truncate(path, size - 1_234);
            }
            return channel;
        });
        assertThat(facts.skippedFiles().names(Reason.CHANGED)).containsExactly("m");
        assertEntries(facts, Map.of("m", Arrays.copyOf(ArchiveTests.text(size), size - 1_234)));
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_is_emptied_is_an_empty_entry(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archiveAfter(path -> {
            truncate(path, 0);
        });
        assertThat(facts.skippedFiles().count(Reason.CHANGED)).isEqualTo(1);
        assertEntries(facts, Map.of("m", new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_vanishes_before_it_is_opened_is_no_entry(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archiveAfter(path -> {
            Files.delete(path);
        });
        assertThat(facts.skippedFiles().names(Reason.VANISHED)).containsExactly("m");
        assertEntries(facts, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_a_directory_replaces_is_no_entry(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archiveAfter(path -> {
            Files.delete(path);
            Files.createDirectory(path);
        });
        assertThat(facts.skippedFiles().names(Reason.UNREADABLE)).containsExactly("m");
        assertEntries(facts, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_a_link_replaces_is_not_followed(int size) throws Exception {
        ArchiveTests.assumePosix();
        Files.write(file, ArchiveTests.text(size));
        Path secret = Files.write(temp.resolve("secret"), ArchiveTests.text(size));
        ArchiveFacts facts = archiveAfter(path -> {
            Files.delete(path);
            Files.createSymbolicLink(path, secret);
        });
        assertThat(facts.skippedFiles().names(Reason.UNREADABLE)).containsExactly("m");
        assertEntries(facts, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_whose_directory_a_link_replaces_is_not_taken_from_there(int size) throws Exception {
        ArchiveTests.assumePosix();
        ArchiveTests.write(root, "dir/m", ArchiveTests.text(size));
        Path elsewhere =
                ArchiveTests.write(temp, "elsewhere/m", ArchiveTests.text(size)).getParent();
        ArchiveFacts facts = archiveAfter(path -> {
            Files.move(path.getParent(), temp.resolve("moved"));
            Files.createSymbolicLink(path.getParent(), elsewhere);
        });
        assertThat(facts.skippedFiles().names(Reason.VANISHED)).containsExactly("dir/m");
        assertEntries(facts, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_file_that_may_not_be_opened_is_no_entry(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        ArchiveFacts facts = archiveAfter(path -> {
            throw new AccessDeniedException(path.toString());
        });
        assertThat(facts.skippedFiles().names(Reason.UNREADABLE)).containsExactly("m");
        assertEntries(facts, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000, 300_000, 2_500_000})
    void a_file_that_fails_in_the_middle_is_no_entry(int readable) throws Exception {
        // Noise, so that much of it is on the disk already when it has to be taken back.
        Files.write(file, ArchiveTests.noise(readable == 5_000 ? SMALL : LARGE));
        ArchiveFacts facts = archive(path -> {
            SeekableByteChannel channel = FileOpener.noLink(path);
            return path.endsWith("m") ? new BadSector(channel, readable) : channel;
        });
        assertThat(facts.skippedFiles().names(Reason.UNREADABLE)).containsExactly("m");
        assertEntries(facts, Map.of());
    }

    @Test
    void when_no_selected_file_can_be_read_there_is_no_archive() throws Exception {
        assertThatThrownBy(() -> archive(path -> {
                    throw new AccessDeniedException(path.toString());
                }))
                .isInstanceOf(EmptySelectionException.class)
                .hasMessageContaining("is skipped: 2 unreadable files and directories");
        assertNothingIsLeft();
    }

    @Test
    void files_and_directories_that_vanish_while_others_are_written_are_counted() throws Exception {
        for (int i = 0; i < 600; i++) {
            ArchiveTests.write(root, "f" + i, "");
        }
        ArchiveTests.write(root, "y/file", "");
        // What comes after the window is looked at only when the first file has been written.
        ArchiveFacts facts = new DirectoryArchiver(ArchiveOptions.defaults())
                .archive(root, ArchiveTests.ALL, target, (files, bytes) -> {
                    if (files == 1) {
                        delete(root.resolve("z"), root.resolve("y/file"), root.resolve("y"));
                    }
                });
        assertThat(facts.skippedFiles().names(Reason.VANISHED)).containsExactly("y", "z");
        assertThat(facts.files()).isEqualTo(601);
    }

    @Test
    void a_large_file_that_shrinks_while_it_is_written_is_a_valid_entry() throws Exception {
        byte[] text = ArchiveTests.text(2 * OrderedWindow.MAX_BYTES);
        int left = text.length - 1_000_000;
        Files.write(file, text);
        ArchiveFacts facts = new DirectoryArchiver(ArchiveOptions.defaults())
                .archive(root, ArchiveTests.ALL, target, (files, bytes) -> {
                    if (files == 1) {
                        truncate(file, left);
                    }
                });
        assertThat(facts.skippedFiles().names(Reason.CHANGED)).containsExactly("m");
        assertEntries(facts, Map.of("m", Arrays.copyOf(text, left)));
    }

    @Test
    void a_defect_on_another_thread_is_not_swallowed() {
        assertThatThrownBy(() -> archive(path -> {
                    throw new UnsupportedOperationException("defect");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("defect");
        assertThatThrownBy(() -> archive(path -> {
                    throw new OutOfMemoryError("heap");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertNothingIsLeft();
    }

    private interface Change {
        void make(Path file) throws IOException;
    }

    /** Something happens to the file between when it is found and when it is opened. */
    private ArchiveFacts archiveAfter(Change change) throws Exception {
        return archive(path -> {
            if (path.endsWith("m")) {
                change.make(path);
            }
            return FileOpener.noLink(path);
        });
    }

    /** The archive holds the first and the last file, in between what is expected, and is what its facts say. */
    private void assertEntries(ArchiveFacts facts, Map<String, byte[]> middle) throws Exception {
        Map<String, byte[]> entries = ArchiveTests.entries(target);
        assertThat(entries.keySet()).startsWith("a").endsWith("z").hasSize(2 + middle.size());
        middle.forEach((name, content) -> assertThat(entries.get(name)).isEqualTo(content));
        assertThat(entries.get("z")).asString().isEqualTo("after");
        assertThat(facts.files()).isEqualTo(entries.size());
        assertThat(facts.sha256()).isEqualTo(ArchiveTests.sha256(target));
        assertThat(ReadyArchive.inspect(target, SizeLimit.none(), ArchiveProgress.none())
                        .contentDigest())
                .isEqualTo(facts.contentDigest());
    }

    private static void truncate(Path file, long size) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(size);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(Path... paths) {
        for (Path path : paths) {
            try {
                Files.delete(path);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A file of which only the beginning can be read. */
    private static final class BadSector extends ChannelDelegate {
        private final long readable;

        BadSector(SeekableByteChannel channel, long readable) {
            super(channel);
            this.readable = readable;
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
            if (position() >= readable) {
                throw new IOException("Input/output error");
            }
            ByteBuffer part = bytes.duplicate();
            part.limit(part.position() + (int) Math.min(part.remaining(), readable - position()));
            int got = super.read(part);
            bytes.position(part.position());
            return got;
        }
    }
}
