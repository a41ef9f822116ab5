package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.AntPattern.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
        return new MatchState(
                List.of(),
                Stream.concat(excludes.stream(), includes.stream())
                        .map(pattern -> pattern.first)
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

    /** The segments of patterns that can match next in a directory. */
    static final class MatchState {
        /** The segments after those that the name of the directory matches. */
        private final List<Node> entered;

        private final Set<Node> nodes = new LinkedHashSet<>();
        private final List<Node> deep = new ArrayList<>();
        private final Map<String, List<Node>> literals = new HashMap<>();
        private final List<Node> wildcards = new ArrayList<>();
        private final Skip skip;
        /** For directories whose names match no segment, which are the usual ones. */
        private MatchState unnamed;

        private MatchState(List<Node> above, List<Node> entered) {
            this.entered = entered;
            above.forEach(node -> node.addTo(nodes));
            entered.forEach(node -> node.addTo(nodes));
            for (Node node : nodes) {
                List<Node> same = node.isDeep()
                        ? deep
                        : node.isLiteral()
                                ? literals.computeIfAbsent(node.segment, any -> new ArrayList<>())
                                : wildcards;
                same.add(node);
            }
            boolean included = nodes.stream().anyMatch(node -> node.pattern().label == null);
            skip = nodes.stream()
                    .filter(node -> node.pattern().label != null && node.covers())
                    .findFirst()
                    .map(node -> new Skip(SkipReason.EXCLUDED_DIRECTORY, node.pattern().label))
                    .orElse(included ? null : new Skip(SkipReason.NOT_INCLUDED_DIRECTORY, ""));
        }

        /** Returns the segments after those that match a name. */
        private List<Node> after(String name) {
            List<Node> after = new ArrayList<>();
            literals.getOrDefault(name, List.of()).forEach(node -> after.add(node.next));
            for (Node node : wildcards) {
                if (node.matches(name)) {
                    after.add(node.next);
                }
            }
            return after;
        }

        /** Returns why a file in this directory is skipped, or null. Notes the patterns that match. */
        Skip skips(String name) {
            List<Node> ends = after(name);
            ends.addAll(deep);
            boolean included = false;
            AntPattern exclude = null;
            for (Node node : ends) {
                if (node.canEnd()) {
                    AntPattern pattern = node.pattern();
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
            List<Node> after = after(name);
            if (after.isEmpty() && unnamed != null) {
                return unnamed;
            }
            MatchState state = new MatchState(deep, after);
            state = entered.isEmpty() && after.isEmpty() && state.nodes.equals(nodes) ? this : state;
            unnamed = after.isEmpty() ? state : unnamed;
            return state;
        }

        /**
         * Notes that this directory is skipped. Patterns that lead into it give no warning, because it is unknown
         * whether they match a file in it.
         */
        void skipped() {
            entered.stream()
                    .filter(node -> node.segment != null && node.pattern().label != null)
                    .forEach(node -> node.pattern().matched = true);
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
