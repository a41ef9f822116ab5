package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;

/** What no zip of this level can be faster than: the CPU time of deflating alone, by the processors. */
final class DeflateLimit {
    private static final int LEVEL = Integer.getInteger("bench.level", ArchiveOptions.DEFAULT_LEVEL);

    private DeflateLimit() {}

    /** Gives the limit in microseconds; reading the files is not in it. */
    static long micros(Path workspace) throws Exception {
        List<SelectedFile> files = OtherWays.select(workspace);
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicInteger next = new AtomicInteger();
        AtomicLong cpuNanos = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(processors);
        List<Callable<Void>> shares = new ArrayList<>();
        for (int i = 0; i < processors; i++) {
            shares.add(() -> {
                deflate(files, next, cpuNanos);
                return null;
            });
        }
        for (Future<Void> share : threads.invokeAll(shares)) {
            share.get();
        }
        threads.shutdown();
        return cpuNanos.get() / 1_000 / processors;
    }

    private static void deflate(List<SelectedFile> files, AtomicInteger next, AtomicLong cpuNanos) throws Exception {
        Deflater deflater = new Deflater(LEVEL, true);
        byte[] out = new byte[1 << 18];
        for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
            byte[] content = Files.readAllBytes(files.get(i).path());
            long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            deflater.reset();
            deflater.setInput(content);
            deflater.finish();
            while (!deflater.finished()) {
                deflater.deflate(out);
            }
            cpuNanos.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun);
        }
        deflater.end();
    }
}
