package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that a text contains exactly one private SSH key that works. SAST servers accept damaged keys and keys with a
 * passphrase, and then fail at the next scan. No message contains any part of a key.
 */
public final class SshPrivateKey {
    private static final int MAX_LENGTH = 64_000;

    /** White space and line ends, also as escape sequences such as {@code \n}, and invisible characters. */
    private static final Pattern SPACE = Pattern.compile("\\\\{1,4}+(?:[nrt]|(?=\\s))|[\\s\\x{85}\\p{Z}\\p{Cf}]++");

    /** A key without its spaces. Group 1 is empty for PKCS #8. */
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN(OPENSSH|RSA|EC|DSA|)PRIVATEKEY-----([^-]*+)-----END\\1PRIVATEKEY-----");

    private SshPrivateKey() {}

    /**
     * Returns the key as ssh-keygen or openssl writes it: with corrected white space and line breaks, and without the
     * text around it. Requires exactly one complete private key without a passphrase.
     */
    public static GitAuthentication only(List<SecretText> keys, boolean passphrase) {
        String text = keys.size() == 1 ? keys.get(0).reveal() : "";
        String key = text.length() > MAX_LENGTH ? "" : SPACE.matcher(text).replaceAll("");
        if (passphrase || key.contains("ENCRYPTED")) {
            throw passphrase();
        }
        Matcher found = KEY.matcher(key);
        int marks = key.split("PRIVATEKEY-----", -1).length - 1;
        if (marks == 0 || marks > 2) {
            throw new InvalidInputException(
                    "The SSH credentials do not contain exactly one private key in PEM or OpenSSH"
                            + " format (-----BEGIN ... PRIVATE KEY-----) of at most 64 kB. Enter the content of the key file,"
                            + " not a public key. PuTTYgen converts PuTTY keys (Conversions, Export OpenSSH key).");
        }
        if (!found.find()) {
            throw SshKeyContent.damaged("its BEGIN line or its END line is missing or damaged");
        }
        String kind = found.group(1);
        byte[] content;
        try {
            content = Base64.getDecoder().decode(found.group(2));
        } catch (IllegalArgumentException e) {
            // This exception is not attached, because its message reveals a character of the key.
            throw SshKeyContent.damaged("it contains text that is not Base64");
        }
        SshKeyContent.check(kind, content);
        String label = kind.isEmpty() ? "PRIVATE KEY" : kind + " PRIVATE KEY";
        String width = kind.equals("OPENSSH") ? "70" : "64";
        String lines = Base64.getEncoder().encodeToString(content).replaceAll("(.{" + width + "})(?=.)", "$1\n");
        String whole = "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
        return new GitAuthentication(GitAuthentication.Kind.SSH_KEY, new SecretText(whole));
    }

    static InvalidInputException passphrase() {
        return new InvalidInputException("The SSH key has a passphrase, which the SAST server does not support."
                + " Create a separate key without a passphrase.");
    }
}
