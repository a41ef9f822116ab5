package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Complete keys of each type and format are accepted unchanged; a key that ssh-keygen cannot use is rejected. */
class SshKeyContentTest {
    private static final String NO_PASSPHRASE = " -N ''";

    @TempDir
    private static Path directory;

    private static final Map<String, String> KEYS = new LinkedHashMap<>();

    @BeforeAll
    static void generate() throws Exception {
        try {
            SshKeys.run(List.of("ssh-keygen", "-l", "-f", "/dev/null"));
        } catch (IOException e) {
            assumeTrue(!String.valueOf(e.getMessage()).contains("Cannot run program"), "ssh-keygen is missing");
        }
        for (String type : List.of("rsa -b 2048", "ecdsa -b 256", "ecdsa -b 384", "ecdsa -b 521")) {
            for (String format : List.of("", " -m PEM", " -m PKCS8")) {
                KEYS.put(type + format, SshKeys.generated(directory, type + format + NO_PASSPHRASE));
            }
        }
        KEYS.put("ed25519", SshKeys.generated(directory, "ed25519" + NO_PASSPHRASE));
    }

    @Test
    void a_complete_key_is_accepted_unchanged() throws Exception {
        for (String key : KEYS.values()) {
            assertThat(accepted(key)).contains(key);
            assertThat(accepted(key.replaceAll("\\s", " "))).contains(key);
            assertThat(SshKeys.publicKey(directory, key)).isNotEmpty();
        }
    }

    @Test
    void a_key_with_a_changed_byte_is_rejected_unless_the_byte_is_in_the_comment() {
        for (Map.Entry<String, String> each : KEYS.entrySet()) {
            byte[] content = SshKeys.content(each.getValue());
            int comment = new String(content, StandardCharsets.ISO_8859_1).indexOf(SshKeys.COMMENT);
            // In long keys only every seventh byte, because each check takes milliseconds.
            for (int i = 0; i < content.length; i += content.length > 140 ? 7 : 1) {
                byte[] changed = content.clone();
                changed[i] ^= (byte) (1 << i % 8);
                if (accepted(SshKeys.armoured(kind(each.getValue()), changed)).isPresent()) {
                    assertThat(i).as(each.getKey()).isBetween(comment, comment + SshKeys.COMMENT.length() - 1);
                }
            }
        }
    }

    @Test
    void a_key_without_one_of_its_lines_or_characters_is_rejected() {
        for (String key : KEYS.values()) {
            List<String> lines = key.lines().toList();
            for (int i = 1; i < lines.size() - 1; i++) {
                List<String> changed = new ArrayList<>(lines);
                changed.remove(i);
                assertRejected(() -> accept(String.join("\n", changed)), "incomplete or damaged", "Copy the complete");
                Collections.swap(changed, 1, changed.size() - 2);
                assertThat(accepted(String.join("\n", changed))).isEmpty();
                String half = String.join("\n", lines.subList(0, i)) + "\n" + lines.get(lines.size() - 1);
                assertThat(accepted(half)).isEmpty();
            }
            assertThat(accepted(key.replaceFirst("\n(.)", "\n"))).isEmpty();
            assertThat(accepted(key.replaceFirst("\\+", " "))).matches(it -> it.isEmpty() || !key.contains("+"));
            byte[] content = SshKeys.content(key);
            assertThat(accepted(SshKeys.armoured(kind(key), Arrays.copyOf(content, content.length + 8))))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa -m PEM", "ecdsa -m PKCS8"})
    void a_key_with_a_passphrase_is_rejected(String type) throws Exception {
        String key = SshKeys.generated(directory, type + " -N secret");
        assertRejected(() -> accept(key), "has a passphrase");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "genpkey -algorithm ed25519",
                "ecparam -genkey -noout -name secp256k1",
                "ecparam -genkey -noout -name prime256v1 -param_enc explicit",
                "genrsa 1000",
                "genpkey -algorithm x25519",
            })
    void a_key_that_openssh_does_not_support_is_rejected(String options) throws Exception {
        String key = SshKeys.run(openssl(options)).replaceFirst("(?s)^.*?(?=-----BEGIN)", "");
        assertRejected(() -> accept(key), "unsupported", "Ed25519 key in OpenSSH format");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "genrsa 2048",
                "genrsa -traditional 2048",
                "ecparam -genkey -name prime256v1",
                "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384",
            })
    void a_key_from_openssl_is_accepted(String options) throws Exception {
        String key = accept(SshKeys.run(openssl(options)));
        assertThat(SshKeys.publicKey(directory, key)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ed25519, RSA PRIVATE KEY", "rsa -b 2048 -m PEM, EC PRIVATE KEY", "rsa -b 2048, PRIVATE KEY"})
    void a_key_whose_begin_line_names_another_format_is_rejected(String type, String kind) {
        assertRejected(() -> accept(SshKeys.armoured(kind, SshKeys.content(KEYS.get(type)))), "damaged");
    }

    private static String kind(String key) {
        return key.substring("-----BEGIN ".length(), key.indexOf("-----\n"));
    }

    private static List<String> openssl(String options) {
        return List.of("sh", "-c", "openssl " + options + " 2>/dev/null");
    }

    private static String accept(String text) {
        return SshPrivateKey.only(List.of(new SecretText(text)), false).secret().reveal();
    }

    private static Optional<String> accepted(String text) {
        try {
            return Optional.of(accept(text));
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }
}
