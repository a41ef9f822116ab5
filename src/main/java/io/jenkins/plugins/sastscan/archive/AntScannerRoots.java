package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One quirk of Ant's scanner, kept so that its result is ours. It does not start at the archived directory but at the
 * literal beginning of each include pattern. With {@code src/**} it therefore looks into a directory {@code src}, and not
 * at a file {@code src}, though the pattern matches that name too, unless another pattern makes it walk past it.
 */
final class AntScannerRoots {
    private AntScannerRoots() {}

    /** The patterns such that plain matching gives Ant's result. */
    static List<AntPattern> settle(List<AntPattern> includes, boolean caseSensitive) {
        Root top = new Root();
        includes.forEach(pattern -> top.add(folded(literalStart(pattern), caseSensitive)));
        return includes.stream()
                .map(pattern -> belowDirectory(pattern) && !top.isAbove(folded(literalStart(pattern), caseSensitive))
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
        return new AntPattern(pattern.text(), List.copyOf(segments), true);
    }

    /** A directory on the way to those that Ant's scanner starts at. */
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

        /** Whether the scanner, on its way from a start, comes to a directory that was added. */
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

    private static List<String> folded(List<String> segments, boolean caseSensitive) {
        return caseSensitive
                ? segments
                : segments.stream()
                        .map(segment -> segment.toUpperCase(Locale.ROOT))
                        .toList();
    }
}
