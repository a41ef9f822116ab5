package io.jenkins.plugins.sastscan.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which fault the next call of an operation meets. */
final class FaultSchedule {
    private final Map<SimulatedOperation, Deque<Fault>> next = new EnumMap<>(SimulatedOperation.class);
    private final Map<SimulatedOperation, Fault> standing = new EnumMap<>(SimulatedOperation.class);

    synchronized void add(SimulatedOperation operation, List<Fault> faults) {
        next.computeIfAbsent(operation, key -> new ArrayDeque<>()).addAll(faults);
    }

    synchronized void always(SimulatedOperation operation, Fault fault) {
        standing.put(operation, fault);
    }

    synchronized void clear() {
        next.clear();
        standing.clear();
    }

    synchronized Fault next(SimulatedOperation operation) {
        Fault scheduled = next.getOrDefault(operation, new ArrayDeque<>()).poll();
        return scheduled != null ? scheduled : standing.getOrDefault(operation, Fault.none());
    }
}
