package io.jenkins.plugins.sastscan.demo;

import static io.jenkins.plugins.sastscan.input.BadInput.takes;

import io.jenkins.plugins.sastscan.demo.DemoOptions.UsageException;
import io.jenkins.plugins.sastscan.input.BadInput;
import io.jenkins.plugins.sastscan.input.BadInput.Field;
import io.jenkins.plugins.sastscan.input.BadInput.Value;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo's command line with everything that may be wrong with it. */
class BadOptionsTest {
    private static final String URL = "https://sast.example.org";

    /** What no locale but one of UTF-8 can name. */
    private static final Set<Value> BEYOND_ASCII = EnumSet.of(Value.RIGHT_TO_LEFT, Value.LOOK_ALIKE, Value.INVISIBLE);

    static Stream<Arguments> optionsAndValues() {
        return Stream.concat(
                options(),
                directory().filter(arguments -> !BEYOND_ASCII.contains(arguments.get()[1])));
    }

    private static Stream<Arguments> options() {
        return BadInput.table(
                takes("--dialect", text -> parse("--dialect", text)),
                takes("--server", text -> parse("--project", "7", "--server", text)),
                takes("--project", text -> parse("--server", URL, "--project", text)),
                takes("--port", text -> parse("--jenkins", "--port", text)),
                takes("an unknown option", text -> parse("--" + text)));
    }

    private static Stream<Arguments> directory() {
        return BadInput.table(takes(
                "DIR",
                text -> parse(text),
                Value.ABSENT,
                Value.LONG,
                Value.LINES,
                Value.UNRESOLVED,
                Value.UP,
                Value.ABSOLUTE,
                Value.UNC,
                Value.DRIVE,
                Value.GREAT,
                Value.MARKUP));
    }

    /** An absent value is the end of the command line. */
    private static void parse(String... arguments) throws UsageException {
        DemoOptions.parse(Stream.of(arguments).filter(Objects::nonNull).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("optionsAndValues")
    void a_bad_value_is_refused_in_a_sentence_or_taken_as_it_is(Field field, Value value) {
        BadInput.check(field, value, UsageException.class);
    }
}
