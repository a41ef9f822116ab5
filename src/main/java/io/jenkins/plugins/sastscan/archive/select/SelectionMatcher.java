package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.AntPattern.Node;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies the patterns of a selection to the files and directories of a walk. */
final class SelectionMatcher {
    /** @param decidedBy the exclude pattern that skips an entry; empty if no exclude pattern skips it */
    record Skip(SkipReason reason, String decidedBy) {}

    private final boolean caseSensitive;
    private final boolean defaultExcludes;
    private final List<AntPattern> patterns = new ArrayList<>();
    /** The patterns of the step. */
    private final List<AntPattern> own;

    /**
     * @param combinator see {@link DefaultExcludes#always}
     * @param ignored additional exclude patterns from {@code .sastignore}; the keys are line numbers
     */
    SelectionMatcher(Selection selection, String combinator, Map<Integer, String> ignored) {
        caseSensitive = selection.caseSensitive();
        defaultExcludes = selection.defaultExcludes();
        add(DefaultExcludes.always(combinator), "default exclude ");
        add(defaultExcludes ? DefaultExcludes.PATTERNS : List.of(), "default exclude ");
        add(selection.serverExcludes(), "exclude pattern of the SAST server ");
        ignored.forEach((line, pattern) -> add(List.of(pattern), IgnoreFile.NAME + " line " + line + ": "));
        List<AntPattern> includes = add(selection.includes(), null);
        if (caseSensitive) {
            Set<List<String>> starts = includes.stream().map(AntPattern::start).collect(Collectors.toSet());
            includes.forEach(pattern -> pattern.adaptTo(starts));
        }
        own = Stream.concat(includes.stream(), add(selection.excludes(), "exclude pattern ").stream())
                .toList();
        add(includes.isEmpty() ? List.of(AntPattern.DEEP) : List.of(), null);
    }

    private List<AntPattern> add(List<String> texts, String kind) {
        List<AntPattern> added = texts.stream()
                .map(text -> new AntPattern(text, kind, caseSensitive))
                .toList();
        patterns.addAll(added);
        return added;
    }

    MatchState root() {
        return new MatchState(
                List.of(), patterns.stream().map(pattern -> pattern.first).toList());
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
        if (skip != null && skip.decidedBy.isEmpty()) {
            skip = null;
        }
        for (Path each = real; skip == null && !each.equals(base); each = Objects.requireNonNull(each.getParent())) {
            skip = output(base, each);
        }
        return skip == null ? null : skip.decidedBy;
    }

    /** Returns why a directory with build output is skipped, given its real path, or null. */
    Skip output(Path root, Path directory) {
        return DefaultExcludes.OUTPUTS.stream()
                .filter(output -> defaultExcludes && output.matches(root, directory))
                .findFirst()
                .map(output -> new Skip(SkipReason.EXCLUDED_DIRECTORY, "default exclude " + output))
                .orElse(null);
    }

    /** Returns the patterns of the step that match nothing, for example {@code exclude "x"}. */
    List<String> unmatched() {
        return own.stream()
                .filter(pattern -> !pattern.matched)
                .map(pattern -> (pattern.label == null ? "include " : "exclude ") + PlainText.quoted(pattern.text))
                .toList();
    }

    /** The segments of patterns that can match next in a directory. */
    static final class MatchState {
        /** The segments after those that the name of the directory matches. */
        private final List<Node> entered;

        private final List<Node> nodes;
        /** For directories whose names match no segment, which are the usual ones. */
        private MatchState unnamed;

        private MatchState(List<Node> above, List<Node> entered) {
            this.entered = entered;
            unnamed = entered.isEmpty() ? this : null;
            Set<Node> distinct = new LinkedHashSet<>();
            above.stream().filter(node -> node.isDeep).forEach(node -> node.addTo(distinct));
            entered.forEach(node -> node.addTo(distinct));
            nodes = List.copyOf(distinct);
        }

        /** Returns why everything in this directory is skipped, or null if something may be selected. */
        Skip skipsAll() {
            boolean included = nodes.stream().anyMatch(node -> node.pattern.label == null);
            return nodes.stream()
                    .filter(node -> node.pattern.label != null && node.matchesAll)
                    .findFirst()
                    .map(node -> new Skip(SkipReason.EXCLUDED_DIRECTORY, node.pattern.label))
                    .orElse(included ? null : new Skip(SkipReason.NOT_INCLUDED_DIRECTORY, ""));
        }

        /** Returns why a file in this directory is skipped, or null. Notes the patterns that match. */
        Skip skips(String name) {
            boolean included = false;
            String exclude = null;
            for (Node node : nodes) {
                if (node.matchesFile(name)) {
                    AntPattern pattern = node.pattern;
                    pattern.matched = true;
                    included |= pattern.label == null;
                    exclude = exclude == null ? pattern.label : exclude;
                }
            }
            if (exclude != null) {
                return new Skip(SkipReason.EXCLUDED_FILE, exclude);
            }
            return included ? null : new Skip(SkipReason.NOT_INCLUDED_FILE, "");
        }

        MatchState enter(String name) {
            List<Node> after = nodes.stream()
                    .filter(node -> node.matches(name))
                    .map(node -> node.next)
                    .toList();
            if (!after.isEmpty()) {
                return new MatchState(nodes, after);
            }
            unnamed = unnamed == null ? new MatchState(nodes, after) : unnamed;
            return unnamed;
        }

        /**
         * Notes that this directory is skipped. Patterns that lead into it give no warning, because it is unknown
         * whether they match a file in it.
         */
        void skipped() {
            entered.stream()
                    .filter(node -> !node.isEnd() && node.pattern.label != null)
                    .forEach(node -> node.pattern.matched = true);
        }
    }
}
