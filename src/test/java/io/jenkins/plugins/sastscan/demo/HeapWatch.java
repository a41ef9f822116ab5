package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.text.Figures;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Watches what a run really needs of the heap: several times a second, what a full collection leaves. */
final class HeapWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 400;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "heap-watch");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong most = new AtomicLong();
    private final long before = inUse();

    HeapWatch() {
        timer.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        most.accumulateAndGet(inUse(), Math::max);
    }

    private static long inUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** One line for people. */
    String summary() {
        look();
        return "Heap: grew by at most " + Figures.bytes(Math.max(0, most.get() - before)) + " of "
                + Figures.bytes(Runtime.getRuntime().maxMemory())
                + " (measured after full collections, with the embedded service).";
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
