package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What kind of files an archive holds, and where they come from.
 *
 * @param files files in it
 * @param bytes bytes of those files before compression
 * @param folders the largest folders at the top, at most {@value #MOST_SHARES}; the empty name stands for files in none
 * @param types the types of files that have the most bytes, at most {@value #MOST_SHARES}, named by the ending of the
 *     files' names in lower case; the empty name stands for files without one
 * @param namesInvalidOnWindows files that cannot be unpacked on Windows under their names
 */
public record Contents(long files, long bytes, List<Share> folders, List<Share> types, long namesInvalidOnWindows)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** The most shares of a kind that are told; the rest is what is missing to the whole. */
    public static final int MOST_SHARES = 10;

    /** Longer names than this many UTF-16 code units are cut. */
    private static final int LONGEST_NAME = 100;

    /** @throws IllegalArgumentException if no archive can be so: values may come from another machine */
    public Contents {
        if (files < 0 || bytes < 0 || namesInvalidOnWindows < 0) {
            throw new IllegalArgumentException("negative");
        }
        folders = folders.stream().limit(MOST_SHARES).toList();
        types = types.stream().limit(MOST_SHARES).toList();
    }

    /** Files that have something in common: a name safe to show, how many they are, their bytes before compression. */
    public record Share(String name, long files, long bytes) implements Serializable {
        private static final long serialVersionUID = 1;

        /** @throws IllegalArgumentException if no files can be so */
        public Share {
            if (files < 0 || bytes < 0) {
                throw new IllegalArgumentException("negative");
            }
            name = PlainText.oneLine(name, 6 * LONGEST_NAME + 1);
        }
    }

    /** Counts files as they come, in memory that has a bound; for one thread. */
    static final class Tally {
        /** More folders or types than this are not told apart: only the first ones can be among the largest. */
        private static final int MOST_KEYS = 300;

        /** A longer ending is no type. */
        private static final int LONGEST_ENDING = 16;

        private final Map<String, long[]> folders = new HashMap<>();
        private final Map<String, long[]> types = new HashMap<>();
        private long namesInvalidOnWindows;

        void add(String name, long size) {
            add(folders, name.substring(0, Math.max(0, name.indexOf('/'))), size);
            add(types, type(name), size);
            if (!EntryName.validOnWindows(name)) {
                namesInvalidOnWindows++;
            }
        }

        Contents toContents(long files, long bytes) {
            return new Contents(files, bytes, largest(folders), largest(types), namesInvalidOnWindows);
        }

        private static void add(Map<String, long[]> sums, String key, long size) {
            long[] sum = sums.get(key);
            if (sum == null) {
                if (sums.size() == MOST_KEYS) {
                    return;
                }
                sum = new long[2];
                sums.put(key, sum);
            }
            sum[0]++;
            sum[1] += size;
        }

        private static String type(String name) {
            int dot = name.lastIndexOf('.');
            boolean ends = dot > name.lastIndexOf('/') + 1 && name.length() - dot <= LONGEST_ENDING + 1;
            return ends ? name.substring(dot + 1).toLowerCase(Locale.ROOT) : "";
        }

        private static List<Share> largest(Map<String, long[]> sums) {
            return sums.entrySet().stream()
                    .map(sum -> new Share(
                            PlainText.oneLine(sum.getKey(), LONGEST_NAME), sum.getValue()[0], sum.getValue()[1]))
                    .sorted(Comparator.comparingLong(Share::bytes)
                            .thenComparingLong(Share::files)
                            .reversed()
                            .thenComparing(Share::name))
                    .limit(MOST_SHARES)
                    .toList();
        }
    }
}
