package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.service.FormEncoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Percent-encoding of {@link #BYTES} bytes that are as good as random, as those of an archive are. */
@State(Scope.Benchmark)
public class EncoderBenchmark {
    static final int BYTES = 1 << 16;

    private final byte[] bytes = new byte[BYTES];
    private final byte[] buffer = new byte[FormEncoding.bufferSize(BYTES)];

    public EncoderBenchmark() {
        new SplittableRandom(1).nextBytes(bytes);
    }

    @Benchmark
    public int encode() {
        return FormEncoding.encode(bytes, 0, BYTES, buffer);
    }

    @Benchmark
    public long length() {
        return FormEncoding.encodedLength(bytes, 0, BYTES);
    }

    @Benchmark
    public String urlEncoder() {
        return URLEncoder.encode(new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }
}
