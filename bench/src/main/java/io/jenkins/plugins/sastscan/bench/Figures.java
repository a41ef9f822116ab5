package io.jenkins.plugins.sastscan.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The cost and the result of one run.
 *
 * @param cpuSeconds the CPU time of all threads of the process
 * @param heapBytes the largest growth of the live heap; 0 if the heap was not watched
 * @param diskBytes the largest growth of the temporary files; 0 if the files were not watched
 * @param result see {@link Ways.Task#run}
 */
record Figures(double seconds, double cpuSeconds, long heapBytes, long diskBytes, long result) {
    static Figures parse(String line) {
        String[] words = line.split(" ");
        return new Figures(
                Double.parseDouble(words[0]),
                Double.parseDouble(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    String line() {
        return String.format(Locale.ROOT, "%.6f %.6f %d %d %d", seconds, cpuSeconds, heapBytes, diskBytes, result);
    }

    /** Only the times are medians. The heap growth, the disk use and the result come from the watched run. */
    static Figures median(List<Figures> runs, Figures watched) {
        return new Figures(
                median(runs, Figures::seconds),
                median(runs, Figures::cpuSeconds),
                watched.heapBytes,
                watched.diskBytes,
                watched.result);
    }

    private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
        return runs.stream().mapToDouble(figure).sorted().toArray()[runs.size() / 2];
    }
}
