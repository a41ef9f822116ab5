package io.jenkins.plugins.sastscan.archive.zip;

import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares two costs: checking whether a block is compressible, and compressing the block. */
@State(Scope.Benchmark)
public class CompressibilityBenchmark {
    private final byte[] noise = new byte[BlockCompressor.BLOCK];
    private final byte[] out = new byte[2 * BlockCompressor.BLOCK];
    private final Compressibility compressibility = new Compressibility();
    private final Deflater deflater = new Deflater(BlockCompressor.LEVEL, true);

    public CompressibilityBenchmark() {
        new SplittableRandom(1).nextBytes(noise);
    }

    @Benchmark
    public boolean judgeCompressedBlock() {
        return compressibility.promising(noise, 0, noise.length);
    }

    @Benchmark
    public int deflateCompressedBlock() {
        deflater.reset();
        deflater.setInput(noise);
        deflater.finish();
        return deflater.deflate(out);
    }
}
