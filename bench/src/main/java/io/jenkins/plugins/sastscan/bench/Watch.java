package io.jenkins.plugins.sastscan.bench;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Looks many a second at something that a run takes, and tells by how much it grew at most. */
final class Watch implements AutoCloseable {
    private static final long HEAP_MILLIS = Long.getLong("bench.watch", 50);
    private static final long DISK_MILLIS = 5;

    private final LongSupplier inUse;
    private final long periodMillis;
    private final long before;
    private final AtomicLong most;
    private final Thread thread = new Thread(this::look, "watch");

    private Watch(LongSupplier inUse, long periodMillis) {
        this.inUse = inUse;
        this.periodMillis = periodMillis;
        before = inUse.getAsLong();
        most = new AtomicLong(before);
        thread.setDaemon(true);
        thread.start();
    }

    /** What full collections leave of this process's heap; one each 50 ms, or as the system property {@code bench.watch} says. */
    static Watch heap() {
        return new Watch(Watch::liveBytes, HEAP_MILLIS);
    }

    /** What the files in a folder, and in those below it, take. */
    static Watch disk(Path folder) {
        return new Watch(() -> bytes(folder.toFile()), DISK_MILLIS);
    }

    private void look() {
        try {
            while (true) {
                most.accumulateAndGet(inUse.getAsLong(), Math::max);
                Thread.sleep(periodMillis);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** As the collector noted it at its end, since what the program makes from then on is no part of it. */
    private static long liveBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    /** Files come and go meanwhile; one that is gone takes nothing. */
    private static long bytes(File file) {
        File[] children = file.listFiles();
        return children == null
                ? file.length()
                : Arrays.stream(children).mapToLong(Watch::bytes).sum();
    }

    long growth() {
        return most.get() - before;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
