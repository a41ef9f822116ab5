package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.EnvVars;
import hudson.Util;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions of a step's parameters become: whoever edits a Jenkinsfile writes them, of any length. */
class BuildContextJenkinsTest {
    private static final EnvVars VARIABLES = new EnvVars(Map.of(
            "A", "value", "A_B", "other", "a.b", "dotted", "D", "$A ${A}\\", "EMPTY", "", "BIG", "x".repeat(1 << 20)));

    private static String expand(String text) {
        return new BuildContext(null, null, VARIABLES, null, null, "").expand(text);
    }

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
    void expressions_are_replaced_as_core_does_it(String text) {
        assertThat(expand(text)).isEqualTo(Util.replaceMacro(text, VARIABLES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$$", "$", "${A", "$EMPTY", "$-"})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_text_takes_no_more_time_than_its_length_asks_for(String part) {
        String text = part.repeat((1 << 20) / part.length());

        assertThat(expand(text + "$A")).endsWith("value");
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void expressions_do_not_fill_the_memory() {
        assertThat(expand("$BIG")).hasSize(1 << 20);
        assertThatThrownBy(() -> expand("$BIG".repeat(100_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "A parameter of the step has more than 2000000 characters after its expressions are expanded."
                                + " Shorten it.");
    }
}
