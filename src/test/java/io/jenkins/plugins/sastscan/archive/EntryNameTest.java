package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryNameTest {
    @ParameterizedTest
    @CsvSource({
        "61, a",
        "c3a9, \u00e9",
        "f09f9880, \ud83d\ude00",
        "ff, %FF",
        "61e962, a%E9b",
        "c3, %C3",
        "f09f98, %F0%9F%98",
        "eda080, %ED%A0%80",
        "c0af, %C0%AF",
        "efbfbd, \ufffd",
        "e3812f, %E3%81/",
    })
    void invalid_utf_8_bytes_are_percent_encoded(String bytes, String name) {
        assertThat(EntryName.decode(
                        new String(HexFormat.of().parseHex(bytes), java.nio.charset.StandardCharsets.ISO_8859_1)))
                .isEqualTo(name);
    }

    @Test
    void a_name_has_at_most_4096_bytes() {
        assertThat(EntryName.skipReason("x".repeat(4_096))).isNull();
        assertThat(EntryName.skipReason("x".repeat(4_097))).isEqualTo(SkipReason.UNREADABLE);
        assertThat(EntryName.skipReason("\u65e5".repeat(1_365))).isNull();
        assertThat(EntryName.skipReason("\u65e5".repeat(1_366))).isEqualTo(SkipReason.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u0001b:a\nb:a<b:a>b/c:a\"b:a|b:a?b:a*b:a\\b",
                "a.:a/b./c:...:a :a /b: ",
                "nul:a/NUL.tar.gz:AUX.c:con/x:PRN .txt:com1:COM9.x:lpt3:com\u00b9:LPT\u00b3.txt:conin$:CONOUT$.x"
            })
    void names_that_are_invalid_on_windows_are_recognized(String names) {
        assertThat(names.split(":")).noneMatch(EntryName::validOnWindows);
        assertThat(EntryName.validOnWindows(names)).as("a colon").isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:.gitignore:./a: a:a b.c:a..b:a\u007fb:\u65e5\u672c",
                "console.c:con-x:x.con:null:auxiliary/a:com0:com10:lpt"
            })
    void names_that_are_valid_on_windows_are_recognized(String names) {
        assertThat(names.split(":")).allMatch(EntryName::validOnWindows);
    }

    @Test
    void long_names_are_checked_quickly() {
        for (String part : List.of(" ", ".", "..", "../", ".. ", "a/", "con", "con ", "/ ", "\\")) {
            String name = "a" + part.repeat(1_000_000 / part.length()) + "b";
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
                EntryName.staysInside(name);
                EntryName.validOnWindows(name);
            });
        }
    }
}
