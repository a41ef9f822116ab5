package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The format of numbers, durations, reasons and external texts. */
class TextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "999949, 999.9 kB",
        "999950, 1.0 MB",
        "104200000, 104.2 MB",
        "5368709120, 5.4 GB",
        "9223372036854775807, 9.2 EB",
    })
    void bytes_are_shown_in_a_suitable_unit(long bytes, String shown) {
        assertThat(Figures.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0.0%",
        "1, 3, 33.3%",
        "5, 3, 100.0%",
        "-1, 3, 0.0%",
        "9223372036854775807, 9223372036854775807, 100.0%",
    })
    void percentages_are_limited_to_0_to_100(long part, long whole, String shown) {
        assertThat(Figures.percent(part, whole)).isEqualTo(shown);
    }

    @Test
    void counts_durations_and_rates_have_units() {
        assertThat(Figures.count(15_460)).isEqualTo("15,460");
        assertThat(Figures.count(1, "file")).isEqualTo("1 file");
        assertThat(Figures.count(0, "file")).isEqualTo("0 files");
        assertThat(Figures.time(Duration.ofMillis(999))).isEqualTo("999 ms");
        assertThat(Figures.time(Duration.ofMillis(1000))).isEqualTo("1.0 s");
        assertThat(Figures.time(Duration.ofMillis(1640))).isEqualTo("1.6 s");
        assertThat(Figures.rate(5_000_000, Duration.ofMillis(500))).isEqualTo("10.0 MB/s");
        assertThat(Figures.rate(1_000, Duration.ZERO)).isEqualTo("1.0 MB/s");
    }

    @ParameterizedTest
    @CsvSource({"000a", "000d", "001b", "0000", "007f", "0085", "2028", "2029", "202e", "2066", "200b", "feff", "d800"})
    void control_and_format_characters_are_shown_as_codes(String code) {
        String text = "a" + (char) Integer.parseInt(code, 16) + "b";
        assertThat(PlainText.oneLine(text)).isEqualTo("a\\u" + code + "b");
        assertThat(new InvalidInputException(text)).hasMessage("a\\u" + code + "b");
    }

    @Test
    void text_in_any_script_is_kept_up_to_a_maximum_length() {
        String text = "src/Gr\u00fc\u00dfe/\u65e5\u672c\u8a9e/\uD83D\uDE00 <b>&amp;";
        assertThat(PlainText.oneLine(text)).isEqualTo(text);
        assertThat(PlainText.oneLine("x".repeat(50), 10)).isEqualTo("x".repeat(10) + '\u2026');
        assertThat(PlainText.oneLine("x".repeat(10), 10)).isEqualTo("x".repeat(10));
        assertThat(PlainText.oneLine(null)).isEmpty();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/x"), "it does not exist"),
                Arguments.of(new FileNotFoundException("/x"), "it does not exist"),
                Arguments.of(new AccessDeniedException("/x"), "permission denied"),
                Arguments.of(new FileAlreadyExistsException("/x"), "a file with that name exists"),
                Arguments.of(new DirectoryNotEmptyException("/x"), "the directory is not empty"),
                Arguments.of(new FileSystemException("/x", null, "Read-only file system"), "Read-only file system"),
                Arguments.of(new FileSystemException("/x"), "FileSystemException"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new IOException("two\nlines"), "two\\u000alines"),
                Arguments.of(new IOException(), "IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void the_reason_of_an_io_failure_is_a_clause(IOException failure, String reason) {
        assertThat(IoReason.of(failure)).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.3S, 300 milliseconds",
        "PT1.999S, 1999 milliseconds",
        "PT2S, 2 seconds",
        "PT119S, 119 seconds",
        "PT2M, 2 minutes",
        "PT119M, 119 minutes",
        "PT2H, 2 hours",
        "P365D, 8760 hours",
    })
    void a_timeout_is_shown_in_a_suitable_unit(Duration span, String words) {
        assertThat(Figures.words(span)).isEqualTo(words);
    }
}
