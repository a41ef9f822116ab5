package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.nio.channels.FileChannel;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After a failure or an interrupt, no thread remains. The submission deletes the directory of the archive. */
@Timeout(120)
class ArchiveFailureTest extends ArchiveFixture {
    private static final int LARGE = 3_000_000;

    @Test
    void archiving_stops_as_soon_as_the_size_limit_is_exceeded() throws Exception {
        for (int i = 0; i < 100; i++) {
            write("f" + i, noise(100_000));
        }
        List<Long> done = new ArrayList<>();
        assertRefused(
                () -> archive(new SizeLimit(1_000_000, false), done::add),
                "The archive is too large: its request body exceeds the limit of ",
                "Exclude files that the scan does not need, or raise the upload size limit");
        assertThat(done).hasSizeLessThan(10);
        assertNoThreadIsLeft();
    }

    @Test
    void no_thread_remains_after_a_progress_listener_fails() throws Exception {
        write("a", "before");
        write("m", noise(LARGE));
        IllegalStateException failure = new IllegalStateException("listener");
        assertThatThrownBy(() -> archive(NO_LIMIT, bytes -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertNoThreadIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 2_000_000})
    void a_full_disk_is_reported(int size) throws Exception {
        for (int i = 0; i < 2_000_000 / size + 1; i++) {
            write("f" + i, noise(size));
        }
        Configuration small =
                Configuration.unix().toBuilder().setMaxSize(1_000_000).build();
        try (var disk = Jimfs.newFileSystem(small)) {
            target = disk.getPath("/work/out.zip");
            assertRefused(this::archive, "Cannot write the archive " + target + " (out of disk space). Check the free");
        }
        assertNoThreadIsLeft();
    }

    @Test
    void an_interrupted_thread_does_not_start_to_archive() throws Exception {
        // The archiver reads the ignore file first. The interrupt must stop it there.
        write(".sastignore", "docs/**");
        Thread.currentThread().interrupt();
        assertInterrupted(this::archive);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void an_interrupt_stops_archiving(int after) throws Exception {
        write("a", "before");
        write("m", noise(LARGE));
        write("z", "after");
        AtomicInteger calls = new AtomicInteger();
        assertInterrupted(() -> archive(NO_LIMIT, bytes -> {
            if (calls.incrementAndGet() == after) {
                Thread.currentThread().interrupt();
            }
        }));
        assertThat(calls.get()).isGreaterThanOrEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, LARGE})
    void an_interrupt_stops_archiving_even_if_a_read_hangs(int size) throws Exception {
        assumePosix();
        Path pipe = root.resolve("pipe");
        run(temp, "mkfifo", pipe.toString());
        // Without a writer, opening would hang, too.
        try (FileChannel writer = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThat(writer.isOpen()).isTrue();
            FutureTask<Object> task =
                    new FutureTask<>(() -> assemble(List.of(new SelectedFile("m", size, pipe)), 2, bytes -> {}));
            Thread archiving = new Thread(task);
            archiving.start();
            while (Thread.getAllStackTraces().values().stream()
                    .flatMap(Stream::of)
                    .noneMatch(frame -> frame.getClassName().equals(SourceFile.class.getName()))) {
                Thread.sleep(10);
            }
            archiving.interrupt();
            assertThatThrownBy(() -> task.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
        assertNoThreadIsLeft();
    }

    /** Otherwise, an archive with a part of the file would be complete, and its submission would no longer delete it. */
    @Test
    void an_interrupted_read_is_not_the_end_of_the_file() throws Exception {
        Path file = root.resolve("a");
        write("a", "text");
        try (SourceFile source = new SourceFile(new SelectedFile("a", 4, file))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> source.read(new byte[4])).isInstanceOf(InterruptedException.class);
        }
        try (SourceFile source = new SourceFile(new SelectedFile("a", 4, file))) {
            assertThat(source.read(new byte[4])).isEqualTo(4);
            Thread.currentThread().interrupt();
            assertThatThrownBy(source::problem).isInstanceOf(InterruptedException.class);
        }
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void an_unexpected_exception_in_another_thread_is_rethrown() throws Exception {
        FileSystem disk = Jimfs.newFileSystem(Configuration.unix());
        SelectedFile gone = new SelectedFile("m", 10_000, disk.getPath("m"));
        disk.close();
        assertThatThrownBy(() -> assemble(List.of(gone), 2, bytes -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ClosedFileSystemException.class);
        assertNoThreadIsLeft();
    }

    private void assertNoThreadIsLeft() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("sast-archive")) {
                thread.join(10_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    private void assertInterrupted(ThrowingCallable archiving) throws Exception {
        assertThatThrownBy(archiving).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertNoThreadIsLeft();
    }
}
