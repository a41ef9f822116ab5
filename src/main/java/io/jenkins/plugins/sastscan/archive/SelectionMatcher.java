package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A selection, compiled for a walk. Immutable. */
final class SelectionMatcher {
    /** Maximum number of include patterns in a message. */
    private static final int MAX_SHOWN = 5;

    private final PatternTree includes;
    private final PatternTree excludes;
    private final List<String> includeTexts;
    /** Default excludes, then those of the selection, then those of {@code .sastignore}. */
    private final List<String> excludeTexts;

    private final int defaultExcludes;
    private final List<Integer> ignoredLines;

    /** @param ignored additional exclude patterns from {@code .sastignore}, by the numbers of their lines */
    SelectionMatcher(Selection selection, Map<Integer, String> ignored) {
        includeTexts = selection.includes();
        boolean caseSensitive = selection.caseSensitive();
        List<String> patterns = includeTexts.isEmpty() ? List.of(AntPattern.DEEP) : includeTexts;
        List<AntPattern> parsed = parse(patterns);
        includes = new PatternTree(caseSensitive ? asAntScanner(parsed) : parsed, caseSensitive);
        List<String> defaults = selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always();
        excludeTexts = new ArrayList<>(defaults);
        excludeTexts.addAll(selection.excludes());
        excludeTexts.addAll(ignored.values());
        defaultExcludes = defaults.size();
        ignoredLines = List.copyOf(ignored.keySet());
        excludes = new PatternTree(parse(excludeTexts), caseSensitive);
    }

    /**
     * Says which exclude pattern skips an entry, and where it comes from. Returns an empty text for other reasons.
     *
     * @param state the state in the directory of the entry
     */
    String decidedBy(Reason reason, MatchState state, String name) {
        return switch (reason) {
            case EXCLUDED_FILE -> {
                IntStream.Builder matching = IntStream.builder();
                state.excluded.matching(name, matching);
                yield shown(matching.build().min());
            }
            case EXCLUDED_DIRECTORY -> shown(state.excluded.enter(name).covering());
            default -> "";
        };
    }

    private String shown(OptionalInt number) {
        if (number.isEmpty()) {
            return "";
        }
        String pattern = AntPattern.shown(excludeTexts.get(number.getAsInt()));
        int ignored = number.getAsInt() - (excludeTexts.size() - ignoredLines.size());
        if (ignored >= 0) {
            return IgnoreFile.NAME + " line " + ignoredLines.get(ignored) + ": " + pattern;
        }
        return (number.getAsInt() < defaultExcludes ? "default exclude " : "exclude pattern ") + pattern;
    }

    MatchState root() {
        return new MatchState(includes.start(), excludes.start());
    }

    /** Names the include patterns that match nothing, as a sentence after a space, or returns an empty text. */
    String unmatchedIncludes(BitSet matched) {
        List<String> unmatched = IntStream.range(0, includeTexts.size())
                .filter(number -> !matched.get(number))
                .mapToObj(number -> "'" + AntPattern.shown(includeTexts.get(number)) + "'")
                .toList();
        if (unmatched.isEmpty()) {
            return "";
        }
        boolean one = unmatched.size() == 1;
        return (one ? " The include pattern " : " The include patterns ")
                + unmatched.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "))
                + (unmatched.size() > MAX_SHOWN ? " and " + (unmatched.size() - MAX_SHOWN) + " more" : "")
                + (one ? " matches nothing." : " match nothing.");
    }

    private static List<AntPattern> parse(List<String> texts) {
        return texts.stream().map(AntPattern::parse).toList();
    }

    /** The state of the patterns in a directory of the walk. */
    record MatchState(PatternTree.Position included, PatternTree.Position excluded) {
        /** Returns why a file in this directory is skipped, or null if it is selected. */
        Reason skipReason(String name) {
            if (excluded.matches(name)) {
                return Reason.EXCLUDED_FILE;
            }
            return included.matches(name) ? null : Reason.NOT_INCLUDED_FILE;
        }

        /** Returns why everything below this directory is skipped, or null if something may be selected. */
        Reason skipReasonForAll() {
            if (excluded.everythingBelow()) {
                return Reason.EXCLUDED_DIRECTORY;
            }
            return included.nothingBelow() ? Reason.NOT_INCLUDED_DIRECTORY : null;
        }

        MatchState enter(String name) {
            return new MatchState(included.enter(name), excluded.enter(name));
        }

        /** Reports the index of each include pattern that matches a file in this directory. */
        void matchingIncludes(String name, IntConsumer each) {
            included.matching(name, each);
        }
    }

    /**
     * Rewrites include patterns so that plain matching gives the result of Ant's scanner. The scanner starts at the
     * literal prefix of each include pattern. With {@code src/**} it scans a directory {@code src}, but skips a file
     * {@code src}, although the pattern matches its name, unless another pattern makes it scan the parent directory.
     */
    static List<AntPattern> asAntScanner(List<AntPattern> includes) {
        ScannerRoot top = new ScannerRoot();
        includes.forEach(pattern -> top.add(literalStart(pattern)));
        return includes.stream()
                .map(pattern -> {
                    List<String> start = literalStart(pattern);
                    List<String> below = new ArrayList<>(start);
                    below.add(AntPattern.DEEP);
                    boolean plain = !start.isEmpty() && pattern.segments().equals(below);
                    return plain && !top.isAbove(start) ? pattern.strictlyBelow() : pattern;
                })
                .toList();
    }

    private static List<String> literalStart(AntPattern pattern) {
        return pattern.segments().stream()
                .takeWhile(segment -> !AntPattern.hasWildcard(segment))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    /** A directory at or above the starting points of Ant's scanner. */
    private static final class ScannerRoot {
        private final Map<String, ScannerRoot> below = new HashMap<>();
        private boolean start;

        void add(List<String> segments) {
            ScannerRoot root = this;
            for (String segment : segments) {
                root = root.below.computeIfAbsent(segment, any -> new ScannerRoot());
            }
            root.start = true;
        }

        /** Tells whether the scanner starts above a directory. */
        boolean isAbove(List<String> segments) {
            ScannerRoot root = this;
            for (String segment : segments) {
                if (root.start) {
                    return true;
                }
                root = root.below.get(segment);
            }
            return false;
        }
    }
}
