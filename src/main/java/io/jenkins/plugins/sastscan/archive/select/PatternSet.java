package io.jenkins.plugins.sastscan.archive.select;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Patterns that a walk matches together. A pattern is identified by its index. */
record PatternSet(List<AntPattern> patterns, boolean caseSensitive) {
    static final int NONE = -1;

    Position start() {
        int[] all = IntStream.range(0, patterns.size()).toArray();
        return new Position(all, patterns.stream().mapToLong(AntPattern::start).toArray());
    }

    /** How far each pattern matches the path of a directory. */
    final class Position {
        /** The patterns that can still match. */
        private final int[] numbers;

        private final long[] reached;

        private Position(int[] numbers, long[] reached) {
            this.numbers = numbers;
            this.reached = reached;
        }

        Position enter(String name) {
            int[] left = new int[numbers.length];
            long[] next = new long[numbers.length];
            int count = 0;
            for (int i = 0; i < numbers.length; i++) {
                long positions = next(i, name);
                if (positions != 0) {
                    left[count] = numbers[i];
                    next[count++] = positions;
                }
            }
            return new Position(Arrays.copyOf(left, count), Arrays.copyOf(next, count));
        }

        /** Returns true if no pattern can match a path below this directory. */
        boolean nothingBelow() {
            return all().noneMatch(i -> pattern(i).goesOn(reached[i]));
        }

        /** Returns the index of the first pattern that matches every path below this directory, or {@link #NONE}. */
        int covering() {
            for (int i = 0; i < numbers.length; i++) {
                if (pattern(i).covers(reached[i])) {
                    return numbers[i];
                }
            }
            return NONE;
        }

        /** Returns the index of the first pattern that matches an entry of this directory, or {@link #NONE}. */
        int matching(String name) {
            for (int i = 0; i < numbers.length; i++) {
                if (pattern(i).matchesAt(next(i, name))) {
                    return numbers[i];
                }
            }
            return NONE;
        }

        /** Reports each pattern that matches an entry of this directory. */
        void matching(String name, IntConsumer each) {
            all().filter(i -> pattern(i).matchesAt(next(i, name))).forEach(i -> each.accept(numbers[i]));
        }

        /**
         * Reports the patterns that lead into this directory. For example, for the directory {@code a/b}, reports the
         * pattern {@code a/b/*.log}, but not the pattern {@code a/**}. Otherwise, patterns that begin with {@code **}
         * would be reported for every directory.
         */
        void leadingHere(IntConsumer each) {
            all().filter(i -> pattern(i).leadsHere(reached[i])).forEach(i -> each.accept(numbers[i]));
        }

        private IntStream all() {
            return IntStream.range(0, numbers.length);
        }

        private AntPattern pattern(int i) {
            return patterns.get(numbers[i]);
        }

        private long next(int i, String name) {
            return pattern(i).next(reached[i], name, caseSensitive);
        }
    }
}
