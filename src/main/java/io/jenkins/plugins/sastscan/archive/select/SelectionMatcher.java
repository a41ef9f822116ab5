package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.AntPattern.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Applies the patterns of a selection to the files and directories of a walk. */
final class SelectionMatcher {
    /** @param decidedBy the exclude pattern that skips an entry; empty if no exclude pattern skips it */
    record Skip(SkipReason reason, String decidedBy) {}

    private final Selection selection;
    private final List<AntPattern> excludes = new ArrayList<>();
    private final List<AntPattern> ownExcludes;
    private final List<AntPattern> ownIncludes;
    private final List<AntPattern> includes;

    /**
     * @param combinator see {@link DefaultExcludes#always}
     * @param ignored additional exclude patterns from {@code .sastignore}; the keys are line numbers
     */
    SelectionMatcher(Selection selection, String combinator, Map<Integer, String> ignored) {
        this.selection = selection;
        excludes.addAll(parse(DefaultExcludes.always(combinator), "default exclude "));
        excludes.addAll(parse(selection.defaultExcludes() ? DefaultExcludes.PATTERNS : List.of(), "default exclude "));
        excludes.addAll(parse(selection.serverExcludes(), "exclude pattern of the SAST server "));
        ignored.forEach(
                (line, pattern) -> excludes.addAll(parse(List.of(pattern), IgnoreFile.NAME + " line " + line + ": ")));
        ownExcludes = parse(selection.excludes(), "exclude pattern ");
        excludes.addAll(ownExcludes);
        List<AntPattern> parsed = parse(selection.includes(), null);
        ownIncludes = selection.caseSensitive() ? asAntScanner(parsed) : parsed;
        includes = ownIncludes.isEmpty() ? parse(List.of(AntPattern.DEEP), null) : ownIncludes;
    }

    /** Matches only the default excludes. */
    static SelectionMatcher ofDefaults(Selection selection, String combinator) {
        Selection defaults =
                new Selection(List.of(), List.of(), selection.defaultExcludes(), selection.caseSensitive());
        return new SelectionMatcher(defaults, combinator, Map.of());
    }

    private List<AntPattern> parse(List<String> texts, String kind) {
        return texts.stream()
                .map(text -> new AntPattern(text, kind, selection.caseSensitive()))
                .toList();
    }

    MatchState root() {
        return new MatchState(Stream.concat(excludes.stream(), includes.stream())
                .map(AntPattern::atRoot)
                .toList());
    }

    MatchState at(String path) {
        MatchState state = root();
        for (String name : path.split("/")) {
            state = name.isEmpty() ? state : state.enter(name);
        }
        return state;
    }

    /**
     * Describes the exclude that skips a file or directory, or one of the directories above it; null if there is none.
     *
     * @param base the real path that the patterns are relative to
     */
    String exclusion(Path base, Path real, boolean directory) {
        String relative = EntryName.ofAll(base.relativize(real));
        int last = relative.lastIndexOf('/') + 1;
        Skip skip = directory
                ? at(relative).skipsAll()
                : at(relative.substring(0, last)).skips(relative.substring(last));
        if (skip != null && !skip.decidedBy.isEmpty()) {
            return skip.decidedBy;
        }
        String output = null;
        for (Path each = real; output == null && !each.equals(base); each = Objects.requireNonNull(each.getParent())) {
            output = output(base, each);
        }
        return output;
    }

    /** Returns the default exclude for the real path of a directory with build output, or null. */
    String output(Path root, Path directory) {
        DefaultExcludes.Output output = selection.defaultExcludes() ? DefaultExcludes.output(root, directory) : null;
        return output == null ? null : "default exclude " + output;
    }

    /** Returns the patterns of the step that match nothing, for example {@code exclude "x"}. */
    List<String> unmatched() {
        return Stream.concat(ownIncludes.stream(), ownExcludes.stream())
                .filter(pattern -> !pattern.matched)
                .map(pattern ->
                        (pattern.label == null ? "include \"" : "exclude \"") + AntPattern.shown(pattern.text) + '"')
                .toList();
    }

