package io.jenkins.plugins.sastscan.archive;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.apache.tools.ant.types.selectors.SelectorUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares parts of archiving that run once per file or block with what they replace. */
@State(Scope.Benchmark)
public class PartsBenchmark {
    private static final String DIRECTORY = "services/orders/src/main/java/org/example/orders";
    private static final String FILE = "OrderService.java";

    private final SelectionMatcher.MatchState directory = enter();
    private final byte[] noise = new byte[BlockCompressor.BLOCK];
    private final byte[] out = new byte[2 * BlockCompressor.BLOCK];
    private final Compressibility compressibility = new Compressibility();
    private final Deflater deflater = new Deflater(DirectoryArchiver.LEVEL, true);

    public PartsBenchmark() {
        new SplittableRandom(1).nextBytes(noise);
    }

    private static SelectionMatcher.MatchState enter() {
        SelectionMatcher.MatchState at = new SelectionMatcher(Selection.everything(), Map.of()).root();
        for (String segment : DIRECTORY.split("/")) {
            at = at.enter(segment);
        }
        return at;
    }

    @Benchmark
    public Object matchFile() {
        return directory.skipReason(FILE);
    }

    @Benchmark
    public boolean matchFileWithAnt() {
        return DefaultExcludes.PATTERNS.stream()
                .anyMatch(pattern -> SelectorUtils.matchPath(pattern, DIRECTORY + "/" + FILE));
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
