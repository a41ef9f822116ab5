package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text around the content of a key. {@link SshKeyContentTest} tests the content. */
class SshPrivateKeyTest {
    private static final String KEY = SshKeys.pem();
    private static final String BODY = KEY.replaceAll("-----.*-----\n", "");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----\n";
    private static final String END = "-----END PRIVATE KEY-----\n";

    static Stream<String> restorable() {
        return Stream.of(
                KEY,
                KEY.strip(),
                KEY.replace('\n', ' '),
                KEY.replaceAll("\\s", ""),
                KEY.replace("\n", "\r\n"),
                KEY.replace("\n", "\n\n"),
                KEY.replace("\n", " \t\n"),
                KEY.replaceAll("(?m)^", "    "),
                KEY.replace("\n", "\\n"),
                KEY.replace("\n", "\\r\\n"),
                KEY.replace("\n", "\\\n"),
                KEY.replace(' ', '\u00a0'),
                KEY.replace("\n", "\u2028"),
                KEY.replace(BODY, BODY.replaceAll("\\s", "").replaceAll("(.{76})", "$1\n") + "\n"),
                KEY.replace(BODY, BODY.replaceAll("(.)", "$1\n")),
                KEY.replaceAll("=+", ""),
                "\ufeff" + KEY,
                "\"" + KEY + "\"",
                "'" + KEY.replace("\n", "\\n") + "'",
                "my notes, and a password: hunter2\n" + KEY + "more notes",
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + KEY,
                KEY + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                KEY + "x".repeat(64_000 - KEY.length()));
    }

    @ParameterizedTest
    @MethodSource("restorable")
    void changed_white_space_and_text_around_a_key_are_corrected(String text) {
        assertThat(checked(text)).isEqualTo(KEY);
    }

    static Stream<Arguments> unusable() {
        String noKey = "do not contain exactly one private key";
        String noLine = "BEGIN line or its END line is missing";
        return Stream.of(
                arguments("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", "PuTTYgen converts"),
                arguments("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@here", "not a public key"),
                arguments("sk-ssh-ed25519-cert-v01@openssh.com AAAA me@here", "not a public key"),
                arguments("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----", "not a public key"),
                arguments("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "not a public key"),
                arguments(SshKeys.armoured("ENCRYPTED PRIVATE KEY", new byte[] {0x30, 0x10}), "passphrase"),
                arguments(SshKeys.armoured("DSA PRIVATE KEY", new byte[] {0x30, 0x10}), "unsupported"),
                arguments(KEY + KEY, "exactly one"),
                arguments("", noKey),
                arguments("my password", noKey),
                arguments("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", noKey),
                arguments(BODY, noKey),
                arguments(KEY.replace(BEGIN, ""), noLine),
                arguments(KEY.replace(BEGIN, BEGIN.substring(1)), noLine),
                arguments(KEY.replace(END, ""), noLine),
                arguments(KEY.replace("END PRIVATE", "END RSA PRIVATE"), noLine),
                arguments(KEY.replace(BODY, ""), "damaged"),
                arguments(KEY.replace(BODY, "!!secret!!\n"), "not Base64"),
                arguments(KEY.replaceAll("(?m)^", "> "), "not Base64"),
                arguments(KEY + "x".repeat(64_001 - KEY.length()), "at most 64 kB"));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void an_unusable_key_is_rejected_and_not_shown(String text, String reason) {
        assertRejected(() -> checked(text), reason);
    }

    @Test
    void credentials_must_contain_exactly_one_key_and_no_passphrase() {
        SecretText key = new SecretText(KEY);
        assertRejected(() -> SshPrivateKey.only(List.of(key), true), "passphrase");
        assertRejected(() -> SshPrivateKey.only(List.of(key, key), false), "exactly one");
        assertRejected(() -> SshPrivateKey.only(List.of(), false), "do not contain exactly one private key");
    }

    /** A backtracking regular expression would need minutes to check a very long text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN PRIVATE KEY-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
                "-----BEGIN ",
                "-----BEGIN -----",
                "-----BEGIN PRIVATE KEY",
                "-----",
                "\\",
                "\r\n",
                " "
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_key_text_is_checked_quickly(String part) {
        for (int size : new int[] {63_000, 1 << 20}) {
            String text = part.repeat(size / part.length());
            for (String start : List.of("", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----")) {
                assertThatThrownBy(() -> checked(start + text)).isInstanceOf(InvalidInputException.class);
            }
        }
    }

    private static String checked(String text) {
        return SshPrivateKey.only(List.of(new SecretText(text)), false).secret().reveal();
    }
}
