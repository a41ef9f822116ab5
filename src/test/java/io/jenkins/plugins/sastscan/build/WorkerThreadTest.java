package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
    void the_caller_receives_the_result_or_the_exception_of_the_work() throws Exception {
        assertThat(WorkerThread.run(() -> 42)).isEqualTo(42);
        for (Throwable failure : new Throwable[] {
            new IOException("gone"),
            new IllegalStateException("defect"),
            new InterruptedException("ended"),
            new NoClassDefFoundError("not to be had")
        }) {
            assertThatThrownBy(() -> WorkerThread.run(() -> {
                        if (failure instanceof Error error) {
                            throw error;
                        }
                        throw (Exception) failure;
                    }))
                    .isSameAs(failure);
        }
    }

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

    @Test
    void after_an_interrupted_call_the_next_task_is_not_interrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicReference<Thread> worker = new AtomicReference<>();
        Future<?> caller = pool.submit(() -> WorkerThread.run(() -> {
            worker.set(Thread.currentThread());
            begun.countDown();
            try {
                return new CountDownLatch(1).await(1, TimeUnit.HOURS);
            } finally {
                interrupted.countDown();
            }
        }));
        begun.await();
        caller.cancel(true);
        interrupted.await();

        // The interrupts went to the worker thread, which has ended.
        Thread next = pool.submit(() -> {
                    assertThat(Thread.interrupted()).isFalse();
                    assertThat(worker.get().isAlive()).isFalse();
                    return Thread.currentThread();
                })
                .get();
        assertThat(worker.get()).isNotSameAs(next);
    }

    @Test
    void an_interrupted_caller_throws_even_if_the_work_succeeds() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<Thread> waiting = new AtomicReference<>();
        Future<?> caller = pool.submit(() -> {
            waiting.set(Thread.currentThread());
            return WorkerThread.run(() -> {
                begun.countDown();
                while (true) {
                    try {
                        release.await();
                        return "done";
                    } catch (InterruptedException lost) {
                        release.countDown();
                    }
                }
            });
        });
        begun.await();

        waiting.get().interrupt();

        assertThatThrownBy(caller::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }
}
