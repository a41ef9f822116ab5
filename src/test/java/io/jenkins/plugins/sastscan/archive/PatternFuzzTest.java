package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.tools.ant.types.selectors.SelectorUtils;

/** Patterns and ignore files of any text: taken as Ant takes them, or refused in a sentence. */
class PatternFuzzTest {
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
        if (path.isEmpty() || patterns.isEmpty() || lines.get(0).length() > 200) {
            return;
        }
        assertThat(matches(patterns, path))
                .as("%s of %s", patterns, path)
                .isEqualTo(patterns.stream().anyMatch(pattern -> ants(pattern, path)));
    }

    @FuzzTest(maxDuration = "1m")
    void any_bytes_of_an_ignore_file_give_patterns_or_a_sentence(byte[] content) {
        try {
            List<String> patterns = List.copyOf(IgnoreFile.parse(content).values());
            assertThat(patterns)
                    .allSatisfy(
                            pattern -> assertThat(AntPattern.problem(pattern)).isNull());
            assertThat(tree(patterns).start().enter("a")).isNotNull();
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("Line ").matches("\\P{Cntrl}{0,300}");
        }
    }

    private static boolean matches(List<String> patterns, List<String> path) {
        PatternTree.Position position = tree(patterns).start();
        for (String directory : path.subList(0, path.size() - 1)) {
            position = position.enter(directory);
            if (position.covering() != PatternTree.NONE) {
                return true;
            }
            if (position.nothingBelow()) {
                return false;
            }
        }
        return position.matches(path.get(path.size() - 1));
    }

    private static PatternTree tree(List<String> patterns) {
        return new PatternTree(patterns.stream().map(AntPattern::parse).toList(), true);
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
