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
 * What a selection or an archive left out or could not take as it was: how many for each reason, and the first
 * {@value #MOST_NAMES} names, so that its size has a bound. Immutable.
 */
public final class SkippedFiles implements Serializable {
    private static final long serialVersionUID = 1;

    /** The most names kept for a reason. */
    public static final int MOST_NAMES = 100;

    /** Longer names than this many UTF-16 code units are cut. */
    public static final int LONGEST_NAME = 300;

    /** A name when each of its code units is shown as a code of six, and an ellipsis. */
    private static final int LONGEST_SHOWN = 6 * LONGEST_NAME + 1;

    /** Why something was left out, or, for {@link #CHANGED}, not taken whole. */
    public enum Reason {
        /** Files that an exclude pattern matched. */
        EXCLUDED_FILE("excluded file", "excluded files"),
        /** Directories that an exclude pattern covers wholly; never entered, so each counts once. */
        EXCLUDED_DIRECTORY("excluded directory", "excluded directories"),
        /** Files that no include pattern matched. */
        NOT_INCLUDED_FILE("file not included", "files not included"),
        /** Directories below which no include pattern can match; never entered, so each counts once. */
        NOT_INCLUDED_DIRECTORY("directory not included", "directories not included"),
        /** Files and directories whose names lead out of the directory where the archive is unpacked, if only on Windows. */
        NAME_OUTSIDE(
                "file or directory whose name leaves the directory on Windows",
                "files and directories whose names leave the directory on Windows"),
        /** Symbolic links to something outside of the archived directory. */
        LINK_OUTSIDE("link that leaves the directory", "links that leave the directory"),
        /** Symbolic links to a directory that they are in themselves. */
        LINK_LOOP("link that forms a loop", "links that form a loop"),
        /** Symbolic links to a directory that another link led into already. */
        LINK_REPEATED(
                "link to a directory that another link led into", "links to a directory that another link led into"),
        /** Symbolic links to nothing. */
        LINK_BROKEN("broken link", "broken links"),
        /** Pipes, sockets and devices. */
        SPECIAL("pipe, socket or device", "pipes, sockets and devices"),
        /** Files and directories that could not be read. */
        UNREADABLE("unreadable file or directory", "unreadable files and directories"),
        /** Files and directories that were gone before they could be opened. */
        VANISHED("file or directory that vanished", "files and directories that vanished"),
        /** Files that grew or shrank while they were read; they are in the archive, at most with their size at opening. */
        CHANGED("file that changed while being read", "files that changed while being read");

        private final String one;
        private final String many;

        Reason(String one, String many) {
            this.one = one;
            this.many = many;
        }

        /** The reason in a few words, to follow that number. */
        public String words(long count) {
            return count == 1 ? one : many;
        }
    }

    private final EnumMap<Reason, Long> counts;
    private final EnumMap<Reason, ArrayList<String>> names;

    private SkippedFiles(Map<Reason, Long> counts, Map<Reason, ArrayList<String>> names) {
        this.counts = new EnumMap<>(Reason.class);
        this.counts.putAll(counts);
        this.names = new EnumMap<>(Reason.class);
        names.forEach((reason, list) -> this.names.put(reason, new ArrayList<>(list)));
    }

    /** What another machine tells is held to the same bounds as what is counted here. */
    private Object readResolve() throws InvalidObjectException {
        if (counts.values().stream().anyMatch(count -> count < 0)) {
            throw new InvalidObjectException("negative");
        }
        SkippedFiles bounded = new SkippedFiles(counts, Map.of());
        names.forEach((reason, list) -> bounded.names.put(
                reason,
                new ArrayList<>(list.stream()
                        .limit(MOST_NAMES)
                        .map(name -> PlainText.oneLine(name, LONGEST_SHOWN))
                        .toList())));
        return bounded;
    }

    /** Nothing was left out. */
    public static SkippedFiles nothing() {
        return new SkippedFiles(Map.of(), Map.of());
    }

    /** How many were left out for the reason. */
    public long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /**
     * The first {@value #MOST_NAMES} names left out for the reason, in the order of the walk: relative to the archived
     * directory, made safe for one line of a log, cut when long.
     */
    public List<String> names(Reason reason) {
        return Collections.unmodifiableList(names.getOrDefault(reason, new ArrayList<>()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SkippedFiles that && counts.equals(that.counts) && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    /** The counts of the reasons that occurred. */
    @Override
    public String toString() {
        return counts.toString();
    }

    /** Counts what is left out while a tree is walked; for one thread. */
    static final class Tally {
        private final EnumMap<Reason, Long> counts = new EnumMap<>(Reason.class);
        private final EnumMap<Reason, ArrayList<String>> names = new EnumMap<>(Reason.class);

        void add(Reason reason, String name) {
            counts.merge(reason, 1L, Long::sum);
            List<String> kept = names.computeIfAbsent(reason, any -> new ArrayList<>());
            if (kept.size() < MOST_NAMES) {
                kept.add(PlainText.oneLine(name, LONGEST_NAME));
            }
        }

        long count(Reason reason) {
            return counts.getOrDefault(reason, 0L);
        }

        SkippedFiles toSkippedFiles() {
            return new SkippedFiles(counts, names);
        }
    }
}
