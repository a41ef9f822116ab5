package io.jenkins.plugins.sastscan.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one run took.
 *
 * @param cpuSeconds of all threads of its process
 * @param heapBytes the most by which the live heap grew; 0 where it was not watched
 * @param diskBytes the most that temporary files took; 0 where they were not watched
 * @param result bytes of the archive or body, or the number of selected files
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

    /** Medians of the times of several runs, with the heap and the files of the one that was watched. */
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
