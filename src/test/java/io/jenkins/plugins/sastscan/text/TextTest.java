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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TextTest {
    @Test
    void numbers_of_bytes_are_shown_in_a_suitable_unit() {
        assertThat(LongStream.of(0, 999, 1000, 999_949, 999_950, 104_200_000, 5_368_709_120L, Long.MAX_VALUE)
                        .mapToObj(Figures::bytes))
                .containsExactly("0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "104.2 MB", "5.4 GB", "9.2 EB");
    }

    @Test
    void percentages_are_between_0_and_100() {
        assertThat(LongStream.of(-1, 1, 5).mapToObj(part -> Figures.percent(part, 3)))
                .containsExactly("0.0%", "33.3%", "100.0%");
        assertThat(Figures.percent(0, 0)).isEqualTo("0.0%");
        assertThat(Figures.percent(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo("100.0%");
    }

    @Test
    void counts_are_shown_with_thousands_separators_and_plurals() {
        assertThat(Figures.count(15_460)).isEqualTo("15,460");
        assertThat(LongStream.of(0, 1).mapToObj(count -> Figures.count(count, "file")))
                .containsExactly("0 files", "1 file");
    }

    @Test
    void times_and_rates_are_shown_in_a_suitable_unit() {
        assertThat(LongStream.of(999, 1000, 1640).mapToObj(Figures::time)).containsExactly("999 ms", "1.0 s", "1.6 s");
        assertThat(Figures.rate(5_000_000, Duration.ofMillis(500))).isEqualTo("10.0 MB/s");
        assertThat(Figures.rate(1_000, Duration.ZERO)).isEqualTo("1.0 MB/s");
    }

    @Test
    void durations_are_shown_in_words() {
        assertThat(LongStream.of(300, 1999, 2000).mapToObj(Duration::ofMillis).map(Figures::words))
                .containsExactly("300 milliseconds", "1999 milliseconds", "2 seconds");
        assertThat(LongStream.of(119, 120, 150, 119 * 60, 120 * 60, 150 * 60, 365 * 24 * 3600)
                        .mapToObj(Duration::ofSeconds)
                        .map(Figures::words))
                .containsExactly(
                        "119 seconds",
                        "2 minutes",
                        "150 seconds",
                        "119 minutes",
                        "2 hours",
                        "150 minutes",
                        "8760 hours");
    }

    @ParameterizedTest
    @CsvSource({"000a", "000d", "001b", "0000", "007f", "0085", "2028", "2029", "202e", "2066", "200b", "feff", "d800"})
    void control_and_format_characters_are_shown_as_codes(String code) {
        String text = "a" + (char) Integer.parseInt(code, 16) + "b";
        assertThat(PlainText.oneLine(text)).isEqualTo("a\\u" + code + "b");
        assertThat(new InvalidInputException(text)).hasMessage("a\\u" + code + "b");
    }

    @Test
    void text_in_any_writing_system_stays_unchanged_but_a_long_text_is_shortened() {
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
    void the_reason_for_an_io_failure_fits_into_a_sentence(IOException failure, String reason) {
        assertThat(IoReason.of(failure)).isEqualTo(reason);
    }
}
