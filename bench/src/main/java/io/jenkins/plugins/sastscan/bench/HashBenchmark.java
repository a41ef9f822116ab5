package io.jenkins.plugins.sastscan.bench;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Digest and checksum of 64 KiB. */
@State(Scope.Benchmark)
public class HashBenchmark {
    private final byte[] bytes = new byte[1 << 16];
    private final MessageDigest digest;

    public HashBenchmark() {
        new SplittableRandom(1).nextBytes(bytes);
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Benchmark
    public byte[] sha256() {
        return digest.digest(bytes);
    }

    @Benchmark
    public long crc32() {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
