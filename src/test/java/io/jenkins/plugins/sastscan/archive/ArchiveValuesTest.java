package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveValuesTest {
    static Stream<Serializable> values() {
        return Stream.of(
                Selection.everything(),
                new Selection(List.of("a"), List.of("b", "c"), false, false),
                SizeLimit.none(),
                SizeLimit.of(5),
                ArchiveOptions.defaults(),
                new ArchiveFacts(contents(), 3, 7, "4", "5", skippedFiles()),
                SkippedFiles.nothing(),
                skippedFiles());
    }

    @ParameterizedTest
    @MethodSource("values")
    void values_are_the_same_after_a_journey(Serializable value) throws Exception {
        Object arrived = travel(value);
        assertThat(arrived).isEqualTo(value).hasSameHashCodeAs(value).hasToString(value.toString());
    }

    @Test
    void failures_keep_their_kind_and_their_sentence_on_a_journey() throws Exception {
        for (ArchiveException failure : List.of(
                new ArchiveException("a\nb"), new ArchiveTooLargeException("c"), new EmptySelectionException("d"))) {
            assertThat(travel(failure))
                    .isInstanceOfSatisfying(
                            failure.getClass(), arrived -> assertThat(arrived).hasMessage(failure.getMessage()));
        }
        assertThat(new ArchiveException("a\nb")).hasMessage("a\\u000ab");
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
    void options_have_their_ranges() {
        for (int threads : new int[] {-1, 65}) {
            assertThatThrownBy(() -> ArchiveOptions.defaults().withThreads(threads))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("threads: " + threads);
        }
        for (int level : new int[] {0, 10}) {
            assertThatThrownBy(() -> new ArchiveOptions(1, level, SizeLimit.none()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("level: " + level);
        }
        assertThat(ArchiveOptions.defaults().withThreads(64).threadsHere()).isEqualTo(64);
        assertThat(ArchiveOptions.defaults().withThreads(1).threadsHere()).isEqualTo(1);
    }

    @Test
    void threads_are_chosen_by_the_machine_that_archives_at_most_four() {
        assertThat(ArchiveOptions.defaults().threads()).isEqualTo(ArchiveOptions.AUTOMATIC);
        assertThat(ArchiveOptions.defaults().threadsHere())
                .isEqualTo(Math.min(4, Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void left_out_names_are_few_short_and_safe_to_show() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        for (int i = 0; i < 150; i++) {
            tally.add(Reason.SPECIAL, i + "\n" + "x".repeat(1_000));
        }
        tally.add(Reason.CHANGED, "c");
        SkippedFiles skippedFiles = tally.toSkippedFiles();
        assertThat(skippedFiles.count(Reason.SPECIAL)).isEqualTo(150);
        assertThat(skippedFiles.names(Reason.SPECIAL))
                .hasSize(SkippedFiles.MAX_NAMES)
                .allSatisfy(name -> assertThat(name).hasSizeLessThan(SkippedFiles.MAX_NAME_LENGTH + 10));
        assertThat(skippedFiles.names(Reason.SPECIAL).get(7)).startsWith("7\\u000axxx");
        assertThat(skippedFiles.names(Reason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles).hasToString("{SPECIAL=150, CHANGED=1}");
        tally.add(Reason.CHANGED, "d");
        assertThat(skippedFiles.count(Reason.CHANGED)).isEqualTo(1);
        assertThat(skippedFiles.names(Reason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles).isNotEqualTo(tally.toSkippedFiles()).isNotEqualTo(null);
    }

    @Test
    void every_reason_has_words() {
        assertThat(Arrays.stream(Reason.values()).flatMap(reason -> Stream.of(reason.words(1), reason.words(2))))
                .doesNotHaveDuplicates()
                .allMatch(words -> !words.isBlank());
        assertThat(Reason.EXCLUDED_DIRECTORY.words(1)).isEqualTo("excluded directory");
        assertThat(Reason.EXCLUDED_DIRECTORY.words(0)).isEqualTo("excluded directories");
    }

    private static Contents contents() {
        return new Contents(1, 2, List.of(new Contents.Share("a", 1, 2)), List.of(new Contents.Share("", 1, 2)), 0);
    }

    private static SkippedFiles skippedFiles() {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(Reason.LINK_LOOP, "a");
        tally.add(Reason.LINK_LOOP, "b");
        return tally.toSkippedFiles();
    }

    private static Object travel(Serializable value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
