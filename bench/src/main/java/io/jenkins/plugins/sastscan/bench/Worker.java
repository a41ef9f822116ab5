package io.jenkins.plugins.sastscan.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process of one contender: {@code Worker TASK WORKSPACE TEMP}. Does its task at each line {@code run} that it reads,
 * at {@code watch} with its heap and temporary files watched, and answers with a line of {@link Figures}.
 */
public final class Worker {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Worker() {}

    public static void main(String... arguments) throws Exception {
        Path temporary = Path.of(arguments[2]);
        Task task = Tasks.of(arguments[0], Path.of(arguments[1]), temporary);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println((order.equals("watch") ? watched(task, temporary) : measured(task)).line());
        }
        System.exit(0);
    }

    static Figures measured(Task task) throws Exception {
        long cpu = SYSTEM.getProcessCpuTime();
        long begun = System.nanoTime();
        long result = task.run();
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Figures(seconds, (SYSTEM.getProcessCpuTime() - cpu) / 1e9, 0, 0, rss(), result);
    }

    private static Figures watched(Task task, Path temporary) throws Exception {
        try (Watch heap = Watch.heap();
                Watch disk = Watch.disk(temporary)) {
            Figures figures = measured(task);
            return figures.watched(heap.growth(), disk.growth());
        }
    }

    /** The most resident memory so far; 0 where the system does not tell. */
    private static long rss() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
