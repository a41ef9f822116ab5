package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The skipped files of a selection or an archive: their number per reason, and the first {@value #MAX_NAMES} names per
 * reason, so that the size is bounded; and the patterns that match nothing. Immutable.
 */
public final class SkippedFiles implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int MAX_NAMES = 100;

    private static final int MAX_PATTERNS = 5;

    /** Longer names, in UTF-16 code units, are cut. */
    public static final int MAX_NAME_LENGTH = 300;

    /** Maximum length of a name after escaping every code unit, plus an ellipsis. */
    private static final int MAX_SHOWN_LENGTH = 6 * MAX_NAME_LENGTH + 1;

    /** Why a file or directory is skipped or, for {@link #CHANGED}, incomplete. */
    public enum Reason {
        EXCLUDED_FILE("excluded file", "excluded files"),
        /** Directories whose whole content is excluded. Each counts as one. */
        EXCLUDED_DIRECTORY("excluded directory", "excluded directories"),
        NOT_INCLUDED_FILE("file not included", "files not included"),
        /** Directories in which no include pattern can match. Each counts as one. */
        NOT_INCLUDED_DIRECTORY("directory not included", "directories not included"),
        /** Files and directories whose names lead outside the target directory when unpacked, at least on Windows. */
        NAME_OUTSIDE(
                "file or directory whose name leads outside the directory on Windows",
                "files and directories whose names lead outside the directory on Windows"),
        LINK_OUTSIDE("link to outside the directory", "links to outside the directory"),
        /** Symbolic links to a directory that contains them. */
        LINK_LOOP("link that forms a loop", "links that form a loop"),
        /** Symbolic links to a directory that was already entered through another link. */
        LINK_REPEATED("link to an already linked directory", "links to already linked directories"),
        LINK_BROKEN("broken link", "broken links"),
        SPECIAL("pipe, socket or device", "pipes, sockets and devices"),
        UNREADABLE("unreadable file or directory", "unreadable files and directories"),
        /** Files and directories that were deleted before they were read. */
        VANISHED("file or directory that vanished", "files and directories that vanished"),
        /** Files whose size changed while they were read. They are in the archive, with at most the size at opening. */
        CHANGED("file that changed while being read", "files that changed while being read");

        private final String one;
        private final String many;

        Reason(String one, String many) {
            this.one = one;
            this.many = many;
        }

        public String words(long count) {
            return count == 1 ? one : many;
        }
    }

    private final EnumMap<Reason, Long> counts;
    private final EnumMap<Reason, ArrayList<String>> names;
    private final ArrayList<String> unmatchedPatterns;

    private SkippedFiles(
            Map<Reason, Long> counts, Map<Reason, ArrayList<String>> names, List<String> unmatchedPatterns) {
        this.counts = new EnumMap<>(Reason.class);
        this.counts.putAll(counts);
        this.names = new EnumMap<>(Reason.class);
        names.forEach((reason, list) -> this.names.put(reason, new ArrayList<>(list)));
        this.unmatchedPatterns = new ArrayList<>(unmatchedPatterns);
    }

    /** Applies the bounds to values from an agent. */
    private Object readResolve() throws InvalidObjectException {
        if (counts.values().stream().anyMatch(count -> count < 0)) {
            throw new InvalidObjectException("negative");
        }
        SkippedFiles bounded = new SkippedFiles(counts, Map.of(), bounded(unmatchedPatterns));
        names.forEach((reason, list) -> bounded.names.put(reason, new ArrayList<>(bounded(list))));
        return bounded;
    }

    private static List<String> bounded(List<String> texts) {
        return texts.stream()
                .limit(MAX_NAMES)
                .map(text -> PlainText.oneLine(text, MAX_SHOWN_LENGTH))
                .toList();
    }

    public static SkippedFiles nothing() {
        return new SkippedFiles(Map.of(), Map.of(), List.of());
    }

    public long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /**
     * The first {@value #MAX_NAMES} names for a reason, in the order of the walk, relative to the archived directory,
     * cut and escaped for one line of a log.
     */
    public List<String> names(Reason reason) {
        return Collections.unmodifiableList(names.getOrDefault(reason, new ArrayList<>()));
    }

    /**
     * The include and exclude patterns of the selection that match nothing, at most {@value #MAX_NAMES}, each with its
     * kind: {@code exclude 'x'}. Patterns in {@code .sastignore} and default excludes are not among them.
     */
    public List<String> unmatchedPatterns() {
        return Collections.unmodifiableList(unmatchedPatterns);
    }

    /** Returns a sentence and a space about patterns that match nothing, or an empty text if there are none. */
    public static String unmatched(List<String> patterns) {
        if (patterns.isEmpty()) {
            return "";
        }
        int shown = Math.min(MAX_PATTERNS, patterns.size());
        String more = patterns.size() > shown ? " and " + (patterns.size() - shown) + " more" : "";
        return "These patterns match nothing: " + String.join(", ", patterns.subList(0, shown)) + more + ". ";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SkippedFiles that
                && counts.equals(that.counts)
                && names.equals(that.names)
                && unmatchedPatterns.equals(that.unmatchedPatterns);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return counts.toString();
    }

    /** Counts the skipped files of a walk. Not thread-safe. */
    static final class Tally {
        private final EnumMap<Reason, Long> counts = new EnumMap<>(Reason.class);
        private final EnumMap<Reason, ArrayList<String>> names = new EnumMap<>(Reason.class);
        private List<String> unmatchedPatterns = List.of();

        void setUnmatchedPatterns(List<String> patterns) {
            unmatchedPatterns = patterns.stream().limit(MAX_NAMES).toList();
        }

        List<String> unmatchedPatterns() {
            return unmatchedPatterns;
        }

        void add(Reason reason, String name) {
            counts.merge(reason, 1L, Long::sum);
            List<String> kept = names.computeIfAbsent(reason, any -> new ArrayList<>());
            if (kept.size() < MAX_NAMES) {
                kept.add(PlainText.oneLine(name, MAX_NAME_LENGTH));
            }
        }

        long count(Reason reason) {
            return counts.getOrDefault(reason, 0L);
        }

        SkippedFiles toSkippedFiles() {
            return new SkippedFiles(counts, names, unmatchedPatterns);
        }
    }
}
