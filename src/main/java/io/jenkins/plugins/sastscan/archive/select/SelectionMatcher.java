package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Applies the patterns of a selection to the files and directories of a walk. */
final class SelectionMatcher {
    private final Selection selection;
    private final PatternSet includes;
    private final PatternSet excludes;
    /** Default excludes come first, patterns from {@code .sastignore} last. */
    private final List<String> excludeNames = new ArrayList<>();
    /** The index of the first exclude pattern after the default excludes. */
    private final int ownExcludes;

    /**
     * @param combinator see {@link DefaultExcludes#always}
     * @param ignored additional exclude patterns from {@code .sastignore}; the keys are line numbers
     */
    SelectionMatcher(Selection selection, String combinator, Map<Integer, String> ignored) {
        this.selection = selection;
        boolean caseSensitive = selection.caseSensitive();
        List<AntPattern> included =
                parse(selection.includes().isEmpty() ? List.of(AntPattern.DEEP) : selection.includes());
        includes = new PatternSet(caseSensitive ? asAntScanner(included) : included, caseSensitive);
        List<String> excluded = new ArrayList<>(DefaultExcludes.always(combinator));
        excluded.addAll(selection.defaultExcludes() ? DefaultExcludes.PATTERNS : List.of());
        excluded.forEach(pattern -> excludeNames.add("default exclude " + AntPattern.shown(pattern)));
        ownExcludes = excluded.size();
        selection.excludes().forEach(pattern -> excludeNames.add("exclude pattern " + AntPattern.shown(pattern)));
        excluded.addAll(selection.excludes());
        selection
                .serverExcludes()
                .forEach(
                        pattern -> excludeNames.add("exclude pattern of the SAST server " + AntPattern.shown(pattern)));
        excluded.addAll(selection.serverExcludes());
        ignored.forEach((line, pattern) ->
                excludeNames.add(IgnoreFile.NAME + " line " + line + ": " + AntPattern.shown(pattern)));
        excluded.addAll(ignored.values());
        excludes = new PatternSet(parse(excluded), caseSensitive);
    }

    /** Matches only the default excludes. */
    static SelectionMatcher ofDefaults(Selection selection, String combinator) {
        Selection defaults =
                new Selection(List.of(), List.of(), selection.defaultExcludes(), selection.caseSensitive());
        return new SelectionMatcher(defaults, combinator, Map.of());
    }

    /** Returns the default exclude for the real path of a directory with build output, or null. */
    String output(Path root, Path directory) {
        DefaultExcludes.Output output = selection.defaultExcludes() ? DefaultExcludes.output(root, directory) : null;
        return output == null ? null : "default exclude " + output;
    }

    /**
     * Describes the exclude pattern that skips an entry, for example {@code .sastignore line 3: *.log}. Returns an
     * empty text if no exclude pattern skips the entry.
     */
    String decidedBy(SkipReason reason, MatchState state, String name) {
        int number = PatternSet.NONE;
        if (reason == SkipReason.EXCLUDED_DIRECTORY) {
            number = state.excluded.enter(name).covering();
        } else if (reason == SkipReason.EXCLUDED_FILE) {
            number = state.excluded.matching(name);
        }
        return number == PatternSet.NONE ? "" : excludeNames.get(number);
    }

    MatchState root() {
        return new MatchState(includes.start(), excludes.start());
    }

    MatchState at(Path relative) {
        MatchState state = root();
        for (Path segment : relative) {
            String name = EntryName.of(segment);
            state = name.isEmpty() ? state : state.enter(name);
        }
        return state;
    }

    MatchState at(String path) {
        MatchState state = root();
        for (String name : path.split("/")) {
            state = state.enter(name);
        }
        return state;
    }

    boolean skipsAllIn(Path relative) {
        return at(relative).skipReasonForAll() != null;
    }

    boolean skips(Path file) {
        return at(file.resolveSibling("")).skipReason(EntryName.of(file.getName(file.getNameCount() - 1))) != null;
    }

    /** Finds the patterns that match nothing. */
    final class Unmatched {
        private final BitSet inIncludes = new BitSet();
        private final BitSet inExcludes = new BitSet();

