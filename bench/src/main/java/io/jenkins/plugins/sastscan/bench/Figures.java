package io.jenkins.plugins.sastscan.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one run took.
 *
 * @param seconds from its beginning to its end
 * @param cpuSeconds of all threads of its process
 * @param heapBytes by how much what full collections left grew at most; 0 where it was not watched
 * @param diskBytes of temporary files at most; 0 where they were not watched
 * @param rssBytes the most resident memory of its process so far
 * @param result bytes of the archive or body, or files selected
 */
record Figures(double seconds, double cpuSeconds, long heapBytes, long diskBytes, long rssBytes, long result) {
    private static final String FORMAT = "%.6f %.6f %d %d %d %d";

    static Figures parse(String line) {
        String[] words = line.split(" ");
        return new Figures(
                Double.parseDouble(words[0]),
                Double.parseDouble(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]));
    }

    String line() {
        return String.format(Locale.ROOT, FORMAT, seconds, cpuSeconds, heapBytes, diskBytes, rssBytes, result);
    }

    /** The median of each figure by itself. */
    static Figures median(List<Figures> all) {
        return new Figures(
                median(all, Figures::seconds),
                median(all, Figures::cpuSeconds),
                (long) median(all, Figures::heapBytes),
                (long) median(all, Figures::diskBytes),
                (long) median(all, Figures::rssBytes),
                (long) median(all, Figures::result));
    }

    private static double median(List<Figures> all, ToDoubleFunction<Figures> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The same with what was seen of the heap and of temporary files. */
    Figures watched(long heap, long disk) {
        return new Figures(seconds, cpuSeconds, heap, disk, rssBytes, result);
    }
}
