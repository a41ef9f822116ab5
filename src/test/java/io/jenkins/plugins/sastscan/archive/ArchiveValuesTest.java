package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ContentStatistics.Share;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that controller and agents send to each other. */
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
    void serialized_values_are_read_back_unchanged(Serializable value) throws Exception {
        assertThat(arrived(sent(value)))
                .isEqualTo(value)
                .hasSameHashCodeAs(value)
                .hasToString(value.toString());
    }

    @Test
    void a_short_digest_is_the_first_half_of_a_sha_256_digest() {
        assertThat(Checksums.shortDigest("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223");
    }

    @Test
    void an_archive_failure_keeps_its_type_and_message_after_serialization() throws Exception {
        assertThat(arrived(sent(new ArchiveException("a\nb"))))
                .isInstanceOfSatisfying(
                        ArchiveException.class, arrived -> assertThat(arrived).hasMessage("a\\u000ab"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void a_size_limit_must_be_positive(long bytes) {
        assertThatThrownBy(() -> SizeLimit.of(bytes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("size limit: " + bytes);
    }

    @Test
    void each_skip_reason_has_at_most_100_shortened_and_escaped_names() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(SkipReason.CHANGED, "c", () -> "");
        for (int i = 0; i < 1_500; i++) {
            tally.add(SkipReason.EXCLUDED_FILE, i + "\n" + "x".repeat(1_000), () -> "");
        }
        tally.add(SkipReason.EXCLUDED_DIRECTORY, "d", () -> "");
        SkippedFiles skippedFiles = tally.toSkippedFiles(List.of());
        List<String> names = ArchiveFixture.names(skippedFiles, SkipReason.EXCLUDED_FILE);
        assertThat(names).hasSize(SkippedFiles.MAX_NAMES).allMatch(name -> name.length() < 310);
        assertThat(names.get(7)).startsWith("7\\u000axxx");
        assertThat(ArchiveFixture.names(skippedFiles, SkipReason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles.summary())
                .isEqualTo("1,500 excluded files, 1 excluded directory, 1 file that changed while being read");
        assertThat(skippedFiles.byImportance())
                .extracting(SkippedFiles.Group::reason)
                .containsExactly(SkipReason.CHANGED, SkipReason.EXCLUDED_DIRECTORY, SkipReason.EXCLUDED_FILE);
        assertThat(SkippedFiles.nothing().summary()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5ac0, '\u001b[8m'", "5ac0, <p>x", "c0de, ha:/", "c0de, ABCD"})
    void an_invalid_digest_from_an_agent_is_rejected(String digits, String others) throws Exception {
        String honest = sent(facts(1, 2, 3, 4));
        String lie = honest.replace(digits.repeat(16), others.repeat(16));
        assertThat(lie).isNotEqualTo(honest);
        assertThatThrownBy(() -> arrived(lie)).isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void negative_and_inconsistent_counts_and_sizes_are_rejected() {
        assertImpossible(() -> facts(-1, 2, 3, 4));
        assertImpossible(() -> facts(1, -2, 3, 4));
        assertImpossible(() -> facts(1, 2, -3, 4));
        assertImpossible(() -> facts(1, 2, 3, 2));
        assertImpossible(() -> facts(1, 2, 3, 12));
        assertImpossible(() -> new Share("a", -1, 0));
        assertImpossible(() -> new Share("a", 0, -1));
        assertImpossible(() -> new ContentStatistics(0, 0, List.of(), List.of(), -1, 0, List.of()));
        assertImpossible(() -> new ContentStatistics(0, 0, List.of(), List.of(), 0, -1, List.of()));
        assertImpossible(() -> new SkippedFiles.Group(SkipReason.SPECIAL, -1, List.of(), List.of()));
        assertImpossible(() -> new SkippedFiles.Group(SkipReason.SPECIAL, 1, List.of("a"), List.of()));
    }

    private static void assertImpossible(ThrowingCallable value) {
        assertThatThrownBy(value).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void long_lists_and_names_from_an_agent_are_shortened_and_escaped() {
        String forged = "a\nERROR: \u001b[8mha:" + "x".repeat(100_000);
        List<String> many = Collections.nCopies(100_000, forged);
        SkippedFiles.Group lie = new SkippedFiles.Group(SkipReason.SPECIAL, 3, many, many);
        SkippedFiles skippedFiles = new SkippedFiles(Collections.nCopies(100_000, lie), many);
        assertThat(skippedFiles.groups()).hasSize(SkipReason.values().length);
        List<Share> shares = Collections.nCopies(1_000, new Share(forged, 1, 1));
        ContentStatistics lies = new ContentStatistics(1, 1, shares, shares, 0, 1, many);
        for (List<String> names :
                List.of(lie.names(), lie.decidedBy(), skippedFiles.unmatchedPatterns(), lies.likelySecretNames())) {
            assertThat(names)
                    .hasSize(SkippedFiles.MAX_NAMES)
                    .allMatch(name -> name.length() < 10_000)
                    .allMatch(name -> name.startsWith("a\\u000aERROR: \\u001b[8mha:"));
        }
        assertThat(lies.folders())
                .hasSize(10)
                .allMatch(share -> share.name().startsWith("a\\u000aERROR"))
                .allMatch(share -> share.name().length() < 1_000);
        assertThat(lies.types()).hasSize(10);
    }

    private static ArchiveFacts facts(long files, long rawBytes, long archiveBytes, long encodedBytes) {
        List<Share> shares = List.of(new Share("", 1, 2));
        ContentStatistics contents = new ContentStatistics(files, rawBytes, shares, shares, 0, 0, List.of());
        return new ArchiveFacts(contents, archiveBytes, encodedBytes, SHA, CONTENT, skippedFiles());
    }

    private static SkippedFiles skippedFiles() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(SkipReason.LINK_LOOP, "a", () -> "");
        tally.add(SkipReason.UNREADABLE, "\u0001".repeat(SkippedFiles.MAX_NAME_LENGTH + 1), () -> "");
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
