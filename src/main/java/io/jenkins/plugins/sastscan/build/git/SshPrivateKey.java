package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that a text contains exactly one private SSH key, in a format that the SAST server supports. Rejects keys with
 * a passphrase, because the SAST server would accept such a key and fail at the next scan. No message contains any part
 * of a key.
 */
public final class SshPrivateKey {
    private static final int MAX_LENGTH = 64_000;
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    /** Group 1 is the kind of the key, such as {@code RSA PRIVATE KEY}. */
    private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----");

    /** The cipher field of a key without a passphrase: the length 4, followed by the name "none". */
    private static final String NO_CIPHER = "\4none";

    /** The start of a decoded OpenSSH key. Group 1 is the cipher. */
    private static final Pattern OPENSSH =
            Pattern.compile("openssh-key-v1\\x00{4}(" + NO_CIPHER + "|.[a-z0-9@.-]+)", Pattern.DOTALL);

    private SshPrivateKey() {}

    /** Returns the key of SSH credentials, which must contain exactly one key. */
    public static GitAuthentication only(List<SecretText> keys, boolean passphrase) {
        if (keys.size() != 1) {
            throw new InvalidInputException("The SSH credentials contain " + (keys.isEmpty() ? "no" : keys.size())
                    + " private keys. The SAST server accepts exactly one.");
        }
        if (passphrase) {
            throw new InvalidInputException(
                    "The SSH credentials have a passphrase, which the SAST server does not support."
                            + " Create a separate key without a passphrase.");
        }
        return new GitAuthentication(GitAuthentication.Kind.SSH_KEY, checked(keys.get(0)));
    }

    /**
     * Removes the text around the key, and returns the key with Unix line breaks.
     *
     * @throws InvalidInputException if the text is not exactly one private key in PEM or OpenSSH format, or if the key
     *     has a passphrase
     */
    public static SecretText checked(SecretText text) {
        String key = text.reveal();
        if (key.length() > MAX_LENGTH) {
            throw new InvalidInputException("The SSH key is longer than 64 kB. Enter only the private key.");
        }
        key = key.replace("\r\n", "\n").replace('\r', '\n').strip();
        if (key.startsWith("PuTTY-User-Key-File")) {
            throw new InvalidInputException("The SSH key is in PuTTY format, which the SAST server does not support."
                    + " Convert it with PuTTYgen (Conversions, Export OpenSSH key).");
        }
        if (key.startsWith("ssh-") || key.startsWith("ecdsa-") || key.contains("BEGIN SSH2 PUBLIC KEY")) {
            throw new InvalidInputException("The SSH key is a public key. Enter the private key.");
        }
        Matcher begin = BEGIN.matcher(key);
        int end = begin.find() ? key.indexOf(END + begin.group(1) + DASHES, begin.end()) : -1;
        if (end < 0) {
            throw new InvalidInputException("The SSH key is not a private key in PEM or OpenSSH format"
                    + " (-----BEGIN ... PRIVATE KEY-----).");
        }
        String kind = begin.group(1);
        String only = key.substring(begin.start(), end) + END + kind + DASHES + "\n";
        if (protectedByPassphrase(kind, key.substring(begin.end(), end))) {
            throw new InvalidInputException("The SSH key has a passphrase, which the SAST server does not support."
                    + " Create a separate key without a passphrase.");
        }
        if (begin.find(end)) {
            throw new InvalidInputException(
                    "The SSH credentials contain more than one private key. Enter exactly one.");
        }
        return new SecretText(only);
    }

    private static boolean protectedByPassphrase(String kind, String body) {
        if (kind.startsWith("ENCRYPTED") || body.contains("Proc-Type: 4,ENCRYPTED")) {
            return true;
        }
        Matcher openSsh = OPENSSH.matcher(decoded(body));
        boolean found = openSsh.lookingAt();
        if (kind.startsWith("OPENSSH") && !found) {
            throw malformed();
        }
        return found && !openSsh.group(1).equals(NO_CIPHER);
    }

    private static String decoded(String body) {
        try {
            byte[] bytes = Base64.getDecoder().decode(body.replaceAll("\\s", ""));
            if (bytes.length > 0) {
                return new String(bytes, StandardCharsets.ISO_8859_1);
            }
        } catch (IllegalArgumentException e) {
            // This exception is not attached, because its message reveals a character of the key.
        }
        throw malformed();
    }

    private static InvalidInputException malformed() {
        return new InvalidInputException(
                "The private key is malformed. Copy it again, including its BEGIN and END lines.");
    }
}
