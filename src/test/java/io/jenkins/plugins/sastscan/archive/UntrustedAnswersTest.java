package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine answers that is not to be trusted: its values are held to their bounds when they arrive. */
class UntrustedAnswersTest {
    private static final long FILES = 0x0123456789abcdefL;
    private static final long RAW = 0x1123456789abcdefL;
    private static final long BYTES = 0x2123456789abcdefL;
    private static final String SHA = "5ac0".repeat(16);
    private static final String CONTENT = "c0de".repeat(16);

    @ParameterizedTest
    @ValueSource(longs = {FILES, RAW, BYTES})
    void a_negative_number_is_refused(long number) {
        String honest =
                latin1(new ArchiveFacts(contents(FILES, RAW), BYTES, 2 * BYTES, SHA, CONTENT, SkippedFiles.nothing()));
        String lie = honest.replace(bytes(number), bytes(-1));

        assertThat(lie).isNotEqualTo(honest);
        assertThatThrownBy(() -> arrived(lie)).isInstanceOf(InvalidObjectException.class);
    }

    @ParameterizedTest
    @CsvSource({"5ac0, '\u001b[8m'", "5ac0, <p>x", "c0de, ha:/", "c0de, ABCD"})
    void a_digest_that_is_none_is_refused(String digits, String others) {
        String honest = latin1(new ArchiveFacts(contents(1, 2), 3, 4, SHA, CONTENT, SkippedFiles.nothing()));
        String lie = honest.replace(digits.repeat(16), others.repeat(16));

        assertThat(lie).isNotEqualTo(honest);
        assertThatThrownBy(() -> arrived(lie)).isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void more_and_longer_names_than_ever_and_such_that_forge_lines_are_cut_and_made_safe() throws Exception {
        List<String> names = Collections.nCopies(100_000, "a\nERROR: \u001b[8mha:" + "x".repeat(100_000));
        SkippedFiles lie = SkippedFiles.nothing();
        this.<ArrayList<String>>map(lie, "names").put(Reason.SPECIAL, new ArrayList<>(names));
        this.<Long>map(lie, "counts").put(Reason.SPECIAL, 3L);

        SkippedFiles arrived = (SkippedFiles) arrived(latin1(lie));

        assertThat(arrived.count(Reason.SPECIAL)).isEqualTo(3);
        assertThat(arrived.names(Reason.SPECIAL))
                .hasSize(SkippedFiles.MAX_NAMES)
                .allMatch(name -> name.length() < 10_000)
                .allMatch(name -> name.startsWith("a\\u000aERROR: \\u001b[8mha:"));
    }

    @Test
    void a_negative_count_is_refused() throws Exception {
        SkippedFiles lie = SkippedFiles.nothing();
        this.<Long>map(lie, "counts").put(Reason.CHANGED, -1L);

        assertThatThrownBy(() -> arrived(latin1(lie))).isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void an_honest_answer_arrives_as_it_was() throws Exception {
        SkippedFiles.Tally tally = new SkippedFiles.Tally();
        tally.add(Reason.UNREADABLE, "\u0001".repeat(SkippedFiles.MAX_NAME_LENGTH + 1));
        ArchiveFacts facts = new ArchiveFacts(contents(0, 0), 22, 60, SHA, CONTENT, tally.toSkippedFiles());

        assertThat(arrived(latin1(facts))).isEqualTo(facts);
    }

    @SuppressWarnings("unchecked")
    private <V> Map<Reason, V> map(SkippedFiles skippedFiles, String name) throws ReflectiveOperationException {
        Field field = SkippedFiles.class.getDeclaredField(name);
        field.setAccessible(true);
        return (EnumMap<Reason, V>) field.get(skippedFiles);
    }

    private static String bytes(long number) {
        StringBuilder bytes = new StringBuilder();
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes.append((char) (number >>> shift & 0xff));
        }
        return bytes.toString();
    }

    private static String latin1(Serializable value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static Object arrived(String latin1) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(latin1.getBytes(StandardCharsets.ISO_8859_1)))) {
            return in.readObject();
        }
    }

    private static Contents contents(long files, long rawBytes) {
        return new Contents(files, rawBytes, List.of(), List.of(), 0);
    }
}
