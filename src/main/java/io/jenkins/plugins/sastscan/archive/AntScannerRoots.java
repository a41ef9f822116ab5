package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites include patterns so that plain matching gives the result of Ant's scanner. The scanner starts at the literal
 * prefix of each include pattern. With {@code src/**} it scans a directory {@code src}, but skips a file {@code src},
 * although the pattern matches its name, unless another pattern makes it scan the parent directory.
 */
final class AntScannerRoots {
    private AntScannerRoots() {}

    static List<AntPattern> adjust(List<AntPattern> includes) {
        Root top = new Root();
        includes.forEach(pattern -> top.add(literalStart(pattern)));
        return includes.stream()
                .map(pattern -> belowDirectory(pattern) && !top.isAbove(literalStart(pattern))
                        ? strictlyBelow(pattern)
                        : pattern)
                .toList();
    }

    private static boolean belowDirectory(AntPattern pattern) {
        List<String> segments = pattern.segments();
        int last = segments.size() - 1;
        return last > 0
                && segments.get(last).equals(AntPattern.DEEP)
                && segments.subList(0, last).stream().noneMatch(AntPattern::hasWildcard);
    }

    private static AntPattern strictlyBelow(AntPattern pattern) {
        List<String> segments = new ArrayList<>(pattern.segments());
        segments.add("*");
        return new AntPattern(pattern.text(), List.copyOf(segments));
    }

    /** A directory at or above the scanner's starting points. */
    private static final class Root {
        private final Map<String, Root> below = new HashMap<>();
        private boolean start;

        void add(List<String> segments) {
            Root root = this;
            for (String segment : segments) {
                root = root.below.computeIfAbsent(segment, any -> new Root());
            }
            root.start = true;
        }

        /** Tells whether the scanner starts above a directory. */
        boolean isAbove(List<String> segments) {
            Root root = this;
            for (String segment : segments) {
                if (root.start) {
                    return true;
                }
                root = root.below.get(segment);
            }
            return false;
        }
    }

    private static List<String> literalStart(AntPattern pattern) {
        List<String> start = new ArrayList<>();
        for (String segment : pattern.segments()) {
            if (AntPattern.hasWildcard(segment)) {
                break;
            }
            if (!segment.isEmpty()) {
                start.add(segment);
            }
        }
        return start;
    }
}
