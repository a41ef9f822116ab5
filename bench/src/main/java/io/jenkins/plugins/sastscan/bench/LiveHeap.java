package io.jenkins.plugins.sastscan.bench;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches what a run needs of the heap: what a full collection leaves, many times a second, or as often as the system
 * property {@code bench.watch} says, in milliseconds.
 */
final class LiveHeap implements AutoCloseable {
    private static final long PERIOD_MILLIS = Long.getLong("bench.watch", 50);

    private final long before = inUse();
    private final AtomicLong most = new AtomicLong(before);
    private final Thread watch = new Thread(this::watch, "heap-watch");

    LiveHeap() {
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        try {
            while (true) {
                most.accumulateAndGet(inUse(), Math::max);
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static long inUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    long growth() {
        return most.get() - before;
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
