package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SshPrivateKeyTest {
    static Stream<String> usable() {
        return Stream.of(
                SshKeys.pem(),
                SshKeys.openSsh("none"),
                SshKeys.armoured("RSA PRIVATE KEY", new byte[] {0x30, 0x10}),
                SshKeys.armoured("EC PRIVATE KEY", new byte[] {0x30, 0x10}));
    }

    @ParameterizedTest
    @MethodSource("usable")
    void a_private_key_without_a_passphrase_is_taken_as_it_is(String key) {
        assertThat(SshPrivateKey.checked(SecretText.of(key)).reveal()).isEqualTo(key);
    }

    @Test
    void line_ends_of_other_systems_and_blanks_around_the_key_are_put_right() {
        String key = SshKeys.pem();
        String windows = "\r\n  " + key.replace("\n", "\r\n") + "\r\n\r\n";
        assertThat(SshPrivateKey.checked(SecretText.of(windows)).reveal()).isEqualTo(key);
        assertThat(SshPrivateKey.checked(SecretText.of(key.replace('\n', '\r'))).reveal())
                .isEqualTo(key);
    }

    @Test
    void what_stands_around_the_key_is_not_sent() {
        String key = SshKeys.pem();
        SecretText noted = SecretText.of("my notes, and a password: hunter2\n" + key + "more notes");
        assertThat(SshPrivateKey.checked(noted).reveal()).isEqualTo(key);
    }

    static Stream<Arguments> unusable() {
        String traditional = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"
                + "AAAA\n-----END RSA PRIVATE KEY-----\n";
        return Stream.of(
                Arguments.of("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", "PuTTY"),
                Arguments.of("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@here", "public key"),
                Arguments.of("ecdsa-sha2-nistp256 AAAA me@here", "public key"),
                Arguments.of("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----", "public key"),
                Arguments.of(traditional, "passphrase"),
                Arguments.of(SshKeys.armoured("ENCRYPTED PRIVATE KEY", new byte[] {0x30, 0x10}), "passphrase"),
                Arguments.of(SshKeys.openSsh("aes256-ctr"), "passphrase"),
                Arguments.of(SshKeys.pem() + SshKeys.pem(), "more than one"),
                Arguments.of("", "not a private key"),
                Arguments.of("my password", "not a private key"),
                Arguments.of("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "not a private key"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\nAAAA", "not a private key"),
                Arguments.of(SshKeys.armoured("PRIVATE KEY", new byte[0]), "malformed"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\n!!secret!!\n-----END PRIVATE KEY-----", "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[] {1, 2, 3}), "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[40]), "malformed"));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void anything_else_is_refused_with_a_reason_and_without_showing_it(String text, String reason) {
        assertThatThrownBy(() -> SshPrivateKey.checked(SecretText.of(text)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContainingAny("AAAA", "!!secret!!", "my password");
    }

    @Test
    void a_text_of_more_than_64_kB_is_refused() {
        String key = SshKeys.pem();
        String longest = key + "x".repeat(64_000 - key.length());

        assertThat(SshPrivateKey.checked(SecretText.of(longest)).reveal()).isEqualTo(key);
        assertThatThrownBy(() -> SshPrivateKey.checked(SecretText.of(longest + "x")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("64 kB");
    }

    static Stream<String> parts() {
        return Stream.of(
                "-----BEGIN PRIVATE KEY-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
                "-----BEGIN ",
                "-----BEGIN -----",
                "-----BEGIN PRIVATE KEY",
                "-----BEGIN " + "A".repeat(100),
                "-----",
                "PRIVATE KEY ",
                "\r\n",
                "\r",
                " ");
    }

    /** Whoever may add credentials chooses the text. Backtracking takes minutes for the worst of them. */
    @ParameterizedTest
    @MethodSource("parts")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_huge_text_is_judged_at_once(String part) {
        for (int size : new int[] {64_000, 1 << 20}) {
            String text = part.repeat(size / part.length());
            for (String start : new String[] {"", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----"}) {
                assertThatThrownBy(() -> SshPrivateKey.checked(SecretText.of(start + text)))
                        .isInstanceOf(InvalidInputException.class);
            }
        }
    }

    @Test
    void a_cipher_name_longer_than_the_key_is_damage_and_no_crash() {
        String key = SshKeys.openSsh("none");
        byte[] bytes = java.util.Base64.getMimeDecoder().decode(key.replaceAll("-----.*-----", ""));
        bytes[15] = 0x7f;
        assertThatThrownBy(() -> SshPrivateKey.checked(SecretText.of(SshKeys.armoured("OPENSSH PRIVATE KEY", bytes))))
                .hasMessageContaining("malformed");
        bytes[15] = (byte) 0xff;
        assertThatThrownBy(() -> SshPrivateKey.checked(SecretText.of(SshKeys.armoured("OPENSSH PRIVATE KEY", bytes))))
                .hasMessageContaining("malformed");
    }
}
