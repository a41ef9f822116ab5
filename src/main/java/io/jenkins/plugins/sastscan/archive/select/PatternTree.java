package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.Wildcards;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Matches many patterns at the same time. Merges their segments into a tree. Whenever a walk enters a directory, a
 * {@link Position} advances in this tree. All patterns of the form {@code **}{@code /name/**} share one hash lookup for
 * each segment of a path.
 */
final class PatternTree {
    static final int NONE = -1;

    // Consecutive ** segments count as one. Of all patterns that match every path, **/*/** has the most segments.
    private static final int MAX_STAR_SEGMENTS = 3;

    private final boolean caseSensitive;
    private final Node root = new Node(false);

    /** {@link Position#matching} reports patterns by their index in {@code patterns}. */
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
        Node above = root;
        Node node = root;
        node.cover(number, segments);
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            above = node;
            node = node.child(segment, folded(segment));
            node.cover(number, segments.subList(i + 1, segments.size()));
        }
        node.ends.add(number);
        if (node.deep) {
            above.ends.add(number);
        }
    }

    /** Folds the case of each UTF-16 code unit separately, as {@link Wildcards} does. */
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

    /** The nodes of the pattern tree that match the path of a directory. */
    final class Position {
        private final Node[] nodes;

        private Position(Node[] nodes) {
            this.nodes = nodes;
        }

        /** Returns true if no pattern can match a path below this directory. */
        boolean nothingBelow() {
            return Arrays.stream(nodes).noneMatch(Node::goesOn);
        }

        /** Returns the index of the first pattern that matches every path below this directory, or {@link #NONE}. */
        int covering() {
            return Arrays.stream(nodes)
                    .mapToInt(node -> node.covering)
                    .filter(number -> number != NONE)
                    .min()
                    .orElse(NONE);
        }

        Position enter(String name) {
            Set<Node> next = new LinkedHashSet<>();
            leadsTo(name, node -> {
                node.enter(next);
                return false;
            });
            Node[] reached = next.toArray(new Node[0]);
            return Arrays.equals(reached, nodes) ? this : new Position(reached);
        }

        boolean matches(String name) {
            return leadsTo(name, node -> !node.ends.isEmpty());
        }

        /** Reports the index of each pattern that matches {@code name}, an entry of this directory. */
        void matching(String name, Consumer<Integer> each) {
            leadsTo(name, node -> {
                node.ends.forEach(each);
                return false;
            });
        }

        /** Tests the nodes that an entry leads to. Stops at the first node that {@code wanted} accepts. */
        private boolean leadsTo(String name, Predicate<Node> wanted) {
            String folded = folded(name);
            for (Node node : nodes) {
                Node literal = node.literals.get(folded);
                if (node.deep && wanted.test(node) || literal != null && wanted.test(literal)) {
                    return true;
                }
                for (Map.Entry<String, Node> wildcard : node.wildcards.entrySet()) {
                    if (Wildcards.match(wildcard.getKey(), name, true, caseSensitive)
                            && wanted.test(wildcard.getValue())) {
                        return true;
                    }
                }
            }
            return false;
        }

        /**
         * Reports the patterns that lead into this directory. Such a pattern begins with segments that match the path
         * of the directory, and the last of the matching segments is not {@code **}. For example, for the directory
         * {@code a/b}, reports the pattern {@code a/b/*.log}, but not the pattern {@code a/**}. Without the condition
         * for the last matching segment, patterns that begin with {@code **} would be reported for every directory.
         */
        void leadingHere(Consumer<Integer> each) {
            Deque<Node> left = new ArrayDeque<>();
            Arrays.stream(nodes).filter(node -> !node.deep).forEach(left::add);
            while (!left.isEmpty()) {
                Node node = left.pop();
                node.ends.forEach(each);
                left.addAll(node.literals.values());
                left.addAll(node.wildcards.values());
                if (node.below != null) {
                    left.add(node.below);
                }
            }
        }
    }

    /** A node stands for the first segments of one or more patterns. */
    private static final class Node {
        /** Whether these segments end in {@code **}, which also matches any further segment. */
        private final boolean deep;

        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Node> wildcards = new LinkedHashMap<>();
        /** The patterns that match a path that ends here. They end at this node, or only {@code **} follows. */
        private final List<Integer> ends = new ArrayList<>();

        private Node below;
        /** The index of the first pattern that matches every path below this node, or {@link #NONE}. */
        private int covering = NONE;

        Node(boolean deep) {
            this.deep = deep;
        }

        /** Remembers a pattern whose remaining segments match every path, for example {@code **}. */
        void cover(int number, List<String> rest) {
            if (covering == NONE && rest.size() <= MAX_STAR_SEGMENTS) {
                int single = Collections.frequency(rest, "*");
                int deeper = Collections.frequency(rest, AntPattern.DEEP);
                if ((deep || deeper > 0) && single <= 1 && single + deeper == rest.size()) {
                    covering = number;
                }
            }
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

        boolean goesOn() {
            return deep || below != null || !literals.isEmpty() || !wildcards.isEmpty();
        }
    }
}
