package io.jenkins.plugins.sastscan.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The times of the step and of its longest stage in an agent's first build, the bytes that the agent received during
 * this build, and the time of the step in a later build ({@code warmMillis}).
 */
record Cost(double millis, double longestStageMillis, double bytes, double warmMillis) {
    static double median(List<Cost> costs, ToDoubleFunction<Cost> part) {
        return costs.stream().mapToDouble(part).sorted().toArray()[costs.size() / 2];
    }

    static String shown(List<Cost> costs, ToDoubleFunction<Cost> part, double unit, String name) {
        return costs.stream()
                        .map(cost -> Report.number(part.applyAsDouble(cost) / unit))
                        .collect(Collectors.joining(", "))
                + name;
    }
}
