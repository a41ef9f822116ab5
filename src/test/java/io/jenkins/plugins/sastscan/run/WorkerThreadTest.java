package io.jenkins.plugins.sastscan.run;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WorkerThreadTest {
    /** Of one thread, as remoting's may be when all others are busy: each task is the next of the same thread. */
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    private final CountDownLatch begun = new CountDownLatch(1);

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    @Test
    void what_comes_of_the_work_comes_back() throws Exception {
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
    void work_that_loses_interrupts_ends_before_its_caller_does() throws Exception {
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
    void the_next_task_of_the_callers_thread_is_never_interrupted() throws Exception {
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

        // All that interrupts has ended when the next task begins: the thread that it knows of is another, and dead.
        Thread next = pool.submit(() -> {
                    assertThat(Thread.interrupted()).isFalse();
                    assertThat(worker.get().isAlive()).isFalse();
                    return Thread.currentThread();
                })
                .get();
        assertThat(worker.get()).isNotSameAs(next);
    }

    @Test
    void a_caller_that_is_interrupted_says_so_even_if_the_work_succeeds() throws Exception {
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
