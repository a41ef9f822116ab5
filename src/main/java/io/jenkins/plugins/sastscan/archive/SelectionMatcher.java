package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A selection, compiled for a walk. Immutable. */
final class SelectionMatcher {
    private final PatternTree includes;
    private final PatternTree excludes;
    private final List<String> includeTexts;
    private final List<String> excludeTexts;
    private final int ownExcludes;

    /** @param ignored additional exclude patterns from {@code .sastignore} */
    SelectionMatcher(Selection selection, List<String> ignored) {
        includeTexts = selection.includes();
        excludeTexts = selection.excludes();
        boolean caseSensitive = selection.caseSensitive();
        List<String> patterns = includeTexts.isEmpty() ? List.of(AntPattern.DEEP) : includeTexts;
        List<AntPattern> parsed = parse(patterns);
        includes = new PatternTree(caseSensitive ? asAntScanner(parsed) : parsed, caseSensitive);
        List<String> all =
                new ArrayList<>(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        ownExcludes = all.size();
        all.addAll(excludeTexts);
        all.addAll(ignored);
        excludes = new PatternTree(parse(all), caseSensitive);
    }

    MatchState root() {
        return new MatchState(includes.start(), excludes.start());
    }

    /** Finds the patterns that match nothing. Use each instance for one walk. */
    final class Unmatched {
        private final BitSet inIncludes = new BitSet();
        private final BitSet inExcludes = new BitSet();

        Unmatched() {
            inIncludes.set(0, includeTexts.size());
            inExcludes.set(ownExcludes, ownExcludes + excludeTexts.size());
        }

        void visitFile(MatchState state, String name) {
            if (!inIncludes.isEmpty()) {
                state.included.matching(name, inIncludes::clear);
            }
            if (!inExcludes.isEmpty()) {
                state.excluded.matching(name, inExcludes::clear);
            }
        }

        /** Exclude patterns that name the directory or something in it match, because its files are not visited. */
        void skipDirectory(MatchState state) {
            if (!inExcludes.isEmpty()) {
                state.excluded.leadingHere(inExcludes::clear);
            }
        }

        /** Describes the patterns, such as {@code exclude 'x'}. */
        List<String> all() {
            Stream<String> includes =
                    inIncludes.stream().mapToObj(i -> "include '" + AntPattern.shown(includeTexts.get(i)));
            Stream<String> excludes = inExcludes.stream()
                    .mapToObj(i -> "exclude '" + AntPattern.shown(excludeTexts.get(i - ownExcludes)));
            return Stream.concat(includes, excludes).map(text -> text + "'").toList();
        }
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
