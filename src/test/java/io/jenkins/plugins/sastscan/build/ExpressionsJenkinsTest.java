package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.EnvVars;
import hudson.Util;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions such as {@code ${NAME}} in the parameters of a step. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExpressionsJenkinsTest {
    private static final EnvVars VARIABLES = new EnvVars(Map.of(
            "A", "value", "A_B", "other", "a.b", "dotted", "D", "$A ${A}\\", "EMPTY", "", "BIG", "x".repeat(1 << 20)));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "$A ${A} $A_B$A ${a.b} $a.b $a ${a}",
                "$NONE ${NONE} $$A $$$A $${A}",
                "${",
                "$",
                "${}",
                "${A",
                "$D",
                "x${EMPTY}y",
                "${A}/\\$A $- ${A }"
            })
    void expressions_are_expanded_as_in_jenkins_core(String text) {
        assertThat(expand(text)).isEqualTo(Util.replaceMacro(text, VARIABLES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$$", "$", "${A", "$EMPTY", "$-"})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void expanding_a_long_text_takes_linear_time(String part) {
        String text = part.repeat((1 << 20) / part.length());

        assertThat(expand(text + "$A")).endsWith("value");
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void an_expanded_text_has_a_maximum_length() {
        assertThat(expand("$BIG")).hasSize(1 << 20);
        assertThatThrownBy(() -> expand("$BIG".repeat(100_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "A parameter of the step has more than 2000000 characters after its expressions are expanded."
                                + " Shorten it.");
    }

    private static String expand(String text) {
        return new BuildContext(null, null, null, VARIABLES, null, null, "").expand(text);
    }
}
