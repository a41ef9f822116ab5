package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.select.AntPattern;
import io.jenkins.plugins.sastscan.archive.select.DefaultExcludes;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Selects the files to archive: those that match an include pattern and no exclude pattern. Patterns are Ant patterns
 * ({@link AntPattern}) for the path in the archived directory. {@link DefaultExcludes#always} and the lines of
 * {@code .sastignore} are exclude patterns, too.
 *
 * @param includes if empty, all files are included
 * @param defaultExcludes whether {@link DefaultExcludes#PATTERNS} are exclude patterns
 * @param git the git program: a path, or a name to look up in {@code PATH}. Not used for {@link FileChoice#ALL}
 * @param serverExcludes exclude patterns for all submissions to the SAST server
 */
public record Selection(
        List<String> includes,
        List<String> excludes,
        boolean defaultExcludes,
        boolean caseSensitive,
        FileChoice files,
        String git,
        List<String> serverExcludes)
        implements Serializable {
    public static final String GIT = "git";

    /** Maximum number of patterns in {@code includes}. The same limit applies to {@code excludes}. */
    public static final int MAX_PATTERNS = 10_000;

    /**
     * @throws InvalidInputException if a pattern is {@linkplain AntPattern#problem invalid}, or there are too many
     *     patterns
     */
    public Selection {
        includes = valid("include", includes);
        excludes = valid("exclude", excludes);
        serverExcludes = valid("exclude", serverExcludes);
    }

    public Selection(List<String> includes, List<String> excludes, boolean defaultExcludes, boolean caseSensitive) {
        this(includes, excludes, defaultExcludes, caseSensitive, FileChoice.ALL, GIT, List.of());
    }

    /** Selects all files, except files that match a pattern in {@link DefaultExcludes#PATTERNS}. */
    public static Selection everything() {
        return new Selection(List.of(), List.of(), true, true);
    }

    /** Returns a copy with what the SAST server and the node of a build add. */
    public Selection with(String gitProgram, List<String> excludesOfServer) {
        return new Selection(includes, excludes, defaultExcludes, caseSensitive, files, gitProgram, excludesOfServer);
    }

    /** Splits a text at commas and line breaks. */
    public static List<String> patterns(String text) {
        return Stream.of(text.split("[,\\r\\n]+"))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }

    private static List<String> valid(String kind, List<String> patterns) {
        if (patterns.size() > MAX_PATTERNS) {
            throw new InvalidInputException("There are " + patterns.size() + " " + kind
                    + " patterns, more than the maximum of " + MAX_PATTERNS + ". Combine some of them with wildcards.");
        }
        for (String pattern : patterns) {
            String problem = AntPattern.problem(pattern);
            if (problem != null) {
                throw new InvalidInputException(
                        "Invalid " + kind + " pattern " + PlainText.quoted(pattern) + ": " + problem + ".");
            }
        }
        return List.copyOf(patterns);
    }
}
