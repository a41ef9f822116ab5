package io.jenkins.plugins.sastscan.archive;

import java.util.List;
import org.apache.tools.ant.types.selectors.SelectorUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the default excludes say of one file, deep in the tree. */
@State(Scope.Benchmark)
public class MatcherBenchmark {
    private static final String DIRECTORY = "services/orders/src/main/java/org/example/orders";
    private static final String FILE = "OrderService.java";

    private final SelectionMatcher matcher = new SelectionMatcher(Selection.everything(), List.of());
    private final SelectionMatcher.MatchState place = enter();

    private SelectionMatcher.MatchState enter() {
        SelectionMatcher.MatchState at = matcher.root();
        for (String segment : DIRECTORY.split("/")) {
            at = at.enter(segment);
        }
        return at;
    }

    @Benchmark
    public Object ourFile() {
        return place.skipReason(FILE);
    }

    @Benchmark
    public Object ourWholePath() {
        return enter().skipReason(FILE);
    }

    @Benchmark
    public boolean antPath() {
        for (String pattern : DefaultExcludes.patterns()) {
            if (SelectorUtils.matchPath(pattern, DIRECTORY + "/" + FILE)) {
                return true;
            }
        }
        return false;
    }
}
