package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecretTextTest {
    private static final SecretText PASSWORD = SecretText.of("p&ss word");
    private static final SecretText TOKEN = SecretText.of("hunter2");

    @Test
    void words_of_others_show_no_secret_in_any_form() {
        assertThat(SecretText.mask(
                        "remote: p&ss word, p%26ss%20word, p%26ss+word, cCZzcyB3b3Jk; hunter2.",
                        List.of(PASSWORD, TOKEN)))
                .isEqualTo("remote: ****, ****, ****, ****; ****.");
    }

    @Test
    void without_secrets_they_stay_as_they_are() {
        assertThat(SecretText.mask("fatal: not found", List.of())).isEqualTo("fatal: not found");
    }

    @Test
    void a_secret_too_short_to_be_masked_withholds_them() {
        assertThat(SecretText.mask("remote: abc", List.of(SecretText.of("abc"))))
                .doesNotContain("abc", "remote");
    }
}
