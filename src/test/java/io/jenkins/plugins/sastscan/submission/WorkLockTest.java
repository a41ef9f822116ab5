package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lock that makes a resumed step wait until earlier work on the same agent has ended. */
@Timeout(60)
class WorkLockTest {
    @TempDir
    Path folder;

    private Path file;
    private Thread thread;

    @BeforeEach
    void chooseLockFile() {
        file = folder.resolve("new").resolve("work.lock");
    }

    @Test
    void a_second_lock_waits_for_the_first() throws Exception {
        WorkLock first = WorkLock.take(file.getParent(), file);
        FutureTask<WorkLock> second = started();
        awaitWaiting();
        assertThat(second.isDone()).isFalse();
        assertThat(file).exists();

        first.close();

        second.get().close();
        assertThat(file).doesNotExist();
    }

    @Test
    void an_interrupt_ends_the_wait_for_the_lock() throws Exception {
        try (WorkLock lock = WorkLock.take(file.getParent(), file)) {
            assertThat(lock).isNotNull();
            FutureTask<WorkLock> second = started();
            awaitWaiting();

            thread.interrupt();

            assertThatThrownBy(second::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void the_lock_file_of_a_killed_process_does_not_block_a_new_lock() throws Exception {
        Files.createDirectories(file.getParent());
        Files.createFile(file);

        WorkLock.take(file.getParent(), file).close();

        assertThat(file).doesNotExist();
    }

    @Test
    void the_channel_of_a_lock_file_is_closed_if_locking_fails() throws Exception {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        FileChannel readOnly = FileChannel.open(file);

        assertThatThrownBy(() -> WorkLock.tryLock(readOnly)).isInstanceOf(NonWritableChannelException.class);

        assertThat(readOnly.isOpen()).isFalse();
    }

    @Test
    void work_continues_if_the_lock_file_cannot_be_created() throws Exception {
        Files.createFile(folder.resolve("new"));

        WorkLock.take(file.getParent(), file).close();

        assertThat(folder.resolve("new")).isRegularFile();
    }

    private FutureTask<WorkLock> started() {
        FutureTask<WorkLock> task = new FutureTask<>(() -> WorkLock.take(file.getParent(), file));
        thread = new Thread(task);
        thread.start();
        return task;
    }

    private void awaitWaiting() {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
