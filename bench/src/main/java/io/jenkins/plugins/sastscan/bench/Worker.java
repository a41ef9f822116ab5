package io.jenkins.plugins.sastscan.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Each contender has its own process, with the command line {@code Worker TASK WORKSPACE TEMP}. The process runs the
 * task once for each line of standard input. After each run, it prints one line of {@link Figures}. If the input line
 * is {@code watch}, the process also measures the heap and the temporary files.
 */
public final class Worker {
    private static final long HEAP_MILLIS = Long.getLong("bench.watch", 50);
    private static final long DISK_MILLIS = 5;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Worker() {}

    public static void main(String... arguments) throws Exception {
        Path temporary = Path.of(arguments[2]);
        Ways.Task task = Ways.task(arguments[0], Path.of(arguments[1]), temporary);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println((order.equals("watch") ? watched(task, temporary.toFile()) : run(task)).line());
        }
        System.exit(0);
    }

    private static Figures run(Ways.Task task) throws Exception {
        long cpu = SYSTEM.getProcessCpuTime();
        long started = System.nanoTime();
        long result = task.run();
        return new Figures((System.nanoTime() - started) / 1e9, (SYSTEM.getProcessCpuTime() - cpu) / 1e9, 0, 0, result);
    }

    private static Figures watched(Ways.Task task, File temporary) throws Exception {
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(2);
        AtomicLong heap = watch(watch, Worker::liveBytes, HEAP_MILLIS);
        AtomicLong disk = watch(watch, () -> bytes(temporary), DISK_MILLIS);
        long heapBefore = heap.get();
        long diskBefore = disk.get();
        Figures run = run(task);
        watch.shutdownNow();
        return new Figures(
                run.seconds(), run.cpuSeconds(), heap.get() - heapBefore, disk.get() - diskBefore, run.result());
    }

    private static AtomicLong watch(ScheduledThreadPoolExecutor watch, LongSupplier value, long periodMillis) {
        AtomicLong most = new AtomicLong(value.getAsLong());
        watch.scheduleWithFixedDelay(
                () -> most.accumulateAndGet(value.getAsLong(), Math::max),
                periodMillis,
                periodMillis,
                TimeUnit.MILLISECONDS);
        return most;
    }

    /** Returns the size of the heap at the end of a full garbage collection. */
    private static long liveBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }

    private static long bytes(File file) {
        File[] children = file.listFiles();
        return children == null
                ? file.length()
                : Arrays.stream(children).mapToLong(Worker::bytes).sum();
    }
}
