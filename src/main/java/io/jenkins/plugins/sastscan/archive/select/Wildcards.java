package io.jenkins.plugins.sastscan.archive.select;

/**
 * Matches names against segments of patterns. Ant's implementation is not used, because agents would have to load
 * several classes for it.
 */
final class Wildcards {
    private Wildcards() {}

    /**
     * Tells whether a name matches a pattern, in which {@code *} matches any number of characters, and {@code ?} matches
     * one character. The run time is {@code O(m * n)} for a pattern of length {@code m} and a name of length {@code n}.
     */
    static boolean match(String pattern, String name, boolean caseSensitive) {
        if (endsDiffer(pattern, name, caseSensitive)) {
            return false;
        }
        int at = 0;
        int star = -1;
        int tried = 0;
        for (int i = 0; i < name.length(); ) {
            boolean more = at < pattern.length();
            char wanted = more ? pattern.charAt(at) : 0;
            if (wanted == '*') {
                star = at++;
                tried = i;
            } else if (more && (wanted == '?' || same(wanted, name.charAt(i), caseSensitive))) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++tried;
            } else {
                return false;
            }
        }
        return pattern.substring(at).replace("*", "").isEmpty();
    }

    /** Compares the last characters. This comparison quickly rejects most names for patterns such as {@code *~}. */
    private static boolean endsDiffer(String pattern, String name, boolean caseSensitive) {
        if (pattern.isEmpty() || name.isEmpty()) {
            return false;
        }
        char last = pattern.charAt(pattern.length() - 1);
        boolean any = last == '*' || last == '?';
        return !any && !same(last, name.charAt(name.length() - 1), caseSensitive);
    }

    private static boolean same(char one, char other, boolean caseSensitive) {
        return one == other || !caseSensitive && Character.toUpperCase(one) == Character.toUpperCase(other);
    }
}
