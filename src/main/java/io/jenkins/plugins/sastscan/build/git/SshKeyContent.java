package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Checks that a decoded private key is complete, and that its parts belong together. Supports what OpenSSH can read: its
 * own format, PKCS #1, SEC 1 and PKCS #8. Values are written as hexadecimal digits.
 */
final class SshKeyContent {
    private static final HexFormat HEX = HexFormat.of();

    // Object identifiers of types and curves.
    private static final String RSA = "06092a864886f70d0101010500";
    private static final String EC = "06072a8648ce3d0201";
    private static final String ED25519 = "06032b6570";
    private static final Map<Integer, String> CURVES =
            Map.of(256, "06082a8648ce3d030107", 384, "06052b81040022", 521, "06052b81040023");

    private SshKeyContent() {}

    static InvalidInputException damaged(String what) {
        return new InvalidInputException("The SSH key is unsupported, incomplete or damaged: " + what
                + ". This can happen when only a part of the key is copied, or when a program changes the text."
                + " Copy the complete key file again, or create another key (ssh-keygen -t ed25519).");
    }

    private static InvalidInputException unsupported() {
        return damaged(
                "it is no Ed25519 key in OpenSSH format, no RSA key with 1024 bits or more, and no ECDSA key with"
                        + " the curve P-256, P-384 or P-521");
    }

    /** @param kind the word before PRIVATE KEY in the first line of the key; empty for PKCS #8 */
    static void check(String kind, byte[] content) {
        String hex = HEX.formatHex(content);
        try {
            if (kind.equals("OPENSSH")) {
                openSsh(ByteBuffer.wrap(content));
            } else if (kind.equals("RSA") || hex.contains(RSA)) {
                rsa(kind.isEmpty() ? hex : pkcs8(RSA, hex));
            } else {
                ec(hex, kind.isEmpty());
            }
        } catch (InvalidInputException e) {
            throw e;
        } catch (GeneralSecurityException | RuntimeException e) {
            // This exception is not attached, because its message could reveal a part of the key.
            throw damaged(
                    "its parts do not belong together, some are missing, or Java does not support it (FIPS mode)");
        }
    }

    private static void require(boolean condition) throws GeneralSecurityException {
        if (!condition) {
            throw new GeneralSecurityException();
        }
    }

    /** See PROTOCOL.key in OpenSSH. The public key is stored twice: on its own, and beside the private parts. */
    private static void openSsh(ByteBuffer key) throws GeneralSecurityException {
        require(text(take(key, 15)).equals("openssh-key-v1\0"));
        if (!strings(key, 3).equals(List.of("6e6f6e65", "6e6f6e65", ""))) {
            throw SshPrivateKey.passphrase();
        }
        require(key.getInt() == 1);
        ByteBuffer outer = string(key);
        ByteBuffer inner = string(key);
        require(!key.hasRemaining() && inner.remaining() % 8 == 0 && inner.getInt() == inner.getInt());
        String type = text(string(outer));
        require(text(string(inner)).equals(type));
        if (type.equals("ssh-rsa")) {
            List<String> parts = strings(inner, 6);
            require(strings(outer, 2).equals(List.of(parts.get(1), parts.get(0))));
            List<BigInteger> of =
                    parts.stream().map(part -> new BigInteger(part, 16)).toList();
            RSAPrivateCrtKey whole = rsa(of.get(0), of.get(1), of.get(2), of.get(4), of.get(5));
            require(whole.getCrtCoefficient().equals(of.get(3)));
        } else if (type.equals("ssh-ed25519")) {
            String point = hex(string(outer));
            List<String> parts = strings(inner, 2);
            String seed = parts.get(1).substring(0, 64);
            require(parts.equals(List.of(point, seed + point)));
            verify("Ed25519", ED25519, der("04", seed), point);
        } else if (type.startsWith("ecdsa-sha2-nistp")) {
            int bits = Integer.parseInt(type.substring(16));
            require(text(string(outer)).equals("nistp" + bits)
                    && text(string(inner)).equals("nistp" + bits));
            String point = hex(string(outer));
            require(hex(string(inner)).equals(point));
            String secret = ("%0" + (point.length() - 2) / 2 + "x").formatted(new BigInteger(hex(string(inner)), 16));
            verify("EC", EC + CURVES.get(bits), der("30", "020101" + der("04", secret)), point);
        } else {
            throw unsupported();
        }
        // ssh-keygen rejects a comment with a NUL character.
        require(!text(string(inner)).contains("\0")
                && "01020304050607".startsWith(hex(inner))
                && !outer.hasRemaining());
    }

