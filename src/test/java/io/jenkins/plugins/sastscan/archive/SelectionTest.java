package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"\", blank",
                "\"  \", blank",
                "/etc/**, absolute",
                "\\\\server\\share, absolute",
                "C:\\src\\**, absolute",
                "c:/src, absolute",
                "../other/**, '..' segment",
                "src\\..\\..\\x, '..' segment",
                "src/.., '..' segment",
                "./src, '.' segment",
                "src/./x, '.' segment",
                "\"a\tb\", control character",
                "\"a\u0000b\", control character",
                "\"a\u0085b\", control character"
            })
    void a_pattern_that_cannot_be_meant_is_refused_and_named(String pattern, String why) {
        assertThatThrownBy(() -> new Selection(List.of("ok/**", pattern), List.of(), true, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Invalid include pattern '")
                .hasMessageContaining(why);
        assertThatThrownBy(() -> new Selection(List.of(), List.of(pattern), true, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Invalid exclude pattern '")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"..a/b", "a..b", "...", "C:", "c:x", "a b", " a", ".git/**", "**", "a/", "#x#", "\u00e9/${x}"})
    void unusual_patterns_that_can_be_meant_are_taken(String pattern) {
        assertThatCode(() -> new Selection(List.of(pattern), List.of(pattern), true, true))
                .doesNotThrowAnyException();
    }

    @Test
    void a_pattern_has_a_longest_length() {
        assertThatCode(() -> new Selection(List.of("x".repeat(4_096)), List.of(), true, true))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new Selection(List.of("x".repeat(4_097)), List.of(), true, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("longer than 4096 characters")
                .hasMessageMatching(".{0,300}");
    }

    @Test
    void a_list_has_a_largest_number_of_patterns() {
        assertThatCode(() -> new Selection(Collections.nCopies(10_000, "x"), List.of(), true, true))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new Selection(List.of(), Collections.nCopies(10_001, "x"), true, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("10001 exclude patterns")
                .hasMessageContaining("maximum of 10000");
    }

    @Test
    void everything_is_all_but_the_default_excludes_case_sensitively() {
        assertThat(Selection.everything()).isEqualTo(new Selection(List.of(), List.of(), true, true));
    }

    @Test
    void a_selection_does_not_change_with_the_lists_it_was_made_of() {
        List<String> patterns = new ArrayList<>(List.of("a"));
        Selection selection = new Selection(patterns, patterns, true, true);
        patterns.add("b");
        assertThat(selection.includes()).containsExactly("a");
        assertThat(selection.excludes()).containsExactly("a");
    }
}
