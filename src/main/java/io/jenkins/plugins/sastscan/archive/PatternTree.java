package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Matches many patterns at once. The patterns are merged into a tree of their segments. A {@link Position} in the tree
 * advances with each directory of a walk, so no path is matched from its start again. It also tells if nothing below
 * can match, or everything does. A hundred patterns of the form {@code **}{@code /name/**} cost one hash lookup per
 * segment. Immutable.
 */
final class PatternTree {
    private static final int[] NO_PATTERN = {};

    /** Maximum number of segments with one {@code *} and no consecutive {@code **}. */
    private static final int MAX_STAR_SEGMENTS = 3;

    private final boolean caseSensitive;
    private final Node root = new Node(false);
    /** {@link Position#matching} reports patterns by their index in this list. */
    PatternTree(List<AntPattern> patterns, boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        for (int number = 0; number < patterns.size(); number++) {
            add(patterns.get(number).segments(), number);
        }
    }

    Position start() {
        Set<Node> nodes = new LinkedHashSet<>();
        root.enter(nodes);
        return new Position(nodes.toArray(new Node[0]));
    }

    private void add(List<String> segments, int number) {
        Node node = root;
        node.everything |= takesEverything(node.deep, segments);
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            node = node.child(segment, folded(segment));
            node.everything |= takesEverything(node.deep, segments.subList(i + 1, segments.size()));
        }
        node.ends = Arrays.copyOf(node.ends, node.ends.length + 1);
        node.ends[node.ends.length - 1] = number;
    }

    /** Tells whether the rest of a pattern matches every path of one or more segments. */
    private static boolean takesEverything(boolean afterDeep, List<String> rest) {
        if (rest.size() > MAX_STAR_SEGMENTS) {
            return false;
        }
        long single = rest.stream().filter("*"::equals).count();
        long deep = rest.stream().filter(AntPattern.DEEP::equals).count();
        return (afterDeep || deep >= 1) && single <= 1 && single + deep == rest.size();
    }

    /** Folds case, one UTF-16 code unit at a time. */
    private String folded(String segment) {
        if (caseSensitive) {
            return segment;
        }
        char[] units = segment.toCharArray();
        for (int i = 0; i < units.length; i++) {
            units[i] = Character.toUpperCase(units[i]);
        }
        return new String(units);
    }

    /** The nodes that the segments of a directory lead to. */
    final class Position {
        private final Node[] nodes;

        private Position(Node[] nodes) {
            this.nodes = nodes;
        }

        /** Tells whether no path below this directory can match. */
        boolean nothingBelow() {
            for (Node node : nodes) {
                if (node.goesOn()) {
                    return false;
                }
            }
            return true;
        }

        /** Tells whether every path below this directory matches. */
        boolean everythingBelow() {
            for (Node node : nodes) {
                if (node.everything) {
                    return true;
                }
            }
            return false;
        }

        Position enter(String name) {
            Set<Node> next = new LinkedHashSet<>();
            String folded = folded(name);
            for (Node node : nodes) {
                if (node.deep) {
                    next.add(node);
                }
                Node literal = node.literals.get(folded);
                if (literal != null) {
                    literal.enter(next);
                }
                node.wildcards.forEach((segment, after) -> {
                    if (AntPattern.matches(segment, name, caseSensitive)) {
                        after.enter(next);
                    }
                });
            }
            Node[] reached = next.toArray(new Node[0]);
            return Arrays.equals(reached, nodes) ? this : new Position(reached);
        }

        boolean matches(String name) {
            String folded = folded(name);
            for (Node node : nodes) {
                if (node.deep && node.accepts()) {
                    return true;
                }
                Node literal = node.literals.get(folded);
                if (literal != null && literal.accepts()) {
                    return true;
                }
                for (Map.Entry<String, Node> wildcard : node.wildcards.entrySet()) {
                    if (wildcard.getValue().accepts() && AntPattern.matches(wildcard.getKey(), name, caseSensitive)) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** Reports the index of each pattern that matches an entry of this directory. */
        void matching(String name, IntConsumer each) {
            String folded = folded(name);
            for (Node node : nodes) {
                if (node.deep) {
                    node.ended(each);
                }
                Node literal = node.literals.get(folded);
                if (literal != null) {
                    literal.ended(each);
                }
                node.wildcards.forEach((segment, after) -> {
                    if (after.accepts() && AntPattern.matches(segment, name, caseSensitive)) {
                        after.ended(each);
                    }
                });
            }
        }

        /** Reports the index of each pattern that names this directory, or may name something below it. */
        void leadingHere(IntConsumer each) {
            Deque<Node> left = new ArrayDeque<>();
            Arrays.stream(nodes).filter(node -> !node.deep).forEach(left::add);
            while (!left.isEmpty()) {
                Node node = left.pop();
                node.ended(each);
                left.addAll(node.literals.values());
                left.addAll(node.wildcards.values());
                if (node.below != null) {
                    left.add(node.below);
                }
            }
        }
    }

    /** The possible continuations of a pattern prefix. */
    private static final class Node {
        /** Whether the prefix ends in {@code **}, which also matches any further segment. */
        private final boolean deep;

        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Node> wildcards = new LinkedHashMap<>();
        private Node below;
        private int[] ends = NO_PATTERN;
        private boolean everything;

        Node(boolean deep) {
            this.deep = deep;
        }

        Node child(String segment, String folded) {
            if (segment.equals(AntPattern.DEEP)) {
                if (below == null) {
                    below = new Node(true);
                }
                return below;
            }
            return AntPattern.hasWildcard(segment)
                    ? wildcards.computeIfAbsent(segment, any -> new Node(false))
                    : literals.computeIfAbsent(folded, any -> new Node(false));
        }

        /** Adds this node and the {@code **} node after it, because {@code **} also matches zero segments. */
        void enter(Set<Node> nodes) {
            nodes.add(this);
            if (below != null) {
                nodes.add(below);
            }
        }

        boolean accepts() {
            return ends.length > 0 || below != null && below.ends.length > 0;
        }

        /** Reports the patterns that end here, or in a {@code **} that matches nothing. */
        void ended(IntConsumer each) {
            Arrays.stream(ends).forEach(each);
            if (below != null) {
                Arrays.stream(below.ends).forEach(each);
            }
        }

        boolean goesOn() {
            return deep || below != null || !literals.isEmpty() || !wildcards.isEmpty();
        }
    }
}
