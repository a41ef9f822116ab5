package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTextTest {
    @Test
    void commas_and_line_breaks_separate_patterns_and_spaces_do_not() {
        assertThat(PatternText.patterns(" src/** ,\r\n,docs/**\nmy files/** "))
                .containsExactly("src/**", "docs/**", "my files/**");
    }

    @Test
    void a_pattern_with_a_space_gets_a_hint() {
        assertThat(PatternText.hint("pom.xml, src/** docs/**"))
                .contains("\"src/** docs/**\" is one pattern. Separate several patterns with commas or line breaks.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "src/**", "src/**, docs/**", "src/**\n docs/** "})
    void other_patterns_get_none(String text) {
        assertThat(PatternText.hint(text)).isEmpty();
    }
}
