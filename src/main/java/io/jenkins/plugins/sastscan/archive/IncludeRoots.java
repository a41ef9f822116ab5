package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One quirk of Ant's scanner, kept so that its result is ours. It does not start at the archived directory but at the
 * literal beginning of each include pattern. With {@code src/**} it therefore looks into a directory {@code src}, and not
 * at a file {@code src}, though the pattern matches that name too, unless another pattern makes it walk past it.
 */
final class IncludeRoots {
    private IncludeRoots() {}

    /** The patterns such that plain matching gives Ant's result. */
    static List<AntPattern> settle(List<AntPattern> includes, boolean caseSensitive) {
        Set<List<String>> roots = new HashSet<>();
        includes.forEach(pattern -> roots.add(folded(literalStart(pattern), caseSensitive)));
        return includes.stream()
                .map(pattern ->
                        belowDirectory(pattern) && !walkedPast(folded(literalStart(pattern), caseSensitive), roots)
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

    private static boolean walkedPast(List<String> start, Set<List<String>> roots) {
        for (int length = 0; length < start.size(); length++) {
            if (roots.contains(start.subList(0, length))) {
                return true;
            }
        }
        return false;
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
