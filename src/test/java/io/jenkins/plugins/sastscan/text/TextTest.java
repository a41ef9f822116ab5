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

class TextTest {
    static Stream<Arguments> figures() {
        return Stream.of(
                Arguments.of(Figures.bytes(0), "0 B"),
                Arguments.of(Figures.bytes(999), "999 B"),
                Arguments.of(Figures.bytes(1000), "1.0 kB"),
                Arguments.of(Figures.bytes(999_949), "999.9 kB"),
                Arguments.of(Figures.bytes(999_950), "1.0 MB"),
                Arguments.of(Figures.bytes(104_200_000), "104.2 MB"),
                Arguments.of(Figures.bytes(5_368_709_120L), "5.4 GB"),
                Arguments.of(Figures.bytes(Long.MAX_VALUE), "9.2 EB"),
                Arguments.of(Figures.percent(0, 0), "0.0%"),
                Arguments.of(Figures.percent(1, 3), "33.3%"),
                Arguments.of(Figures.percent(5, 3), "100.0%"),
                Arguments.of(Figures.percent(-1, 3), "0.0%"),
                Arguments.of(Figures.percent(Long.MAX_VALUE, Long.MAX_VALUE), "100.0%"),
                Arguments.of(Figures.count(15_460), "15,460"),
                Arguments.of(Figures.count(1, "file"), "1 file"),
                Arguments.of(Figures.count(0, "file"), "0 files"),
                Arguments.of(Figures.time(Duration.ofMillis(999)), "999 ms"),
                Arguments.of(Figures.time(Duration.ofMillis(1000)), "1.0 s"),
                Arguments.of(Figures.time(Duration.ofMillis(1640)), "1.6 s"),
                Arguments.of(Figures.rate(5_000_000, Duration.ofMillis(500)), "10.0 MB/s"),
                Arguments.of(Figures.rate(1_000, Duration.ZERO), "1.0 MB/s"),
                Arguments.of(Figures.words(Duration.ofMillis(300)), "300 milliseconds"),
                Arguments.of(Figures.words(Duration.ofMillis(1999)), "1999 milliseconds"),
                Arguments.of(Figures.words(Duration.ofSeconds(2)), "2 seconds"),
                Arguments.of(Figures.words(Duration.ofSeconds(119)), "119 seconds"),
                Arguments.of(Figures.words(Duration.ofMinutes(2)), "2 minutes"),
                Arguments.of(Figures.words(Duration.ofMinutes(119)), "119 minutes"),
                Arguments.of(Figures.words(Duration.ofHours(2)), "2 hours"),
                Arguments.of(Figures.words(Duration.ofDays(365)), "8760 hours"));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void numbers_and_durations_are_shown_in_a_suitable_unit(String shown, String expected) {
        assertThat(shown).isEqualTo(expected);
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
