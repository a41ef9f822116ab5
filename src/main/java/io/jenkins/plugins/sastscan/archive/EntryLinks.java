package io.jenkins.plugins.sastscan.archive;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The symbolic links in an existing archive. A tool that creates links while it unpacks would follow a link, or write an
 * entry through one, outside the target directory. Use each instance for one archive.
 */
final class EntryLinks {
    /** No operating system accepts a longer target, in bytes. */
    static final int MAX_TARGET = 4_096;

    /** An odd number with well-distributed bits. */
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]+");

    /** Hashes of their paths, because an archive can have many long ones. */
    private final Set<Long> links = new HashSet<>();

    void add(String name) {
        eachPath(name, (path, whole) -> whole && links.add(path));
    }

    /** Tells whether the path of an entry goes through a link. */
    boolean areAbove(String name) {
        return !links.isEmpty() && eachPath(name, (path, whole) -> !whole && links.contains(path));
    }

    private interface PathPredicate {
        boolean test(long path, boolean whole);
    }

    /** Tests each parent path of a name, and then the name itself, until one matches. */
    private static boolean eachPath(String name, PathPredicate predicate) {
        List<String> segments = segments(name);
        long path = 0;
        for (int i = 0; i < segments.size(); i++) {
            // Some file systems ignore case.
            path = (path * BASE + '/') * BASE
                    + segments.get(i).toLowerCase(Locale.ROOT).hashCode();
            if (predicate.test(path, i == segments.size() - 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether a link points inside the archive, regardless of other links in its target. Therefore no {@code ..} may
     * follow a name.
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
