package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A selection, compiled for a walk. Immutable. */
final class SelectionMatcher {
    private final PatternTree includes;
    private final PatternTree excludes;
    private final List<String> includeTexts;

    /** @param ignored additional exclude patterns from {@code .sastignore} */
    SelectionMatcher(Selection selection, List<String> ignored) {
        includeTexts = selection.includes();
        boolean caseSensitive = selection.caseSensitive();
        List<String> patterns = includeTexts.isEmpty() ? List.of(AntPattern.DEEP) : includeTexts;
        List<AntPattern> parsed = parse(patterns);
        includes = new PatternTree(caseSensitive ? AntScannerRoots.adjust(parsed) : parsed, caseSensitive);
        List<String> all =
                new ArrayList<>(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        all.addAll(selection.excludes());
        all.addAll(ignored);
        excludes = new PatternTree(parse(all), caseSensitive);
    }

    MatchState root() {
        return new MatchState(includes.start(), excludes.start());
    }

    List<String> includes() {
        return includeTexts;
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
}
