package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
    @ParameterizedTest
    @CsvSource({"000a", "000d", "001b", "0000", "007f", "0085", "2028", "2029", "202e", "2066", "200b", "feff", "d800"})
    void what_could_forge_or_hide_is_shown_by_its_code(String code) {
        String text = "a" + (char) Integer.parseInt(code, 16) + "b";
        assertThat(PlainText.oneLine(text)).isEqualTo("a\\u" + code + "b");
        assertThat(new InvalidInputException(text)).hasMessage("a\\u" + code + "b");
    }

    @Test
    void other_text_of_any_script_stays_as_it_is_but_is_cut() {
        String text = "src/Gr\u00fc\u00dfe/\u65e5\u672c\u8a9e/\uD83D\uDE00 <b>&amp;";
        assertThat(PlainText.oneLine(text)).isEqualTo(text);
        assertThat(PlainText.oneLine("x".repeat(50), 10)).isEqualTo("x".repeat(10) + '\u2026');
        assertThat(PlainText.oneLine("x".repeat(10), 10)).isEqualTo("x".repeat(10));
        assertThat(PlainText.oneLine(null)).isEmpty();
    }
}
