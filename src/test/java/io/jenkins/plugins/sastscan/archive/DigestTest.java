package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.RandomTrees.Scenario;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Reading and hashing alone gives the digest that the archive would have. */
class DigestTest extends ArchiveFixture {
    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
    void any_selection_of_any_tree_has_the_digest_of_its_archive(@ForAll("scenarios") Scenario scenario)
            throws Exception {
        Path folder = Files.createTempDirectory("sast-tree");
        Path directory = Files.createDirectory(folder.resolve("tree"));
        DirectoryArchiver archiver = new DirectoryArchiver(SizeLimit.none());
        try {
            scenario.tree().create(directory);
            for (Selection selection : scenario.selections()) {
                Path zip = folder.resolve("zip");
                String digest;
                try {
                    digest = archiver.digest(directory, selection, bytes -> {});
                } catch (ArchiveException e) {
                    assertThatThrownBy(() -> archiver.archive(directory, selection, zip, bytes -> {}))
                            .hasMessage(e.getMessage());
                    continue;
                }
                assertThat(archiver.archive(directory, selection, zip, bytes -> {})
                                .contentDigest())
                        .isEqualTo(digest);
                Files.delete(zip);
            }
        } finally {
            SelectionEqualsAntTest.delete(folder);
        }
    }

    @Provide
    Arbitrary<Scenario> scenarios() {
        return RandomTrees.scenarios();
    }

    @Test
    void files_of_all_sizes_have_the_digest_of_their_archive_with_any_number_of_threads() throws Exception {
        write("empty", "");
        for (int size : new int[] {1, BlockCompressor.BLOCK - 1, BlockCompressor.BLOCK, 3_000_000}) {
            write("text" + size, ArchiveTests.text(size));
        }
        for (int i = 0; i < 100; i++) {
            write("small/" + i, "file " + i);
        }
        ArchiveFacts facts = archive();
        for (int threads : new int[] {1, 4}) {
            List<Long> progress = new ArrayList<>();
            assertThat(new DirectoryArchiver(SizeLimit.none(), threads, SourceFile::openNoLink)
                            .digest(root, ArchiveTests.ALL, progress::add))
                    .isEqualTo(facts.contentDigest());
            assertThat(progress).isSorted().last().isEqualTo(facts.rawBytes());
        }
    }

    @Test
    void a_file_that_cannot_be_read_is_left_out_as_of_the_archive() throws Exception {
        write("a", "a");
        write("b", ArchiveTests.text(500_000));
        SourceFile.Opener opener = path -> {
            if (path.endsWith("b")) {
                throw new AccessDeniedException(path.toString());
            }
            return SourceFile.openNoLink(path);
        };
        assertThat(new DirectoryArchiver(SizeLimit.none(), 2, opener).digest(root, ArchiveTests.ALL, bytes -> {}))
                .isEqualTo(archive(2, opener).contentDigest());
    }

    @Test
    void a_content_or_a_name_that_differs_gives_another_digest() throws Exception {
        Path file = write("a", "a");
        String before = digest();
        Files.writeString(file, "b");
        assertThat(digest()).isNotEqualTo(before);
        Files.writeString(file, "a");
        assertThat(digest()).isEqualTo(before);
        Files.move(file, root.resolve("b"));
        assertThat(digest()).isNotEqualTo(before);
    }

    @Test
    void an_interrupt_ends_it() throws Exception {
        write("a", "a");
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        DirectoryArchiver archiver = new DirectoryArchiver(SizeLimit.none(), 1, path -> {
            reading.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return SourceFile.openNoLink(path);
        });
        FutureTask<String> task = new FutureTask<>(() -> archiver.digest(root, ArchiveTests.ALL, bytes -> {}));
        Thread thread = new Thread(task);
        thread.start();
        reading.await();
        thread.interrupt();
        assertThatThrownBy(task::get).hasCauseInstanceOf(InterruptedException.class);
    }

    private String digest() throws Exception {
        return new DirectoryArchiver(SizeLimit.none()).digest(root, ArchiveTests.ALL, bytes -> {});
    }
}
