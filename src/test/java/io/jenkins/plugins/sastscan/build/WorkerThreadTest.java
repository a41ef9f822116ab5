package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WorkerThreadTest {
    /** A single thread runs all tasks in turn, as in a remoting pool whose other threads are busy. */
    @AutoClose("shutdownNow")
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    private final CountDownLatch begun = new CountDownLatch(1);

    @Test
    void the_caller_waits_for_the_end_of_work_that_ignores_interrupts() throws Exception {
        AtomicInteger lost = new AtomicInteger();
        Future<?> caller = pool.submit(() -> WorkerThread.run(() -> {
            begun.countDown();
            while (lost.get() < 3) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    lost.incrementAndGet();
                }
            }
            return new CountDownLatch(1).await(1, TimeUnit.HOURS);
        }));
        begun.await();

        caller.cancel(true);

        pool.submit(() -> assertThat(lost).hasValue(3)).get();
    }
}
