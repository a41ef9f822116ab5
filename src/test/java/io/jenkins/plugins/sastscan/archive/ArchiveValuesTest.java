package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values travel between the controller and agents, whose values are held to bounds when they arrive. */
class ArchiveValuesTest {
    private static final String SHA = "5ac0".repeat(16);
    private static final String CONTENT = "c0de".repeat(16);

    static Stream<Serializable> values() {
        return Stream.of(
                Selection.everything(),
                new Selection(List.of("a"), List.of("b", "c"), false, false),
                SizeLimit.none(),
                SizeLimit.of(5),
                facts(1, 2, 3, 7),
                SkippedFiles.nothing(),
                skippedFiles());
    }

    @ParameterizedTest
    @MethodSource("values")
    void values_are_the_same_after_a_journey(Serializable value) throws Exception {
        assertThat(arrived(sent(value)))
                .isEqualTo(value)
                .hasSameHashCodeAs(value)
                .hasToString(value.toString());
    }

    @Test
    void failures_keep_their_kind_and_their_sentence_on_a_journey() throws Exception {
        assertThat(arrived(sent(new ArchiveException("a\nb"))))
                .isInstanceOfSatisfying(
                        ArchiveException.class, arrived -> assertThat(arrived).hasMessage("a\\u000ab"));
    }

    @Test
    void a_limit_measures_a_byte_as_one_unless_told_otherwise() {
        assertThat(SizeLimit.of(5).meter().measure(new byte[10], 2, 3)).isEqualTo(3);
        assertThat(SizeLimit.none().bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void a_limit_is_positive(long bytes) {
        assertThatThrownBy(() -> SizeLimit.of(bytes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("size limit: " + bytes);
    }

    @Test
    void the_names_of_skipped_files_are_few_short_and_safe_to_show() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(Reason.CHANGED, "c");
        for (int i = 0; i < 1_500; i++) {
            tally.add(Reason.EXCLUDED_FILE, i + "\n" + "x".repeat(1_000));
        }
        SkippedFiles skippedFiles = tally.toSkippedFiles(List.of());
        assertThat(skippedFiles.count(Reason.EXCLUDED_FILE)).isEqualTo(1_500);
        assertThat(skippedFiles.count(Reason.SPECIAL)).isZero();
        assertThat(skippedFiles.names(Reason.EXCLUDED_FILE))
                .hasSize(SkippedFiles.MAX_NAMES)
                .allSatisfy(name -> assertThat(name).hasSizeLessThan(SkippedFiles.MAX_NAME_LENGTH + 10));
        assertThat(skippedFiles.names(Reason.EXCLUDED_FILE).get(7)).startsWith("7\\u000axxx");
        assertThat(skippedFiles.names(Reason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles.summary()).isEqualTo("1,500 excluded files, 1 file that changed while being read");
        assertThat(skippedFiles.byImportance())
                .extracting(SkippedFiles.Group::reason)
                .containsExactly(Reason.CHANGED, Reason.EXCLUDED_FILE);
        tally.add(Reason.CHANGED, "d");
        assertThat(skippedFiles.count(Reason.CHANGED)).isEqualTo(1);
        assertThat(SkippedFiles.nothing().summary()).isEmpty();
    }

    @Test
    void every_reason_has_words() {
        assertThat(Arrays.stream(Reason.values()).flatMap(reason -> Stream.of(reason.words(1), reason.words(2))))
                .doesNotHaveDuplicates()
                .allMatch(words -> !words.isBlank());
        assertThat(Reason.EXCLUDED_DIRECTORY.words(0)).isEqualTo("excluded directories");
    }

    @ParameterizedTest
    @CsvSource({"5ac0, '\u001b[8m'", "5ac0, <p>x", "c0de, ha:/", "c0de, ABCD"})
    void a_digest_that_is_none_is_refused_on_arrival(String digits, String others) throws Exception {
        String honest = sent(facts(1, 2, 3, 4));
        String lie = honest.replace(digits.repeat(16), others.repeat(16));

        assertThat(lie).isNotEqualTo(honest);
        assertThatThrownBy(() -> arrived(lie)).isInstanceOf(InvalidObjectException.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, 2, 3, 4", "1, -2, 3, 4", "1, 2, -3, 4", "1, 2, 3, 2", "1, 2, 3, 12"})
    void impossible_numbers_are_refused(long files, long rawBytes, long archiveBytes, long bodyBytes) {
        assertThatThrownBy(() -> facts(files, rawBytes, archiveBytes, bodyBytes))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void more_and_longer_names_than_ever_and_such_that_forge_lines_are_cut_and_made_safe() {
        String forged = "a\nERROR: \u001b[8mha:" + "x".repeat(100_000);
        SkippedFiles.Group lie = new SkippedFiles.Group(Reason.SPECIAL, 3, Collections.nCopies(100_000, forged));
        assertThat(new SkippedFiles(Collections.nCopies(100_000, lie), List.of()).groups())
                .hasSize(Reason.values().length);
        assertThat(new SkippedFiles(List.of(), Collections.nCopies(100_000, "a\nb")).unmatchedPatterns())
                .hasSize(SkippedFiles.MAX_NAMES)
                .containsOnly("a\\u000ab");
        assertThat(lie.names())
                .hasSize(SkippedFiles.MAX_NAMES)
                .allMatch(name -> name.length() < 10_000)
                .allMatch(name -> name.startsWith("a\\u000aERROR: \\u001b[8mha:"));
        assertThatThrownBy(() -> new SkippedFiles.Group(Reason.SPECIAL, -1, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ArchiveFacts facts(long files, long rawBytes, long archiveBytes, long bodyBytes) {
        List<Contents.Share> shares = List.of(new Contents.Share("", 1, 2));
        return new ArchiveFacts(
                new Contents(files, rawBytes, shares, shares, 0),
                archiveBytes,
                bodyBytes,
                SHA,
                CONTENT,
                skippedFiles());
    }

    private static SkippedFiles skippedFiles() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(Reason.LINK_LOOP, "a");
        tally.add(Reason.UNREADABLE, "\u0001".repeat(SkippedFiles.MAX_NAME_LENGTH + 1));
        return tally.toSkippedFiles(List.of());
    }

    private static String sent(Serializable value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static Object arrived(String sent) throws Exception {
        byte[] bytes = sent.getBytes(StandardCharsets.ISO_8859_1);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}
