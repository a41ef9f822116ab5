package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Checks that the parts of a decoded private key are complete and belong together: a changed byte would make the key
 * useless. Supports the keys and formats that OpenSSH can read. Uses only the JDK's own classes.
 */
final class SshKeyContent {
    private static final byte[] MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);

    // Tags of ASN.1 (X.690).
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final int CURVE = 0xa0;
    private static final int POINT = 0xa1;

    private static final String RSA = "06092a864886f70d0101010500";
    private static final String EC = "06072a8648ce3d0201";
    private static final String ED25519 = "06032b6570";

    /** The object identifiers of the curves, each with its size in bits. */
    private static final Map<String, String> CURVES =
            Map.of("06082a8648ce3d030107", "256", "06052b81040022", "384", "06052b81040023", "521");

    private SshKeyContent() {}

    static InvalidInputException damaged(String what) {
        return new InvalidInputException("The SSH key is incomplete or damaged: " + what
                + ". This can happen when only a part of the key is copied, or when a program changes the text."
                + " Copy the complete key file again, including its BEGIN and END lines.");
    }

    static InvalidInputException unsupported(String what) {
        return new InvalidInputException("The SSH key has " + what
                + ", which OpenSSH does not support everywhere. Create another key (ssh-keygen -t ed25519).");
    }

    /** @param kind the word before PRIVATE KEY in the first line of the key; empty for PKCS #8 */
    static void check(String kind, byte[] content) {
        ByteBuffer key = ByteBuffer.wrap(content);
        try {
            switch (kind) {
                case "OPENSSH" -> openSsh(key);
                case "RSA" -> rsa(key);
                case "EC" -> ec(key, null);
                case "" -> pkcs8(key);
                default -> throw unsupported("the type " + kind);
            }
            require(!key.hasRemaining());
        } catch (InvalidInputException e) {
            throw e;
        } catch (NoSuchAlgorithmException e) {
            throw new InvalidInputException("The Java of the controller cannot check an SSH key of this type ("
                    + e.getMessage() + "), for example in FIPS mode. Use an RSA or ECDSA key.");
        } catch (GeneralSecurityException | RuntimeException e) {
            // This exception is not attached, because its message could reveal a part of the key.
            throw damaged("its parts do not belong together, or some are missing");
        }
    }

    static void require(boolean condition) throws GeneralSecurityException {
        if (!condition) {
            throw new GeneralSecurityException();
        }
    }

    /** See PROTOCOL.key in OpenSSH. The public key is stored twice: on its own, and beside the private parts. */
    private static void openSsh(ByteBuffer key) throws GeneralSecurityException {
        require(Arrays.equals(take(key, MAGIC.length), MAGIC));
        String cipher = text(key);
        String derivation = text(key);
        if (derivation.equals("bcrypt")) {
            throw SshPrivateKey.passphrase();
        }
        require(cipher.equals("none") && derivation.equals("none") && text(key).isEmpty() && key.getInt() == 1);
        ByteBuffer outer = ByteBuffer.wrap(string(key));
        ByteBuffer inner = ByteBuffer.wrap(string(key));
        require(inner.remaining() % 8 == 0 && inner.getInt() == inner.getInt());
        String type = text(outer);
        require(type.equals(text(inner)));
        if (type.equals("ssh-rsa")) {
            BigInteger n = number(inner);
            BigInteger e = number(inner);
            require(e.equals(number(outer)) && n.equals(number(outer)));
            BigInteger d = number(inner);
            BigInteger inverse = number(inner);
            BigInteger p = number(inner);
            BigInteger q = number(inner);
            SshKeyPair.rsa(n, e, d, p, q, inverse);
        } else if (type.startsWith("ecdsa-sha2-nistp")) {
            String curve = text(outer);
            require(curve.equals(text(inner)) && type.equals("ecdsa-sha2-" + curve));
            byte[] point = string(inner);
            require(Arrays.equals(point, string(outer)));
            SshKeyPair.ec(curve.replace("nistp", ""), number(inner), point);
        } else if (type.equals("ssh-ed25519")) {
            byte[] point = string(outer);
            require(Arrays.equals(point, string(inner)));
            SshKeyPair.ed25519(string(inner), point);
        } else {
            throw unsupported("the type " + type);
        }
        require(!outer.hasRemaining());
        String comment = text(inner);
        require(comment.indexOf('\0') < 0);
        for (int padding = 1; inner.hasRemaining(); padding++) {
            require(inner.get() == padding);
        }
    }

    /** See RFC 5958. Other fields than these three are not used for SSH keys. */
    private static void pkcs8(ByteBuffer key) throws GeneralSecurityException {
        ByteBuffer fields = der(key, SEQUENCE);
        BigInteger version = new BigInteger(bytes(der(fields, INTEGER)));
        String algorithm = HexFormat.of().formatHex(bytes(der(fields, SEQUENCE)));
        if (algorithm.equals(ED25519)) {
            throw unsupported("the type Ed25519 in PKCS #8 format");
        }
        ByteBuffer inner = der(fields, OCTET_STRING);
        require(version.signum() == 0 && !fields.hasRemaining());
        if (algorithm.equals(RSA)) {
            rsa(inner);
        } else if (algorithm.startsWith(EC)) {
            ec(inner, algorithm.substring(EC.length()));
        } else {
            throw unsupported("a type other than RSA and ECDSA in PKCS #8 format");
        }
        require(!inner.hasRemaining());
    }

    /** See RFC 8017, appendix A.1.2. */
    private static void rsa(ByteBuffer key) throws GeneralSecurityException {
        ByteBuffer fields = der(key, SEQUENCE);
        require(Arrays.equals(bytes(der(fields, INTEGER)), new byte[1]));
        BigInteger[] numbers = new BigInteger[8];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = positive(bytes(der(fields, INTEGER)));
        }
        require(!fields.hasRemaining());
        BigInteger d = numbers[2];
        BigInteger p = numbers[3];
        BigInteger q = numbers[4];
        SshKeyPair.rsa(numbers[0], numbers[1], d, p, q, numbers[7]);
        require(d.mod(p.subtract(BigInteger.ONE)).equals(numbers[5]));
        require(d.mod(q.subtract(BigInteger.ONE)).equals(numbers[6]));
    }

    /**
     * See RFC 5915. The public key is optional.
     *
     * @param curve the object identifier of the curve; null if the key must contain it
     */
    private static void ec(ByteBuffer key, String curve) throws GeneralSecurityException {
        ByteBuffer fields = der(key, SEQUENCE);
        require(Arrays.equals(bytes(der(fields, INTEGER)), new byte[] {1}));
        BigInteger secret = new BigInteger(1, bytes(der(fields, OCTET_STRING)));
        String identifier = curve;
        if (curve == null || fields.hasRemaining() && (fields.get(fields.position()) & 0xff) == CURVE) {
            identifier = HexFormat.of().formatHex(bytes(der(fields, CURVE)));
            require(curve == null || curve.equals(identifier));
        }
        if (!CURVES.containsKey(identifier)) {
            throw unsupported("a curve other than P-256, P-384 and P-521");
        }
        byte[] point = null;
        if (fields.hasRemaining()) {
            ByteBuffer bits = der(der(fields, POINT), BIT_STRING);
            require(bits.get() == 0 && !fields.hasRemaining());
            point = bytes(bits);
        }
        SshKeyPair.ec(CURVES.get(identifier), secret, point);
    }

    /** Reads a value of ASN.1. */
    private static ByteBuffer der(ByteBuffer from, int tag) throws GeneralSecurityException {
        require((from.get() & 0xff) == tag);
        int length = from.get() & 0xff;
        if (length >= 0x80) {
            length = new BigInteger(1, take(from, length - 0x80)).intValueExact();
        }
        return ByteBuffer.wrap(take(from, length));
    }

    private static BigInteger number(ByteBuffer from) throws GeneralSecurityException {
        return positive(string(from));
    }

    private static BigInteger positive(byte[] bytes) throws GeneralSecurityException {
        BigInteger number = new BigInteger(bytes);
        require(number.signum() > 0 && number.bitLength() <= 16_384);
        return number;
    }

    private static String text(ByteBuffer from) {
        return new String(string(from), StandardCharsets.ISO_8859_1);
    }

    /** Reads a string of the SSH protocol. */
    private static byte[] string(ByteBuffer from) {
        return take(from, from.getInt());
    }

    private static byte[] bytes(ByteBuffer from) {
        return take(from, from.remaining());
    }

    private static byte[] take(ByteBuffer from, int length) {
        byte[] bytes = new byte[Math.min(length, from.remaining() + 1)];
        from.get(bytes);
        return bytes;
    }
}
