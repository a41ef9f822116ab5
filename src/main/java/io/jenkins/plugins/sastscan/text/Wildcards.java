package io.jenkins.plugins.sastscan.text;

/**
 * Matches names against patterns with wildcards. Ant's implementation is not used, because agents would have to load
 * several classes for it.
 */
public final class Wildcards {
    private Wildcards() {}

    /**
     * Tells whether a name matches a pattern, in which {@code *} matches any number of characters. The run time is
     * {@code O(m * n)} for a pattern of length {@code m} and a name of length {@code n}.
     *
     * @param questionMark true if {@code ?} matches any single character; false if {@code ?} matches only itself
     */
    public static boolean match(String pattern, String name, boolean questionMark, boolean caseSensitive) {
        if (endsDiffer(pattern, name, questionMark, caseSensitive)) {
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
            } else if (more && (questionMark && wanted == '?' || same(wanted, name.charAt(i), caseSensitive))) {
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
    private static boolean endsDiffer(String pattern, String name, boolean questionMark, boolean caseSensitive) {
        if (pattern.isEmpty() || name.isEmpty()) {
            return false;
        }
        char last = pattern.charAt(pattern.length() - 1);
        boolean any = last == '*' || questionMark && last == '?';
        return !any && !same(last, name.charAt(name.length() - 1), caseSensitive);
    }

    private static boolean same(char one, char other, boolean caseSensitive) {
        return one == other || !caseSensitive && Character.toUpperCase(one) == Character.toUpperCase(other);
    }
}