    private static void rsa(String pkcs8) throws GeneralSecurityException {
        var key = (RSAPrivateCrtKey)
                KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(HEX.parseHex(pkcs8)));
        RSAPrivateCrtKey same = rsa(
                key.getModulus(), key.getPublicExponent(), key.getPrivateExponent(), key.getPrimeP(), key.getPrimeQ());
        require(HEX.formatHex(same.getEncoded()).equals(pkcs8));
    }

    /** Checks all numbers, because programs sign with different ones. A signature would not use all of them. */
    private static RSAPrivateCrtKey rsa(BigInteger n, BigInteger e, BigInteger d, BigInteger p, BigInteger q)
            throws GeneralSecurityException {
        BigInteger p1 = p.subtract(BigInteger.ONE);
        BigInteger q1 = q.subtract(BigInteger.ONE);
        require(n.equals(p.multiply(q)));
        require(e.multiply(d).mod(p1).equals(BigInteger.ONE)
                && e.multiply(d).mod(q1).equals(BigInteger.ONE));
        if (n.bitLength() < 1024) {
            throw unsupported();
        }
        return (RSAPrivateCrtKey) KeyFactory.getInstance("RSA")
                .generatePrivate(new RSAPrivateCrtKeySpec(n, e, d, p, q, d.mod(p1), d.mod(q1), q.modInverse(p)));
    }

    private static void ec(String key, boolean pkcs8) throws GeneralSecurityException {
        int bits = CURVES.keySet().stream()
                .filter(each -> key.contains(CURVES.get(each)))
                .findFirst()
                .orElseThrow(SshKeyContent::unsupported);
        int digits = (bits + 7) / 8 * 2;
        int start = key.indexOf("02010104%02x".formatted(digits / 2)) + 10;
        String secret = key.substring(start, start + digits);
        String point = key.substring(key.length() - 2 * digits - 2);
        // The curve and the public key may be missing. The lengths in front are checked by writing the key again.
        String rest = key.substring(start + digits);
        String algorithm = EC + CURVES.get(bits);
        String form = der("30", "020101" + der("04", secret) + rest);
        // Some providers accept other forms of a point, so a changed byte could stay unnoticed.
        require(rest.isEmpty() || point.startsWith("04"));
        require((der("a0", CURVES.get(bits)) + der("a1", der("03", "00" + point))).endsWith(rest)
                && key.equals(pkcs8 ? pkcs8(algorithm, form) : form));
        verify("EC", algorithm, form, rest.isEmpty() ? "" : point);
    }

    /** @param point the public key without compression; empty if it is unknown */
    private static void verify(String type, String algorithm, String secret, String point)
            throws GeneralSecurityException {
        KeyFactory keys = KeyFactory.getInstance(type);
        Signature signature = Signature.getInstance(type.equals("EC") ? "SHA256withECDSA" : type);
        signature.initSign(keys.generatePrivate(new PKCS8EncodedKeySpec(HEX.parseHex(pkcs8(algorithm, secret)))));
        // Java 17 rejects its own signature of an empty text.
        signature.update((byte) 1);
        byte[] signed = signature.sign();
        if (!point.isEmpty()) {
            String known = der("30", der("30", algorithm) + der("03", "00" + point));
            signature.initVerify(keys.generatePublic(new X509EncodedKeySpec(HEX.parseHex(known))));
            signature.update((byte) 1);
            require(signature.verify(signed));
        }
    }

    private static String pkcs8(String algorithm, String key) {
        return der("30", "020100" + der("30", algorithm) + der("04", key));
    }

    /** Returns a value of ASN.1, with its tag and its length. */
    private static String der(String tag, String content) {
        int length = content.length() / 2;
        String prefix = length < 0x80 ? "%02x" : length < 0x100 ? "81%02x" : "82%04x";
        return tag + prefix.formatted(length) + content;
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return HEX.formatHex(copy);
    }

    private static List<String> strings(ByteBuffer from, int count) {
        List<String> strings = new ArrayList<>();
        while (strings.size() < count) {
            strings.add(hex(string(from)));
        }
        return strings;
    }

    private static ByteBuffer string(ByteBuffer from) {
        return take(from, from.getInt());
    }

    private static ByteBuffer take(ByteBuffer from, int length) {
        ByteBuffer taken = from.slice(from.position(), length);
        from.position(from.position() + length);
        return taken;
    }
}
