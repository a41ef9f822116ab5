package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What people and scripts give wrongly, and what must come of it: one sentence, or the value as it is. */
final class BadInput {
    /** The longest sentence: what is shown of a value is cut, its characters that could forge lines are spelt out. */
    private static final int LONGEST_SENTENCE = 1_000;

    private BadInput() {}

    /** The values. */
    enum Value {
        ABSENT(null),
        EMPTY(""),
        BLANK(" \t "),
        LONG("x".repeat(1 << 20)),
        CONTROLS("a\u0000\u001b[31mb\u0007"),
        LINES("a\r\nX-Forged: 1\n[Pipeline] forged"),
        UNRESOLVED("${BRANCH_NAME}"),
        UP("../../etc/passwd"),
        ABSOLUTE("/etc/passwd"),
        UNC("\\\\host\\share"),
        DRIVE("C:\\Windows"),
        RIGHT_TO_LEFT("ma\u202enib"),
        LOOK_ALIKE("m\u0430in"),
        INVISIBLE("ma\u200bin"),
        BROKEN("ma\ud800in"),
        GREAT("99999999999999999999"),
        NEGATIVE("-1"),
        MARKUP("<script>alert(1)</script>");

        private final String text;

        Value(String text) {
            this.text = text;
        }
    }

    /** Takes a value; fails if it refuses it. */
    interface Taker {
        void take(String value) throws Exception;
    }

    /** A field and the values that it takes; it refuses the others. */
    record Field(String name, Taker taker, Set<Value> takes) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A field that takes these values alone. */
    static Field takes(String name, Taker taker, Value... values) {
        return new Field(name, taker, values.length == 0 ? Set.of() : EnumSet.copyOf(List.of(values)));
    }

    /** A field that takes all values but these. */
    static Field refuses(String name, Taker taker, Value... values) {
        return new Field(name, taker, EnumSet.complementOf(EnumSet.copyOf(List.of(values))));
    }

    /** Each field with each value, as arguments of a test. */
    static Stream<Arguments> table(Field... fields) {
        return Arrays.stream(fields)
                .flatMap(field -> Arrays.stream(Value.values()).map(value -> Arguments.of(field, value)));
    }

    /** A field takes the value, or refuses it in one sentence. */
    static void check(Field field, Value value) {
        Throwable refusal = catchThrowable(() -> field.taker.take(value.text));

        if (field.takes.contains(value)) {
            assertThat(refusal).isNull();
            return;
        }
        assertThat(refusal).isInstanceOfAny(InvalidInputException.class, IOException.class, ArchiveException.class);
        assertThat(refusal.getMessage())
                .matches("[A-Z\"].*\\.")
                .matches("[^\\p{Cntrl}\\p{Cf}\\u2028\\u2029]*")
                .hasSizeLessThan(LONGEST_SENTENCE);
    }
}
