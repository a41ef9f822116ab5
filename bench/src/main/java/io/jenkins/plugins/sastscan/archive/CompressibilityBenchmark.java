package io.jenkins.plugins.sastscan.archive;

import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Judging a block that is compressed already, beside deflating it for nothing. */
@State(Scope.Benchmark)
public class CompressibilityBenchmark {
    private final byte[] bytes = new byte[BlockCompressor.BLOCK];
    private final Compressibility compressibility = new Compressibility();
    private final Deflater deflater = new Deflater(6, true);
    private final byte[] out = new byte[2 * BlockCompressor.BLOCK];

    public CompressibilityBenchmark() {
        new SplittableRandom(1).nextBytes(bytes);
    }

    @Benchmark
    public boolean judge() {
        return compressibility.promising(bytes, 0, bytes.length);
    }

    @Benchmark
    public int deflate() {
        deflater.reset();
        deflater.setInput(bytes);
        deflater.finish();
        return deflater.deflate(out);
    }
}
