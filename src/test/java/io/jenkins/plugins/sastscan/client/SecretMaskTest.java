package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In texts from the server, every encoding of a secret is masked. */
class SecretMaskTest {
    private static SecretMask secrets(String... texts) {
        return SecretMask.of(Stream.of(texts).map(SecretText::new).toArray(SecretText[]::new));
    }

    @Test
    void secrets_are_not_shown() {
        assertThat(new SecretText("PLANTED")).hasToString("****");
        assertThat(new AccessToken("PLANTED")).hasToString("****");
    }

    static Stream<Arguments> echoes() {
        return Stream.of(
                        "P\u00e4ss+/=%&\"<W\u00f6rd 3",
                        "it's <b>&amp; \\ more",
                        "abcd",
                        "h\u00f6h\u00f6",
                        "plain-old_password",
                        "\u00ef?>\u00ef?>\u00ef?>~~~\u00fb\u00ff")
                .flatMap(secret -> SecretForms.forms(secret).stream().map(form -> Arguments.of(secret, form)));
    }

    @ParameterizedTest
    @MethodSource("echoes")
    void a_returned_secret_is_masked_in_every_encoding(String secret, String form) {
        assertThat(secrets(secret).mask("why: " + form + " is no good")).isEqualTo("why: **** is no good");
        assertThat(secrets(secret).mask(form)).isEqualTo("****");
    }

    @Test
    void a_long_line_of_a_secret_is_masked_even_without_the_rest() {
        SecretMask secrets = secrets("the first line of it\nshort\ntwelve chars\nthe second line of it");
        assertThat(secrets.mask("bad: the first line of it!")).isEqualTo("bad: ****!");
        assertThat(secrets.mask("twelve chars, the second line of it, the%20first%20line%20of%20it"))
                .isEqualTo("****, ****, ****");
        assertThat(secrets.mask("a short line of words")).isEqualTo("a short line of words");
    }

    @Test
    void the_name_and_password_of_a_user_are_masked() {
        SecretMask secrets = new User("ci-robot", new SecretText("hunter2")).mask();
        String basic = Base64.getEncoder().encodeToString("ci-robot:hunter2".getBytes(StandardCharsets.UTF_8));
        assertThat(secrets.mask("Basic " + basic + " of ci-robot with hunter2"))
                .isEqualTo("Basic **** of **** with ****");
        secrets = new User("ci", new SecretText("hunter2")).mask();
        assertThat(secrets.mask("decide on hunter2")).isEqualTo("decide on ****");
    }

    @Test
    void a_secret_that_contains_another_secret_is_masked_completely() {
        assertThat(secrets("abcd", "abcdef").mask("say abcdef and abcd")).isEqualTo("say **** and ****");
    }
}
