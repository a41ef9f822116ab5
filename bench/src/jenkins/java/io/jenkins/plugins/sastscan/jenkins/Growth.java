package io.jenkins.plugins.sastscan.jenkins;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The heap and the threads that a task adds to the controller.
 *
 * @param submissions the largest number of simultaneous submissions
 * @param threads the number of additional threads during these submissions, not counting threads of pipelines and
 *     executors
 */
record Growth(double heapMegabytes, int submissions, int threads) {
    private static final int SECONDS_BETWEEN_COLLECTIONS = 2;
    /** Thread pools of Jenkins and the JDK keep idle threads for a minute. */
    private static final int SECONDS_OF_IDLE_THREADS = 65;

    private static final long BYTES_OF_NOISE = 200_000;
    /** Threads with these names are not counted, because pipelines, executors or this class start them. */
    private static final String OF_PIPELINES = "CpsVmExecutorService|Running CpsFlowExecution|Executor|pool-";

    private static final String BUILD_SUBMISSION = "io.jenkins.plugins.sastscan.build.BuildSubmission";

    static Growth of(Task task) throws Exception {
        settle();
        long heapBefore = live();
        int threadsBefore = countThreads();
        AtomicReference<Growth> most = new AtomicReference<>(new Growth(0, 0, 0));
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1);
        var samples = watch.scheduleWithFixedDelay(
                () -> {
                    Growth now = most.get();
                    double heap = Math.max(now.heapMegabytes(), (live() - heapBefore) / 1e6);
                    int threads = countThreads() - threadsBefore;
                    int submissions = countSubmissions();
                    boolean more = submissions > now.submissions()
                            || submissions == now.submissions() && threads > now.threads();
                    most.set(new Growth(heap, more ? submissions : now.submissions(), more ? threads : now.threads()));
                },
                SECONDS_BETWEEN_COLLECTIONS,
                SECONDS_BETWEEN_COLLECTIONS,
                TimeUnit.SECONDS);
        task.run();
        if (samples.isDone()) {
            samples.get();
        }
        watch.shutdownNow();
        return most.get();
    }

    interface Task {
        void run() throws Exception;
    }

    /** Waits until idle threads have ended, and until a garbage collection frees hardly any memory. */
    private static void settle() throws InterruptedException {
        TimeUnit.SECONDS.sleep(SECONDS_OF_IDLE_THREADS);
        long before = Long.MAX_VALUE;
        for (long now = live(); before - now > BYTES_OF_NOISE; now = live()) {
            before = now;
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static int countThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        !thread.getName().split("[\\[#:/\\d]| for ")[0].strip().matches(OF_PIPELINES))
                .count();
    }

    private static int countSubmissions() {
        return (int) Thread.getAllStackTraces().values().stream()
                .filter(stack ->
                        Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(BUILD_SUBMISSION)))
                .count();
    }

    private static long live() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