        Unmatched() {
            inIncludes.set(0, selection.includes().size());
            inExcludes.set(ownExcludes, ownExcludes + selection.excludes().size());
        }

        void visitFile(MatchState state, String name) {
            if (!inIncludes.isEmpty()) {
                state.included.matching(name, inIncludes::clear);
            }
            if (!inExcludes.isEmpty()) {
                state.excluded.matching(name, inExcludes::clear);
            }
        }

        /**
         * If an exclude pattern leads into a skipped directory, there is no warning that the pattern matches nothing.
         * The walk does not visit the files in the directory, so it is unknown whether one of them matches.
         * {@link PatternSet.Position#leadingHere} says which patterns lead into a directory.
         */
        void skipDirectory(MatchState state) {
            if (!inExcludes.isEmpty()) {
                state.excluded.leadingHere(inExcludes::clear);
            }
        }

        /** Returns the patterns that match nothing, for example {@code exclude 'x'}. */
        List<String> all() {
            return Stream.concat(
                            inIncludes.stream()
                                    .mapToObj(selection.includes()::get)
                                    .map(quoted("include")),
                            inExcludes.stream()
                                    .mapToObj(number -> selection.excludes().get(number - ownExcludes))
                                    .map(quoted("exclude")))
                    .toList();
        }
    }

    private static UnaryOperator<String> quoted(String kind) {
        return pattern -> kind + " '" + AntPattern.shown(pattern) + "'";
    }

    private static List<AntPattern> parse(List<String> texts) {
        return texts.stream().map(AntPattern::parse).toList();
    }

    /** How far the patterns match the path of a directory. */
    record MatchState(PatternSet.Position included, PatternSet.Position excluded) {
        /** Returns why a file in this directory is skipped, or null if it is selected. */
        SkipReason skipReason(String name) {
            SkipReason exclusion = exclusion(name, false);
            boolean included = exclusion != null || this.included.matching(name) != PatternSet.NONE;
            return included ? exclusion : SkipReason.NOT_INCLUDED_FILE;
        }

        /** Returns the skip reason if an exclude pattern skips an entry of this directory. Otherwise, returns null. */
        SkipReason exclusion(String name, boolean directory) {
            if (directory) {
                return excluded.enter(name).covering() == PatternSet.NONE ? null : SkipReason.EXCLUDED_DIRECTORY;
            }
            return excluded.matching(name) == PatternSet.NONE ? null : SkipReason.EXCLUDED_FILE;
        }

        /** Returns why everything below this directory is skipped, or null if something may be selected. */
        SkipReason skipReasonForAll() {
            if (excluded.covering() != PatternSet.NONE) {
                return SkipReason.EXCLUDED_DIRECTORY;
            }
            return included.nothingBelow() ? SkipReason.NOT_INCLUDED_DIRECTORY : null;
        }

        MatchState enter(String name) {
            return new MatchState(included.enter(name), excluded.enter(name));
        }
    }

    /**
     * Adapts the patterns to the behavior of Ant's scanner. For {@code src/**}, the scanner starts in {@code src}. If
     * {@code src} is a file, the scanner does not find the file. However, the scanner finds the file if another pattern
     * makes the scanner start above {@code src}.
     */
    static List<AntPattern> asAntScanner(List<AntPattern> includes) {
        Set<List<String>> starts =
                includes.stream().map(SelectionMatcher::literalStart).collect(Collectors.toSet());
        return includes.stream()
                .map(pattern -> {
                    List<String> start = literalStart(pattern);
                    boolean plain = pattern.segments().size() == start.size() + 1
                            && pattern.segments().get(start.size()).equals(AntPattern.DEEP);
                    boolean startsAbove =
                            IntStream.range(0, start.size()).anyMatch(i -> starts.contains(start.subList(0, i)));
                    return plain && !start.isEmpty() && !startsAbove ? pattern.strictlyBelow() : pattern;
                })
                .toList();
    }

    private static List<String> literalStart(AntPattern pattern) {
        return pattern.segments().stream()
                .takeWhile(segment -> !AntPattern.hasWildcard(segment))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }
}
