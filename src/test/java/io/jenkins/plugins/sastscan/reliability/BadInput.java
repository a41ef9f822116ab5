package io.jenkins.plugins.sastscan.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What people and scripts give wrongly, and what must come of it: one sentence, or the value as it is. */
public final class BadInput {
    private static final String REFUSED = "refused in one sentence";
    private static final String TAKEN = "taken as it is";

    /** The longest sentence: what is shown of a value is cut, its characters that could forge lines are spelt out. */
    private static final int LONGEST_SENTENCE = 1_000;

    private BadInput() {}

    /** The values. */
    public enum Value {
        ABSENT(null, "absent"),
        EMPTY("", "empty"),
        BLANK(" \t ", "blank"),
        LONG("x".repeat(1 << 20), "1 MB long"),
        CONTROLS("a\u0000\u001b[31mb\u0007", "control characters"),
        LINES("a\r\nX-Forged: 1\n[Pipeline] forged", "line breaks"),
        UNRESOLVED("${BRANCH_NAME}", "an unresolved ${}"),
        UP("../../etc/passwd", "../"),
        ABSOLUTE("/etc/passwd", "an absolute path"),
        UNC("\\\\host\\share", "a UNC path"),
        DRIVE("C:\\Windows", "a path with a drive"),
        RIGHT_TO_LEFT("ma\u202enib", "right-to-left characters"),
        LOOK_ALIKE("m\u0430in", "look-alike characters"),
        INVISIBLE("ma\u200bin", "invisible characters"),
        BROKEN("ma\ud800in", "half a character"),
        GREAT("99999999999999999999", "a number beyond all ranges"),
        NEGATIVE("-1", "a negative number"),
        MARKUP("<script>alert(1)</script>", "HTML and script");

        private final String text;
        private final String label;

        Value(String text, String label) {
            this.text = text;
            this.label = label;
        }
    }

    /** Takes a value; fails if it refuses it. */
    public interface Taker {
        void take(String value) throws Exception;
    }

    /** A field and the values that it takes; it refuses the others. */
    public record Field(String name, Taker taker, Set<Value> takes) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A field that takes these values alone. */
    public static Field takes(String name, Taker taker, Value... values) {
        return new Field(name, taker, values.length == 0 ? Set.of() : EnumSet.copyOf(List.of(values)));
    }

    /** A field that takes all values but these. */
    public static Field refuses(String name, Taker taker, Value... values) {
        return new Field(name, taker, EnumSet.complementOf(EnumSet.copyOf(List.of(values))));
    }

    /** Each field with each value, as arguments of a test. */
    public static Stream<Arguments> table(Field... fields) {
        return Arrays.stream(fields)
                .flatMap(field -> Arrays.stream(Value.values()).map(value -> Arguments.of(field, value)));
    }

    /** Tries it, asserts what is expected and keeps the row. */
    public static void prove(Field field, Value value, Class<? extends Exception> ownRefusal) throws Exception {
        String expected = field.takes.contains(value) ? TAKEN : REFUSED;
        Reliability.prove("Bad input", value.label, field.name, expected, () -> {
            try {
                field.taker.take(value.text);
                return TAKEN;
            } catch (InvalidInputException | IOException e) {
                return sentence(e);
            } catch (Exception e) {
                if (ownRefusal.isInstance(e)) {
                    return sentence(e);
                }
                throw e;
            }
        });
    }

    private static String sentence(Exception refusal) {
        assertThat(refusal.getMessage())
                .matches("[A-Z\"].*\\.")
                .matches("[^\\p{Cntrl}\\p{Cf}\\u2028\\u2029]*")
                .hasSizeLessThan(LONGEST_SENTENCE);
        return REFUSED;
    }
}
