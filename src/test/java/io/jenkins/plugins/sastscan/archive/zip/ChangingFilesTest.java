package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Assumptions;
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
    @CsvSource({"VANISHED, rm m", "UNREADABLE, rm m; mkdir m", "UNREADABLE, mv m ../../secret; ln -s ../../secret m"})
    void a_file_is_skipped_if_it_was_replaced_or_cannot_be_opened(SkipReason reason, String change) throws Exception {
        assumePosix();
        for (int size : new int[] {SMALL, LARGE}) {
            Files.write(file, text(size));
            List<SelectedFile> found = found();
            run(file.getParent(), "sh", "-c", change);
            assertSkipped(assemble(found, 2, bytes -> {}), reason, null);
            run(temp, "rm", "-rf", "root/dir/m", "secret", "out.zip");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_resized_file_is_archived_up_to_its_original_size(int size) throws Exception {
        for (int other : new int[] {size + 1, size - 1_234, 0}) {
            Files.write(file, text(size));
            List<SelectedFile> found = found();
            byte[] resized = Arrays.copyOf(text(size), other);
            Files.write(file, resized);
            byte[] archived = Arrays.copyOf(resized, Math.min(size, other));
            assertSkipped(assemble(found, 2, bytes -> {}), SkipReason.CHANGED, archived);
            Files.delete(target);
        }
    }

    /** The first part of a large file is in the archive before the rest is read. */
    @Test
    void a_large_file_is_cut_if_its_rest_cannot_be_read() throws Exception {
        List<SelectedFile> found = found();
        FileSystem disk = Jimfs.newFileSystem(Configuration.unix());
        Path large = Files.write(disk.getPath("m"), noise(LARGE));
        found.set(1, new SelectedFile("dir/m", LARGE, large));
        ThrowingConsumer<Long> closing = bytes -> {
            if (bytes > Compressor.WHOLE) {
                disk.close();
            }
        };
        assertSkipped(
                assemble(found, 2, closing::accept), SkipReason.CHANGED, Arrays.copyOf(noise(LARGE), Compressor.WHOLE));
    }

    @Test
    void archiving_fails_if_all_files_are_unreadable() throws Exception {
        // Linux does not read the memory of a process at the address 0.
        root = Path.of("/proc/self");
        Assumptions.assumeTrue(Files.exists(root.resolve("mem")));
        assertRefused(
                () -> archiver(NO_LIMIT, root).archive(root, including("mem"), target, false, bytes -> {}),
                "1 unreadable file or directory. Change the patterns");
    }

    @Test
    void files_that_vanish_during_archiving_are_counted() throws Exception {
        for (int i = 0; i < 600; i++) {
            write("f" + i, "");
        }
        tree("y/file");
        AtomicBoolean first = new AtomicBoolean(true);
        // The archiver opens only a few files in advance, so it has not opened y/file and z yet. It may have listed y.
        ThrowingConsumer<Long> deleting = bytes -> {
            if (first.getAndSet(false)) {
                Files.delete(root.resolve("z"));
                delete(root.resolve("y"));
            }
        };
        ArchiveFacts facts = archive(NO_LIMIT, deleting::accept);
        assertThat(names(facts.skippedFiles(), SkipReason.VANISHED))
                .hasSize(2)
                .allMatch(name -> name.matches("y|y/file|z"));
        assertThat(facts.contents().files()).isEqualTo(602);
    }

    /** {@code middle} is the archived content of "dir/m", or null if the archive does not contain this file. */
    private void assertSkipped(ArchiveFacts facts, SkipReason reason, byte[] middle) throws Exception {
        assertThat(names(facts.skippedFiles(), reason)).containsExactly("dir/m");
        assertThat(entries().keySet()).startsWith("a").endsWith("z").hasSize(middle == null ? 2 : 3);
        assertThat(entries().get("dir/m")).isEqualTo(middle);
        assertThat(entries().get("z")).asString().isEqualTo("after");
        assertThat(facts.sha256()).isEqualTo(sha256(target));
        assertThat(inspect(target))
                .extracting(again -> again.contents().bytes(), ArchiveFacts::contentDigest)
                .containsExactly(facts.contents().bytes(), facts.contentDigest());
    }
}
