package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private final List<AntPattern> includes;
    private final List<AntPattern> excludes = new ArrayList<>();
    private final List<AntPattern> ownExcludes;

    /**
     * @param combinator see {@link DefaultExcludes#always}
     * @param ignored additional exclude patterns from {@code .sastignore}; the keys are line numbers
     */
    SelectionMatcher(Selection selection, String combinator, Map<Integer, String> ignored) {
        this.selection = selection;
        List<String> included = selection.includes().isEmpty() ? List.of(AntPattern.DEEP) : selection.includes();
        List<AntPattern> patterns = parse(included, "");
        includes = selection.caseSensitive() ? asAntScanner(patterns) : patterns;
        excludes.addAll(parse(DefaultExcludes.always(combinator), "default exclude "));
        excludes.addAll(parse(selection.defaultExcludes() ? DefaultExcludes.PATTERNS : List.of(), "default exclude "));
        excludes.addAll(parse(selection.serverExcludes(), "exclude pattern of the SAST server "));
        ignored.forEach(
                (line, pattern) -> excludes.addAll(parse(List.of(pattern), IgnoreFile.NAME + " line " + line + ": ")));
        // Only patterns of the step give a warning if they match nothing.
        excludes.forEach(pattern -> pattern.matched = true);
        ownExcludes = parse(selection.excludes(), "exclude pattern ");
        excludes.addAll(ownExcludes);
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
        return new MatchState(
                includes.stream().map(AntPattern::atRoot).toList(),
                excludes.stream().map(AntPattern::atRoot).toList());
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
        return Stream.concat(
                        unmatched("include", selection.includes(), includes),
                        unmatched("exclude", selection.excludes(), ownExcludes))
                .toList();
    }

    private static Stream<String> unmatched(String kind, List<String> texts, List<AntPattern> patterns) {
        return IntStream.range(0, texts.size())
                .filter(i -> !patterns.get(i).matched)
                .mapToObj(i -> kind + " \"" + AntPattern.shown(texts.get(i)) + '"');
    }

    /** How far the patterns match the path of a directory. Omits patterns that can match nothing in it. */
    record MatchState(List<AntPattern.Position> included, List<AntPattern.Position> excluded) {
        /** Returns why a file in this directory is skipped, or null if it is selected. */
        Skip skips(String name) {
            for (AntPattern.Position exclude : excluded) {
                if (exclude.matches(name)) {
                    return new Skip(SkipReason.EXCLUDED_FILE, exclude.pattern().label);
                }
            }
            boolean selected = included.stream().anyMatch(include -> include.matches(name));
            return selected ? null : new Skip(SkipReason.NOT_INCLUDED_FILE, "");
        }

        /** Returns why everything in this directory is skipped, or null if something may be selected. */
        Skip skipsAll() {
            for (AntPattern.Position exclude : excluded) {
                if (exclude.covers()) {
                    return new Skip(SkipReason.EXCLUDED_DIRECTORY, exclude.pattern().label);
                }
            }
            return included.isEmpty() ? new Skip(SkipReason.NOT_INCLUDED_DIRECTORY, "") : null;
        }

        MatchState enter(String name) {
            return new MatchState(enter(included, name), enter(excluded, name));
        }

        private static List<AntPattern.Position> enter(List<AntPattern.Position> positions, String name) {
            List<AntPattern.Position> entered = new ArrayList<>(positions.size());
            for (AntPattern.Position position : positions) {
                AntPattern.Position next = position.enter(name);
                if (next != null) {
                    entered.add(next);
                }
            }
            return entered;
        }

        /** Notes the patterns that match a file in this directory. */
        void found(String name) {
            for (List<AntPattern.Position> positions : List.of(included, excluded)) {
                for (AntPattern.Position position : positions) {
                    AntPattern pattern = position.pattern();
                    pattern.matched = pattern.matched || position.matches(name);
                }
            }
        }

        /**
         * Notes that this directory is skipped. Patterns that lead into it give no warning, because it is unknown
         * whether they match a file in it.
         */
        void skipped() {
            excluded.stream()
                    .filter(AntPattern.Position::leadsHere)
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
