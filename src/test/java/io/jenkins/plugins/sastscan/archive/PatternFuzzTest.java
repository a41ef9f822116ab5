package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.tools.ant.types.selectors.SelectorUtils;

/** Patterns and ignore files of any text: taken as Ant takes them, or refused in a sentence. */
class PatternFuzzTest {
    private static final String NOBODY = "no file has this name";

    /** A path in the first line and a pattern in each further one. */
    @FuzzTest(maxDuration = "2m")
    void any_pattern_matches_what_it_matches_for_ant(byte[] data) {
        List<String> lines = new String(data, StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty() || lines.size() > 10) {
            return;
        }
        List<String> path = Arrays.stream(lines.get(0).split("[/\\\\]+"))
                .filter(name -> !name.isEmpty())
                .toList();
        List<String> patterns = lines.stream()
                .skip(1)
                .filter(pattern -> AntPattern.problem(pattern) == null)
                .toList();
        if (path.isEmpty()
                || path.contains(NOBODY)
                || patterns.isEmpty()
                || lines.get(0).length() > 200) {
            return;
        }
        boolean expected = patterns.stream().anyMatch(pattern -> ants(pattern, path));
        boolean always = DefaultExcludes.always().stream().anyMatch(pattern -> ants(pattern, path));
        assertThat(includes(patterns, path))
                .as("includes %s of %s", patterns, path)
                .isEqualTo(expected && !always);
        assertThat(excludes(patterns, path))
                .as("excludes %s of %s", patterns, path)
                .isEqualTo(expected);
    }

    @FuzzTest(maxDuration = "1m")
    void any_bytes_of_an_ignore_file_give_patterns_or_a_sentence(byte[] content) {
        try {
            List<String> patterns = List.copyOf(IgnoreFile.parse(content).values());
            assertThat(patterns)
                    .allSatisfy(
                            pattern -> assertThat(AntPattern.problem(pattern)).isNull());
            PatternTree tree =
                    new PatternTree(patterns.stream().map(AntPattern::parse).toList(), true);
            assertThat(tree.start().enter("a")).isNotNull();
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("Line ").matches("\\P{Cntrl}{0,300}");
        }
    }

    /** With a pattern more, for which Ant's scanner looks everywhere: else it has rules of its own for its roots. */
    private static boolean includes(List<String> patterns, List<String> path) {
        List<String> all = new ArrayList<>(patterns);
        all.add("**/" + NOBODY);
        MatchState place = new SelectionMatcher(new Selection(all, List.of(), false, true), Map.of()).root();
        for (String directory : path.subList(0, path.size() - 1)) {
            place = place.enter(directory);
            if (place.skipReasonForAll() != null) {
                return false;
            }
        }
        return place.skipReason(path.get(path.size() - 1)) == null;
    }

    /** Without the excludes that are always there. */
    private static boolean excludes(List<String> patterns, List<String> path) {
        PatternTree tree =
                new PatternTree(patterns.stream().map(AntPattern::parse).toList(), true);
        PatternTree.Position position = tree.start();
        for (String directory : path.subList(0, path.size() - 1)) {
            position = position.enter(directory);
            if (position.everythingBelow()) {
                return true;
            }
        }
        return position.matches(path.get(path.size() - 1));
    }

    /** As Ant's scanner reads a pattern. */
    private static boolean ants(String text, List<String> path) {
        String pattern = text.replace('/', File.separatorChar).replace('\\', File.separatorChar);
        if (pattern.endsWith(File.separator)) {
            pattern += "**";
        }
        String name = String.join(File.separator, path);
        return SelectorUtils.hasWildcards(pattern)
                ? SelectorUtils.matchPath(pattern, name, true)
                : pattern.equals(name);
    }
}
