package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.util.List;

/**
 * Which files of a directory are archived, as Ant-style patterns relative to that directory; {@code docs/archive.md} has
 * the rules. A file goes in when an include pattern matches it and no exclude pattern does. The patterns of
 * {@link DefaultExcludes#always()} and of the directory's {@code .sastignore} file are excludes too.
 *
 * @param includes patterns of which one must match; empty means every file
 * @param excludes patterns of which none may match
 * @param defaultExcludes whether {@link DefaultExcludes#patterns()} are excludes as well
 * @param caseSensitive whether upper and lower case differ when names are matched
 */
public record Selection(List<String> includes, List<String> excludes, boolean defaultExcludes, boolean caseSensitive)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** The most patterns that a list may hold. */
    public static final int MOST_PATTERNS = 10_000;

    /**
     * @throws InvalidInputException if a pattern is blank, absolute, over {@link AntPattern#LONGEST} characters long, has
     *     a {@code .} or {@code ..} segment or a control character, or if a list holds over {@link #MOST_PATTERNS}
     */
    public Selection {
        includes = valid("include", includes);
        excludes = valid("exclude", excludes);
    }

    /** Every file but the default excludes, case-sensitively. */
    public static Selection everything() {
        return new Selection(List.of(), List.of(), true, true);
    }

    private static List<String> valid(String kind, List<String> patterns) {
        if (patterns.size() > MOST_PATTERNS) {
            throw new InvalidInputException("There are " + patterns.size() + " " + kind + " patterns, but at most "
                    + MOST_PATTERNS + " are taken: join some of them with wildcards.");
        }
        for (String pattern : patterns) {
            String flaw = AntPattern.flaw(pattern);
            if (flaw != null) {
                throw new InvalidInputException(
                        "The " + kind + " pattern '" + AntPattern.shown(pattern) + "' cannot be used: " + flaw + ".");
            }
        }
        return List.copyOf(patterns);
    }
}
