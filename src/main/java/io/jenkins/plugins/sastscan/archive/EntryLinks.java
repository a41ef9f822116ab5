package io.jenkins.plugins.sastscan.archive;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The symbolic links in somebody's archive. A reader that makes them while it unpacks is led out by a link, or by an entry
 * whose path goes through one. For one archive.
 */
final class EntryLinks {
    /** More no system takes for a link's target. */
    static final int LONGEST_TARGET = 4_096;

    /** Any odd number that spreads. */
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]+");

    /** Hashes of their paths, since an archive may have many and long ones. */
    private final Set<Long> links = new HashSet<>();

    void add(String name) {
        eachPath(name, (path, whole) -> whole && links.add(path));
    }

    /** Whether the path of an entry goes through a link. */
    boolean areAbove(String name) {
        return !links.isEmpty() && eachPath(name, (path, whole) -> !whole && links.contains(path));
    }

    private interface PathPredicate {
        boolean test(long path, boolean whole);
    }

    /** Asks about each path above a name and about itself until an answer is yes, in one pass. */
    private static boolean eachPath(String name, PathPredicate predicate) {
        List<String> segments = segments(name);
        long path = 0;
        for (int i = 0; i < segments.size(); i++) {
            // Upper and lower case are the same on some systems.
            path = (path * BASE + '/') * BASE
                    + segments.get(i).toLowerCase(Locale.ROOT).hashCode();
            if (predicate.test(path, i == segments.size() - 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a link leads to a place inside, whatever other links its target goes through: these lead downwards only where
     * no {@code ..} follows.
     */
    static boolean staysInside(String name, String target) {
        if (target.isEmpty() || "/\\".indexOf(target.charAt(0)) >= 0 || target.indexOf(':') == 1) {
            return false;
        }
        int above = segments(name).size() - 1;
        boolean down = false;
        for (String segment : segments(target)) {
            boolean up = segment.equals("..");
            if (up && (down || above == 0)) {
                return false;
            }
            above -= up ? 1 : 0;
            down |= !up;
        }
        return true;
    }

    private static List<String> segments(String name) {
        return SEPARATORS
                .splitAsStream(name)
                .map(String::strip)
                .filter(segment -> !segment.isEmpty() && !segment.equals("."))
                .toList();
    }
}
