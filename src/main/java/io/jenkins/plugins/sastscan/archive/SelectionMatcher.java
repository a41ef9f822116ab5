package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A selection, compiled for a walk: what it says of each file and directory on the way. Not changed once built. */
final class SelectionMatcher {
    private final PatternTree includes;
    private final PatternTree excludes;
    private final List<String> includeTexts;

    /** @param ignored further exclude patterns, those of the directory's {@code .sastignore} */
    SelectionMatcher(Selection selection, List<String> ignored) {
        includeTexts = selection.includes();
        boolean caseSensitive = selection.caseSensitive();
        List<String> patterns = includeTexts.isEmpty() ? List.of(AntPattern.DEEP) : includeTexts;
        includes = new PatternTree(AntScannerRoots.settle(parse(patterns), caseSensitive), caseSensitive);
        List<String> all =
                new ArrayList<>(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        all.addAll(selection.excludes());
        all.addAll(ignored);
        excludes = new PatternTree(parse(all), caseSensitive);
    }

    MatchState root() {
        return new MatchState(includes.start(), excludes.start());
    }

    /** The include patterns as they were given. */
    List<String> includes() {
        return includeTexts;
    }

    private static List<AntPattern> parse(List<String> texts) {
        return texts.stream().map(AntPattern::parse).toList();
    }

    /** A directory on the walk, as the patterns see it. */
    record MatchState(PatternTree.Position included, PatternTree.Position excluded) {
        /** Why the file of that name in this directory is left out, or null if it is taken. */
        Reason refusesFile(String name) {
            if (excluded.matches(name)) {
                return Reason.EXCLUDED_FILE;
            }
            return included.matches(name) ? null : Reason.NOT_INCLUDED_FILE;
        }

        /** Why nothing below this directory is taken, or null if something may be. */
        Reason refusesEverything() {
            if (excluded.everythingBelow()) {
                return Reason.EXCLUDED_DIRECTORY;
            }
            return included.nothingBelow() ? Reason.NOT_INCLUDED_DIRECTORY : null;
        }

        MatchState enter(String name) {
            return new MatchState(included.enter(name), excluded.enter(name));
        }

        /** Gives the number of each include pattern that matches the file of that name in this directory. */
        void including(String name, IntConsumer each) {
            included.matching(name, each);
        }
    }
}
