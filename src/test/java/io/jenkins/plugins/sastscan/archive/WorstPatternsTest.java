package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Patterns that make a careless tree look at each segment, or each pattern, again and again, which takes minutes. */
class WorstPatternsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<AntPattern> DEEP =
            List.of(AntPattern.parse("a/".repeat(400_000) + "**"), AntPattern.parse("b/**"));

    @Test
    void segments_without_end_in_the_tree() {
        PatternTree tree = assertTimeoutPreemptively(PATIENCE, () -> new PatternTree(DEEP, true));
        assertThat(tree.start().enter("a").everythingBelow()).isFalse();
        assertThat(tree.start().enter("b").everythingBelow()).isTrue();
    }

    @Test
    void segments_without_end_in_an_include() {
        List<AntPattern> settled = assertTimeoutPreemptively(PATIENCE, () -> SelectionMatcher.asAntScanner(DEEP));
        assertThat(settled.get(0).segments()).hasSize(400_002).endsWith("**", "*");
    }

    @Test
    void wildcards_without_number() {
        List<AntPattern> patterns = IntStream.range(0, 300_000)
                .mapToObj(number -> AntPattern.parse("*" + (1_000_000 + number)))
                .toList();
        PatternTree tree = assertTimeoutPreemptively(PATIENCE, () -> new PatternTree(patterns, true));
        assertThat(tree.start().matches("x1299999")).isTrue();
    }
}
