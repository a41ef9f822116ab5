package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryNameTest extends ArchiveFixture {
    private static final String SAME = "%FF".repeat(10);

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
    void bytes_that_are_no_utf_8_are_shown_by_their_number(String bytes, String name) {
        assertThat(EntryName.decode(HexFormat.of().parseHex(bytes))).isEqualTo(name);
    }

    @Property
    void any_bytes_give_a_name_that_utf_8_can_say(@ForAll byte[] bytes) {
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(EntryName.decode(bytes)))
                .isTrue();
    }

    @Property
    void the_order_is_that_of_the_bytes(@ForAll String first, @ForAll String second) {
        String one = EntryName.wellFormed(first);
        String other = EntryName.wellFormed(second);
        int expected =
                Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(EntryName.compare(one, other))).isEqualTo(Integer.signum(expected));
    }

    @ParameterizedTest
    @CsvSource({"\ud83d\ude00, \uffff, 1", "\uffff, \ud83d\ude00, -1", "\ud83d\ude00, \ud83d\ude01, -1", "a, ab, -1"})
    void supplementary_characters_come_last(String first, String second, int order) {
        assertThat(Integer.signum(EntryName.compare(first, second))).isEqualTo(order);
    }

    @Test
    void a_name_may_have_as_many_bytes_as_16_bits_say() {
        assertThat(EntryName.tooLong("x".repeat(65_535))).isFalse();
        assertThat(EntryName.tooLong("x".repeat(65_536))).isTrue();
        assertThat(EntryName.tooLong("\u65e5".repeat(21_845))).isFalse();
        assertThat(EntryName.tooLong("\u65e5".repeat(21_846))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u0001b:a\nb:a<b:a>b/c:a\"b:a|b:a?b:a*b:a\\b",
                "a.:a/b./c:...:a :a /b: ",
                "nul:a/NUL.tar.gz:AUX.c:con/x:PRN .txt:com1:COM9.x:lpt3:com\u00b9:LPT\u00b3.txt:conin$:CONOUT$.x"
            })
    void names_that_windows_does_not_allow(String names) {
        assertThat(names.split(":")).noneMatch(EntryName::validOnWindows);
        assertThat(EntryName.validOnWindows(names)).as("a colon").isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:.gitignore:./a: a:a b.c:a..b:a\u007fb:\u65e5\u672c",
                "console.c:con-x:x.con:null:auxiliary/a:com0:com10:lpt"
            })
    void names_that_windows_allows(String names) {
        assertThat(names.split(":")).allMatch(EntryName::validOnWindows);
    }

    @Test
    @Timeout(10)
    void the_longest_names_are_judged_at_once() {
        for (String part : List.of(" ", ".", "..", "../", ".. ", "a/", "con", "con ", "/ ", "\\")) {
            String name = "a" + part.repeat(1_000_000 / part.length()) + "b";
            EntryName.staysInside(name);
            EntryName.validOnWindows(name);
        }
    }

    @Test
    void lone_surrogates_are_shown_by_their_number() {
        assertThat(EntryName.wellFormed("a\ud800b\udc00\ud83d\ude00")).isEqualTo("a%D800b%DC00\ud83d\ude00");
        assertThat(EntryName.wellFormed("\u00e9\ud83d\ude00")).isEqualTo("\u00e9\ud83d\ude00");
    }

    /** All of them come out as {@code %FF} ten times: in each place is the byte or the text for it. */
    @Test
    void very_many_names_that_would_come_out_the_same_are_told_apart_by_a_number() throws Exception {
        shell("b=$(printf '\\377'); set -- ''; for i in 1 2 3 4 5 6 7 8 9 10; do"
                + " for n in \"$@\"; do shift; set -- \"$@\" \"$n$b\" \"$n%FF\"; done; done; touch \"$@\"");
        assertThat(DirectoryListing.read(root).stream().map(DirectoryListing.Child::name))
                .hasSize(1 << 10)
                .doesNotHaveDuplicates()
                .contains(SAME, SAME + "%", SAME + "%".repeat(9), SAME + "%10", SAME + "%1023");
    }

    @Test
    void names_that_would_come_out_the_same_are_told_apart() throws Exception {
        shell("n() { printf \"$1\"; }; printf raw > \"$(n '\\377')\"; printf text > %FF; printf one > %FF%;"
                + " d=$(n 'd\\377'); mkdir \"$d\" d%FF; printf raw > \"$d/x\"; printf text > d%FF/x;"
                + " printf a > \"$(n '\\376%%FF')\"; printf b > \"$(n '%%FE\\377')\"");
        archive();
        Map<String, String> read = new TreeMap<>();
        entries().forEach((name, content) -> read.put(name, new String(content)));
        assertThat(read).hasToString("{%FE%FF=b, %FE%FF%=a, %FF=text, %FF%=one, %FF%%=raw, d%FF%/x=raw, d%FF/x=text}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
    void names_are_the_same_in_every_locale(String locale) throws Exception {
        shell("n() { printf \"$1\"; }; d=$(n 'd\\377'); e=$(n '\\303\\251'); mkdir -p \"$d/$e$e\";"
                + " for f in \"$d/$e\" \"$d/$e$e/plain\" \"$(n '\\351.txt')\" \"$(n '\\346\\227\\245\\346\\234\\254')\""
                + " \"$(n '\\360\\237\\230\\200')\" \"$(n 'a\\nb')\"; do printf x > \"$f\"; done");
        assertThat(archiveElsewhere(FileChoice.ALL, locale, Map.of())).isEmpty();
        assertThat(entries())
                .containsOnlyKeys(
                        "a\nb", "d%FF/\u00e9", "d%FF/\u00e9\u00e9/plain", "%E9.txt", "\u65e5\u672c", "\ud83d\ude00");
        assertThat(entries().values())
                .allSatisfy(content -> assertThat(content).asString().isEqualTo("x"));
    }

    /** Makes names that not every locale can say from their bytes. */
    private void shell(String script) throws Exception {
        assumePosix();
        run(root, "sh", "-c", script);
    }
}
