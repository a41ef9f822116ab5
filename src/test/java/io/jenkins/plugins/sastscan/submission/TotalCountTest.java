package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.submission.TotalCount.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TotalCountTest {
    @TempDir
    private Path root;

    private final CompletableFuture<Long> counted = new CompletableFuture<>();

    @Test
    void the_bytes_of_all_selected_files_are_counted() throws Exception {
        Files.writeString(root.resolve("a"), "12345");
        Files.writeString(root.resolve("b"), "123");
        Files.createDirectories(root.resolve("node_modules"));
        Files.writeString(root.resolve("node_modules/c"), "left out");
        Listing files =
                each -> new DirectoryArchiver(ArchiveOptions.defaults()).list(root, Selection.everything(), each);
        TotalCount count = new TotalCount(Duration.ZERO, files, counted::complete);

        assertThat(counted.get(1, TimeUnit.MINUTES)).isEqualTo(8);
        count.close();
    }

    @Test
    void an_archive_that_is_made_soon_is_not_counted() {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        new TotalCount(Duration.ofHours(1), each -> asked.add("listed"), counted::complete).close();
        assertThat(asked).isEmpty();
        assertThat(counted).isNotDone();
        assertNoThread();
    }

    @Test
    void a_count_ends_with_the_archive() throws Exception {
        TotalCount count = listing(each -> new CountDownLatch(1).await());
        count.close();
        assertThat(counted).isNotDone();
        assertNoThread();
    }

    @Test
    void files_that_cannot_be_listed_are_not_counted() throws Exception {
        TotalCount count = listing(each -> {
            throw new IOException("gone");
        });
        count.close();
        assertThat(counted).isNotDone();
    }

    /** A count that has begun to list the files. */
    private TotalCount listing(Listing files) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        TotalCount count = new TotalCount(
                Duration.ZERO,
                each -> {
                    begun.countDown();
                    files.each(each);
                },
                counted::complete);
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        return count;
    }

    private static void assertNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("sast-archive-count");
    }
}
