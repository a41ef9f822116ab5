package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.Selection;
import java.util.Map;
import org.apache.tools.ant.types.selectors.SelectorUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Compares the pattern matchers of the plugin and of Ant for one file name. */
@State(Scope.Benchmark)
public class MatchingBenchmark {
    private static final String DIRECTORY = "services/orders/src/main/java/org/example/orders";
    private static final String FILE = "OrderService.java";

    private final SelectionMatcher.MatchState directory = enter();

    private static SelectionMatcher.MatchState enter() {
        SelectionMatcher.MatchState at = new SelectionMatcher(Selection.everything(), "@", Map.of()).root();
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
}
