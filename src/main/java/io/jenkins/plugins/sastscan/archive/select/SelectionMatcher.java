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
import java.util.stream.Stream;

/** Applies the patterns of a selection to the files and directories of a walk. */
final class SelectionMatcher {
    /** @param decidedBy the exclude pattern that skips an entry; empty if no exclude pattern skips it */
    record Skip(SkipReason reason, String decidedBy) {}

    /** The match state of the archived directory. */
    final MatchState root = new MatchState();

    private final Selection selection;
    /** The patterns of the step. */
    private final List<AntPattern> own = new ArrayList<>();

    /**
     * @param combinator see {@link DefaultExcludes#always}
     * @param ignored additional exclude patterns from {@code .sastignore}; the keys are line numbers
     */
    SelectionMatcher(Selection selection, String combinator, Map<Integer, String> ignored) {
        this.selection = selection;
        add(DefaultExcludes.always(combinator), "default exclude ");
        add(selection.defaultExcludes() ? DefaultExcludes.PATTERNS : List.of(), "default exclude ");
        add(selection.serverExcludes(), "exclude pattern of the SAST server ");
        ignored.forEach((line, pattern) -> add(List.of(pattern), IgnoreFile.NAME + " line " + line + ": "));
        List<AntPattern> includes = add(selection.includes(), null);
        includes.forEach(pattern -> pattern.adaptTo(includes));
        add(includes.isEmpty() ? List.of(AntPattern.DEEP) : List.of(), null);
        own.addAll(includes);
        own.addAll(add(selection.excludes(), "exclude pattern "));
    }

    private List<AntPattern> add(List<String> texts, String kind) {
        List<AntPattern> added = texts.stream()
                .map(text -> new AntPattern(text, kind, selection.caseSensitive()))
                .toList();
        added.forEach(pattern -> root.add(pattern.first));
        return added;
    }

    MatchState at(String path) {
        MatchState state = root;
        for (String name : path.split("/")) {
            state = name.isEmpty() ? state : state.enter(name);
        }
        return state;
    }

    /**
     * Returns why the target of a link is skipped, or null: an exclude pattern matches it, or a directory above it.
     *
     * @param base the real path that the patterns are relative to
     */
    Skip behindLink(Path base, Path real, boolean directory) {
        String relative = EntryName.ofAll(base.relativize(real));
        int last = relative.lastIndexOf('/') + 1;
        Skip skip = directory
                ? at(relative).skipsAll()
                : at(relative.substring(0, last)).skips(relative.substring(last));
        if (skip == null || skip.decidedBy.isEmpty()) {
            skip = Stream.iterate(real, each -> !each.equals(base), Path::getParent)
                    .map(each -> output(base, each))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return skip == null ? null : new Skip(SkipReason.LINK_EXCLUDED, skip.decidedBy);
    }

    /** Returns why a directory with build output is skipped, given its real path, or null. */
    Skip output(Path top, Path directory) {
        return DefaultExcludes.OUTPUTS.stream()
                .filter(output -> selection.defaultExcludes() && output.matches(top, directory))
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
        private final Set<Node> nodes = new LinkedHashSet<>();
        /** Those that can match a file. */
        private final List<Node> last = new ArrayList<>();
        /** The exclude patterns that name the directory, and something in it. */
        private final List<AntPattern> entered = new ArrayList<>();

        private void add(Node node) {
            for (Node each = node; each != null; each = each.isDeep ? each.next : null) {
                if (nodes.add(each) && each.isLast) {
                    last.add(each);
                }
            }
        }

        MatchState enter(String name) {
            MatchState below = new MatchState();
            for (Node node : nodes) {
                if (node.isDeep) {
                    below.add(node);
                } else if (node.matches(name)) {
                    below.add(node.next);
                    if (node.next != null && node.pattern.label != null) {
                        below.entered.add(node.pattern);
                    }
                }
            }
            return below;
        }

        /** Returns why everything in this directory is skipped, or null if something may be selected. */
        Skip skipsAll() {
            Stream<Node> matching = nodes.stream().filter(node -> node.matchesAll || node.pattern.label == null);
            return decide(matching.toList(), SkipReason.EXCLUDED_DIRECTORY, SkipReason.NOT_INCLUDED_DIRECTORY);
        }

        /** Returns why a file in this directory is skipped, or null. Notes the patterns that match. */
        Skip skips(String name) {
            List<Node> matching = new ArrayList<>();
            for (Node node : last) {
                if (node.matchesFile(name)) {
                    node.pattern.matched = true;
                    matching.add(node);
                }
            }
            return decide(matching, SkipReason.EXCLUDED_FILE, SkipReason.NOT_INCLUDED_FILE);
        }

        private static Skip decide(List<Node> matching, SkipReason excluded, SkipReason notIncluded) {
            for (Node node : matching) {
                if (node.pattern.label != null) {
                    return new Skip(excluded, node.pattern.label);
                }
            }
            return matching.isEmpty() ? new Skip(notIncluded, "") : null;
        }

        /**
         * Notes that this directory is skipped. Patterns that lead into it give no warning, because it is unknown
         * whether they match a file in it.
         */
        void skipped() {
            entered.forEach(pattern -> pattern.matched = true);
        }
    }
}
