package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WorkLockTest {
    @TempDir
    Path folder;

    private Path file;
    private Thread thread;

    @BeforeEach
    void name() {
        file = folder.resolve("new").resolve("work.lock");
    }

    @Test
    void nothing_is_left_when_the_work_has_ended() throws Exception {
        try (WorkLock lock = take()) {
            assertThat(lock).isNotNull();
            assertThat(file).exists();
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void other_work_waits_until_the_first_has_ended() throws Exception {
        WorkLock first = take();
        FutureTask<WorkLock> second = started();
        awaitWaiting();
        assertThat(second.isDone()).isFalse();

        first.close();

        second.get().close();
        assertThat(file).doesNotExist();
    }

    @Test
    void waiting_ends_when_it_is_interrupted() throws Exception {
        try (WorkLock lock = take()) {
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
    void a_file_that_a_killed_process_left_is_no_lock() throws Exception {
        Files.createDirectories(file.getParent());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
        }
        assertThat(file).exists();

        take().close();
    }

    @Test
    void work_goes_on_where_there_can_be_no_lock_file() throws Exception {
        Files.createFile(folder.resolve("new"));

        take().close();

        assertThat(folder.resolve("new")).isRegularFile();
    }

    private FutureTask<WorkLock> started() {
        FutureTask<WorkLock> task = new FutureTask<>(this::take);
        thread = new Thread(task);
        thread.start();
        return task;
    }

    private void awaitWaiting() {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private WorkLock take() throws InterruptedException {
        return WorkLock.take(file.getParent(), file);
    }
}
