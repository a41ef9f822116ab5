package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionsTest {
    private static final Map<String, String> VARIABLES =
            Map.of("A", "value", "A_B", "other", "a.b", "dotted", "D", "$A ${A}\\", "EMPTY", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ''",
                "' $A ${A} $A_B$A ${a.b} ' | value value othervalue dotted",
                "$$A $$$A $${A} $$ | $A $value ${A} $",
                "${ $ ${} ${A ${A } $- | ${ $ ${} ${A ${A } $-",
                "**/Outer$1.class | **/Outer$1.class",
                "$D | $A ${A}\\",
                "x${EMPTY}y | xy",
                "${A}/\\$A | value/\\value"
            })
    void expressions_are_replaced_once(String text, String expanded) {
        assertThat(Expressions.expand("branch", text, VARIABLES, false)).isEqualTo(expanded);
        assertThat(Expressions.expand("excludes", text, VARIABLES, true)).isEqualTo(expanded);
    }

    @ParameterizedTest
    @CsvSource({
        "${UNSET}, Cannot use branch: UNSET is not set in this build.",
        "$A-${UN.SET}, Cannot use branch: UN.SET is not set in this build.",
        "**/Outer$Inner.java, Cannot use branch: Inner is not set in this build. Write $$ for a dollar sign."
    })
    void an_unset_variable_is_an_error(String text, String message) {
        assertThatThrownBy(() -> Expressions.expand("branch", text, VARIABLES, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void an_empty_variable_does_not_select_the_default_value() {
        assertThatThrownBy(() -> Expressions.expand("server", " ${EMPTY} ", VARIABLES, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Cannot use server: ${EMPTY} is empty in this build.");
        assertThat(Expressions.expand("excludes", "${EMPTY}", VARIABLES, true)).isEmpty();
        assertThat(Expressions.expand("server", null, VARIABLES, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$$", "$", "${A", "$EMPTY", "$-"})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void expanding_a_long_text_takes_linear_time(String part) {
        String text = part.repeat((1 << 20) / part.length());

        assertThat(Expressions.expand("branch", text + " $A", VARIABLES, true)).endsWith("value");
    }
}