    /**
     * How far the patterns match the path of a directory. Omits patterns that can match nothing in it. Most names
     * advance no pattern, so all directories with such names in a directory share a state.
     */
    static final class MatchState {
        private final List<Position> positions;
        /** Positions that only certain names advance, by these names. */
        private final Map<String, List<Position>> named = new HashMap<>();

        private final List<Position> others = new ArrayList<>();
        private final Skip skip;
        private MatchState unnamed;

        private MatchState(List<Position> positions) {
            this.positions = positions;
            Skip first = new Skip(SkipReason.NOT_INCLUDED_DIRECTORY, "");
            for (Position position : positions) {
                AntPattern pattern = position.pattern();
                if (pattern.label == null) {
                    first = first != null && first.decidedBy.isEmpty() ? null : first;
                } else if (position.covers() && (first == null || first.decidedBy.isEmpty())) {
                    first = new Skip(SkipReason.EXCLUDED_DIRECTORY, pattern.label);
                }
                Set<String> names = position.names();
                if (names == null) {
                    others.add(position);
                } else {
                    names.forEach(name -> named.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(position));
                }
            }
            skip = first;
        }

        private List<Position> compared(String name) {
            List<Position> same = named.get(name);
            return same == null
                    ? others
                    : Stream.of(others, same).flatMap(List::stream).toList();
        }

        /** Returns why a file in this directory is skipped, or null. Notes the patterns that match. */
        Skip skips(String name) {
            boolean included = false;
            AntPattern exclude = null;
            for (Position position : compared(name)) {
                if (position.matches(name)) {
                    AntPattern pattern = position.pattern();
                    pattern.matched = true;
                    included |= pattern.label == null;
                    exclude = exclude == null && pattern.label != null ? pattern : exclude;
                }
            }
            if (exclude != null) {
                return new Skip(SkipReason.EXCLUDED_FILE, exclude.label);
            }
            return included ? null : new Skip(SkipReason.NOT_INCLUDED_FILE, "");
        }

        /** Returns why everything in this directory is skipped, or null if something may be selected. */
        Skip skipsAll() {
            return skip;
        }

        MatchState enter(String name) {
            for (Position position : compared(name)) {
                if (position.advances(name)) {
                    return advanced(name);
                }
            }
            unnamed = unnamed == null ? advanced(null) : unnamed;
            return unnamed;
        }

        private MatchState advanced(String name) {
            List<Position> next = positions.stream()
                    .map(position -> position.enter(name))
                    .filter(Objects::nonNull)
                    .toList();
            return next.equals(positions) ? this : new MatchState(next);
        }

        /**
         * Notes that this directory is skipped. Patterns that lead into it give no warning, because it is unknown
         * whether they match a file in it.
         */
        void skipped() {
            positions.stream()
                    .filter(position -> position.pattern().label != null && position.leadsHere())
                    .forEach(position -> position.pattern().matched = true);
        }
    }

    /**
     * Adapts the patterns to the behavior of Ant's scanner. For {@code src/**}, the scanner starts in {@code src}. If
     * {@code src} is a file, the scanner does not find the file. However, the scanner finds the file if another pattern
     * makes the scanner start above {@code src}.
     */
    private List<AntPattern> asAntScanner(List<AntPattern> patterns) {
        Set<List<String>> starts = patterns.stream().map(AntPattern::start).collect(Collectors.toSet());
        return patterns.stream()
                .map(pattern -> {
                    List<String> start = pattern.start();
                    boolean startsAbove =
                            IntStream.range(0, start.size()).anyMatch(i -> starts.contains(start.subList(0, i)));
                    return start.isEmpty() || startsAbove ? pattern : pattern.strictlyBelow();
                })
                .toList();
    }
}
