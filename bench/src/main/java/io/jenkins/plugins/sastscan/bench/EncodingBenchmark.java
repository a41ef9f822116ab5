package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.client.FormEncoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares our percent-encoding with that of the JDK, for {@link #BYTES} random bytes. */
@State(Scope.Benchmark)
public class EncodingBenchmark {
    static final int BYTES = 1 << 16;

    private final byte[] bytes = new byte[BYTES];
    private final byte[] buffer = new byte[FormEncoding.bufferSize(BYTES)];

    public EncodingBenchmark() {
        new SplittableRandom(1).nextBytes(bytes);
    }

    @Benchmark
    public int encode() {
        return FormEncoding.encode(bytes, 0, BYTES, buffer);
    }

    @Benchmark
    public String encodeWithJdk() {
        return URLEncoder.encode(new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }
}
