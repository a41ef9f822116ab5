package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SshPrivateKeyTest {
    private static final String KEY = SshKeys.pem();

    static Stream<Arguments> usable() {
        String rsa = SshKeys.armoured("RSA PRIVATE KEY", new byte[] {0x30, 0x10});
        String openSsh = SshKeys.openSsh("none");
        return Stream.of(
                Arguments.of(KEY, KEY),
                Arguments.of(rsa, rsa),
                Arguments.of(openSsh, openSsh),
                Arguments.of("\r\n  " + KEY.replace("\n", "\r\n") + "\r\n\r\n", KEY),
                Arguments.of(KEY.replace('\n', '\r'), KEY),
                Arguments.of("my notes, and a password: hunter2\n" + KEY + "more notes", KEY),
                Arguments.of("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + KEY, KEY),
                Arguments.of(KEY + "x".repeat(64_000 - KEY.length()), KEY));
    }

    @ParameterizedTest
    @MethodSource("usable")
    void text_before_and_after_a_private_key_is_ignored(String text, String key) {
        assertThat(checked(text)).isEqualTo(key);
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
                Arguments.of(KEY + KEY, "more than one"),
                Arguments.of("", "not a private key"),
                Arguments.of("my password", "not a private key"),
                Arguments.of("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "not a private key"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\nAAAA", "not a private key"),
                Arguments.of(SshKeys.armoured("PRIVATE KEY", new byte[0]), "malformed"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\n!!secret!!\n-----END PRIVATE KEY-----", "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[] {1, 2, 3}), "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[40]), "malformed"),
                Arguments.of(withLengthOfCipher(0x7f), "malformed"),
                Arguments.of(withLengthOfCipher(0xff), "malformed"),
                Arguments.of(KEY + "x".repeat(64_001 - KEY.length()), "longer than 64 kB"));
    }

    private static String withLengthOfCipher(int firstByte) {
        byte[] bytes = Base64.getMimeDecoder().decode(SshKeys.openSsh("none").replaceAll("-----.*-----", ""));
        bytes[15] = (byte) firstByte;
        return SshKeys.armoured("OPENSSH PRIVATE KEY", bytes);
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
        assertRejected(() -> SshPrivateKey.only(List.of(key, key), false), "2 private keys");
        assertRejected(() -> SshPrivateKey.only(List.of(), false), "no private keys");
        assertRejected(() -> SshPrivateKey.only(List.of(new SecretText("my password")), false), "not a private key");
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
                "-----BEGIN AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "-----",
                "PRIVATE KEY ",
                "\r\n",
                "\r",
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
        return SshPrivateKey.checked(new SecretText(text)).reveal();
    }
}
