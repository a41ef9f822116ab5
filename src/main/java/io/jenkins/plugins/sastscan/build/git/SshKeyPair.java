package io.jenkins.plugins.sastscan.build.git;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Checks that the private and the public part of a key belong together. Throws an exception if they do not. */
final class SshKeyPair {
    private static final BigInteger ONE = BigInteger.ONE;
    private static final byte[] TEXT = "any text".getBytes(StandardCharsets.US_ASCII);

    // What comes before the key in PKCS #8 and in X.509.
    private static final String ED25519_PRIVATE = "302e020100300506032b657004220420";
    private static final String ED25519_PUBLIC = "302a300506032b6570032100";

    private SshKeyPair() {}

    /** Checks all numbers, because programs sign with different ones. A signature would not use all of them. */
    static void rsa(BigInteger n, BigInteger e, BigInteger d, BigInteger p, BigInteger q, BigInteger coefficient)
            throws GeneralSecurityException {
        BigInteger product = e.multiply(d);
        SshKeyContent.require(n.equals(p.multiply(q)) && d.compareTo(n) < 0);
        SshKeyContent.require(product.mod(p.subtract(ONE)).equals(ONE));
        SshKeyContent.require(product.mod(q.subtract(ONE)).equals(ONE));
        SshKeyContent.require(coefficient.multiply(q).mod(p).equals(ONE) && coefficient.compareTo(p) < 0);
        if (n.bitLength() < 1024) {
            throw SshKeyContent.unsupported("fewer than 1024 bits");
        }
    }

    /** @param point the public key without compression; null if it is unknown */
    static void ec(String bits, BigInteger secret, byte[] point) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp" + bits + "r1"));
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        SshKeyContent.require(secret.signum() > 0 && secret.compareTo(curve.getOrder()) < 0);
        if (point == null) {
            return;
        }
        int size = (Integer.parseInt(bits) + 7) / 8;
        if (point.length == size + 1) {
            throw SshKeyContent.unsupported("a compressed public key");
        }
        SshKeyContent.require(point.length == 2 * size + 1 && point[0] == 4);
        ECPoint publicKey = new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(point, 1, size + 1)),
                new BigInteger(1, Arrays.copyOfRange(point, size + 1, point.length)));
        KeyFactory keys = KeyFactory.getInstance("EC");
        verify(
                "SHA256withECDSA",
                keys.generatePrivate(new ECPrivateKeySpec(secret, curve)),
                keys.generatePublic(new ECPublicKeySpec(publicKey, curve)));
    }

    /** @param pair the secret, followed by the public key */
    static void ed25519(byte[] pair, byte[] point) throws GeneralSecurityException {
        SshKeyContent.require(point.length == 32 && pair.length == 64);
        SshKeyContent.require(Arrays.equals(point, Arrays.copyOfRange(pair, 32, 64)));
        KeyFactory keys = KeyFactory.getInstance("Ed25519");
        HexFormat hex = HexFormat.of();
        byte[] secret = hex.parseHex(ED25519_PRIVATE + hex.formatHex(pair, 0, 32));
        verify(
                "Ed25519",
                keys.generatePrivate(new PKCS8EncodedKeySpec(secret)),
                keys.generatePublic(new X509EncodedKeySpec(hex.parseHex(ED25519_PUBLIC + hex.formatHex(point)))));
    }

    private static void verify(String algorithm, PrivateKey secret, PublicKey known) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(TEXT);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(TEXT);
        SshKeyContent.require(signature.verify(signed));
    }
}
