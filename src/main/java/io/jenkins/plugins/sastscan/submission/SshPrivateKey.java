package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells whether a text is one private SSH key that the service can use. It has no field for a passphrase, so a protected
 * key would be accepted by it and fail at the next scan: it is refused here instead. No message shows any of the key.
 */
public final class SshPrivateKey {
    private static final int LONGEST = 64_000;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final Pattern KIND = Pattern.compile("[A-Z ]*PRIVATE KEY");

    /** How an OpenSSH key begins once decoded; the name of its cipher follows. */
    private static final byte[] OPENSSH_MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);

    private SshPrivateKey() {}

    /**
     * The key as it is to be sent: without what stands around it, line ends as on Unix, one at the end.
     *
     * @throws InvalidInputException if the text is no private key in PEM or OpenSSH format, is more than one, or needs a
     *     passphrase
     */
    public static SecretText checked(SecretText text) {
        String key = text.reveal();
        if (key.length() > LONGEST) {
            throw new InvalidInputException(
                    "The SSH key is longer than 64 kB; give the private key alone, without anything around it.");
        }
        key = key.replace("\r\n", "\n").replace('\r', '\n').strip();
        if (key.startsWith("PuTTY-User-Key-File")) {
            throw new InvalidInputException("The SSH key is in PuTTY's format, which the server does not read;"
                    + " convert it with PuTTYgen (Conversions, Export OpenSSH key).");
        }
        if (key.startsWith("ssh-") || key.startsWith("ecdsa-") || key.contains("BEGIN SSH2 PUBLIC KEY")) {
            throw new InvalidInputException("The SSH key is a public key; give the private key that belongs to it.");
        }
        Block block = Block.first(key, 0)
                .orElseThrow(() -> new InvalidInputException("The SSH key is no private key in PEM or OpenSSH format"
                        + " (-----BEGIN ... PRIVATE KEY-----)."));
        if (protectedByPassphrase(block.kind, block.body)) {
            throw new InvalidInputException("The SSH key is protected by a passphrase, which the service has no field"
                    + " for; use a key without one, made for this purpose alone.");
        }
        if (Block.first(key, block.end).isPresent()) {
            throw new InvalidInputException("The SSH credentials hold more than one private key; give exactly one.");
        }
        return SecretText.of(BEGIN + block.kind + DASHES + block.body + END + block.kind + DASHES + "\n");
    }

    /** A key in a text: what stands between its first and last line, and where the last one ends. */
    private record Block(String kind, String body, int end) {
        /** The first key from a place on. Reads on and never back, so that no text takes long. */
        static Optional<Block> first(String text, int from) {
            int begin = text.indexOf(BEGIN, from);
            while (begin >= 0) {
                int kindEnd = text.indexOf(DASHES, begin + BEGIN.length());
                if (kindEnd < 0) {
                    return Optional.empty();
                }
                String kind = text.substring(begin + BEGIN.length(), kindEnd);
                if (KIND.matcher(kind).matches()) {
                    String last = END + kind + DASHES;
                    int body = kindEnd + DASHES.length();
                    int bodyEnd = text.indexOf(last, body);
                    return bodyEnd < 0
                            ? Optional.empty()
                            : Optional.of(new Block(kind, text.substring(body, bodyEnd), bodyEnd + last.length()));
                }
                begin = text.indexOf(BEGIN, kindEnd);
            }
            return Optional.empty();
        }
    }

    private static boolean protectedByPassphrase(String kind, String body) {
        if (kind.startsWith("ENCRYPTED") || body.contains("Proc-Type: 4,ENCRYPTED")) {
            return true;
        }
        byte[] decoded = decoded(body);
        return kind.startsWith("OPENSSH") && !cipher(decoded).equals("none");
    }

    private static byte[] decoded(String body) {
        try {
            byte[] bytes = Base64.getDecoder().decode(body.replaceAll("\\s", ""));
            if (bytes.length > 0) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // Said below; the exception's text is about a character of the key.
        }
        throw damaged();
    }

    /** The cipher of an OpenSSH key: after the magic, its length as four bytes and then its name. */
    private static String cipher(byte[] key) {
        ByteBuffer rest = ByteBuffer.wrap(key);
        byte[] magic = new byte[OPENSSH_MAGIC.length];
        if (rest.remaining() < magic.length + Integer.BYTES) {
            throw damaged();
        }
        rest.get(magic);
        int length = rest.getInt();
        if (!Arrays.equals(magic, OPENSSH_MAGIC) || length < 0 || length > rest.remaining()) {
            throw damaged();
        }
        byte[] name = new byte[length];
        rest.get(name);
        return new String(name, StandardCharsets.US_ASCII);
    }

    private static InvalidInputException damaged() {
        return new InvalidInputException("The SSH key is damaged: what stands between its BEGIN and END lines is not"
                + " what they promise; copy it once more, whole.");
    }
}
