package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The skipped files of a selection or an archive, by reason.
 *
 * @param groups one group for each reason that occurs
 * @param unmatchedPatterns the step's patterns that match nothing, each with its kind, for example {@code exclude 'x'}
 */
public record SkippedFiles(List<Group> groups, List<String> unmatchedPatterns) implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int MAX_NAMES = 100;

    private static final int MAX_SHOWN_PATTERNS = 5;

    /** Maximum length of the name of a file, in UTF-16 code units, before escaping. */
    public static final int MAX_NAME_LENGTH = 300;

    /** Maximum length of an escaped name: six characters for each code unit, plus an ellipsis. */
    private static final int MAX_SHOWN_LENGTH = 6 * MAX_NAME_LENGTH + 1;

    /** Why a file or directory is skipped, or why a file is incomplete ({@link #CHANGED}, {@link #LFS_POINTER}). */
    public enum SkipReason {
        EXCLUDED_FILE("excluded file", "excluded files"),
        /** Directories whose whole content is excluded; the files in them are not counted. */
        EXCLUDED_DIRECTORY("excluded directory", "excluded directories"),
        NOT_INCLUDED_FILE("file not included", "files not included"),
        /** Directories in which no include pattern can match; the files in them are not counted. */
        NOT_INCLUDED_DIRECTORY("directory not included", "directories not included"),
        /**
         * On Linux, {@code ..\x} is a valid file name. On Windows, {@code ..\x} means the file {@code x} in the parent
         * directory.
         */
        NAME_OUTSIDE(
                "file or directory whose name leads outside the directory on Windows",
                "files and directories whose names lead outside the directory on Windows"),
        LINK_OUTSIDE("link to outside the directory", "links to outside the directory"),
        LINK_LOOP("link that forms a loop", "links that form a loop"),
        LINK_REPEATED("link to an already linked directory", "links to already linked directories"),
        LINK_BROKEN("broken link", "broken links"),
        /** Linked files and directories whose real path matches an exclude pattern. */
        LINK_EXCLUDED("excluded file or directory behind a link", "excluded files and directories behind links"),
        LINK_NOT_SELECTED(
                "link to a file or directory that Git does not select",
                "links to files and directories that Git does not select"),
        SUBMODULE("submodule that is not checked out", "submodules that are not checked out"),
        /** Git does not list the files in a nested repository that is not a submodule. */
        NESTED_REPOSITORY("nested Git repository", "nested Git repositories"),
        /** Files and directories that Git selects, but whose names are not UTF-8. */
        NAME_UNSUPPORTED("file whose name the agent does not support", "files whose names the agent does not support"),
        SPECIAL("pipe, socket or device", "pipes, sockets and devices"),
        UNREADABLE("unreadable file or directory", "unreadable files and directories"),
        VANISHED("file or directory that vanished", "files and directories that vanished"),
        /**
         * Files whose size has changed since the walk. If a file has grown, the archive contains only as many bytes as
         * the file had during the walk.
         */
        CHANGED("file that changed while being read", "files that changed while being read"),
        /** Files that Windows or macOS replaces by another file with nearly the same name, or the other way round. */
        SAME_NAME(
                "file whose name Windows or macOS takes for that of another file",
                "files whose names Windows or macOS takes for those of other files"),
        LONG_NAME("file whose path is too long for Windows", "files whose paths are too long for Windows"),
        LFS_POINTER("Git LFS pointer file instead of the real file", "Git LFS pointer files instead of the real files");

        private final String one;
        private final String many;

        SkipReason(String one, String many) {
            this.one = one;
            this.many = many;
        }

        public static SkipReason of(IOException failure) {
            return failure instanceof NoSuchFileException ? VANISHED : UNREADABLE;
        }

        /** Tells whether files with this skip reason are in the archive nevertheless. */
        public boolean archived() {
            return this == CHANGED || this == LFS_POINTER || isNameProblem();
        }

        /** Tells whether content is missing that was selected. */
        public boolean isLoss() {
            return this == UNREADABLE || this == VANISHED || this == CHANGED;
        }

        /** Tells whether a file is lost when the archive is unpacked on some systems. */
        public boolean isNameProblem() {
            return this == SAME_NAME || this == LONG_NAME;
        }

        public String words(long count) {
            return count == 1 ? one : many;
        }
    }

    /**
     * The files that are skipped for one reason.
     *
     * @param names the first {@value #MAX_NAMES} names in the order of the walk. Each name is relative to the archived
     *     directory, and is shortened and escaped for one line of a log
     * @param decidedBy for each name, the exclude pattern that skips it, for example {@code .sastignore line 3: *.log};
     *     an empty text if no exclude pattern skips the name
     */
    public record Group(SkipReason reason, long count, List<String> names, List<String> decidedBy)
            implements Serializable {
        private static final long serialVersionUID = 1;

        /** @throws IllegalArgumentException if the count, which may come from an agent, is negative */
        public Group {
            Objects.requireNonNull(reason);
            if (count < 0) {
                throw new IllegalArgumentException("negative");
            }
            names = bounded(names);
            decidedBy = bounded(decidedBy);
            if (names.size() != decidedBy.size()) {
                throw new IllegalArgumentException("not one for each");
            }
        }

        /** Returns the count and the reason, for example {@code 3 broken links}. */
        public String words() {
            return Figures.count(count) + " " + reason.words(count);
        }
    }

    static List<String> bounded(List<String> texts) {
        return texts.stream()
                .limit(MAX_NAMES)
                .map(text -> PlainText.oneLine(text, MAX_SHOWN_LENGTH))
                .toList();
    }

    public SkippedFiles {
        groups = groups.stream().limit(SkipReason.values().length).toList();
        unmatchedPatterns = bounded(unmatchedPatterns);
    }

    public static SkippedFiles nothing() {
        return new SkippedFiles(List.of(), List.of());
    }

    /** Returns the groups. The groups of entries skipped by patterns come last. */
    public List<Group> byImportance() {
        return groups.stream()
                .sorted(Comparator.comparing(group -> switch (group.reason) {
                    case EXCLUDED_FILE, NOT_INCLUDED_FILE -> 2;
                    case EXCLUDED_DIRECTORY, NOT_INCLUDED_DIRECTORY -> 1;
                    default -> 0;
                }))
                .toList();
    }

    /** Returns the groups on one line. Omits the names, because some users can read logs but not workspaces. */
    public String summary() {
        return groups.stream().map(Group::words).collect(Collectors.joining(", "));
    }

    /**
     * Returns a sentence about the patterns that match nothing. The sentence ends with a space. Returns an empty text
     * if {@code unmatchedPatterns} is empty.
     */
    public String unmatched() {
        if (unmatchedPatterns.isEmpty()) {
            return "";
        }
        int more = unmatchedPatterns.size() - MAX_SHOWN_PATTERNS;
        return "These patterns match nothing: "
                + unmatchedPatterns.stream().limit(MAX_SHOWN_PATTERNS).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "") + ". ";
    }

    /** Counts the skipped files of a walk. */
    public static final class Tally {
        private final EnumMap<SkipReason, Long> counts = new EnumMap<>(SkipReason.class);
        private final EnumMap<SkipReason, List<String>> names = new EnumMap<>(SkipReason.class);
        private final EnumMap<SkipReason, List<String>> deciders = new EnumMap<>(SkipReason.class);

        public void add(SkipReason reason, String name, Supplier<String> decidedBy) {
            counts.merge(reason, 1L, Long::sum);
            List<String> kept = names.computeIfAbsent(reason, any -> new ArrayList<>());
            if (kept.size() < MAX_NAMES) {
                kept.add(PlainText.oneLine(name, MAX_NAME_LENGTH));
                deciders.computeIfAbsent(reason, any -> new ArrayList<>()).add(decidedBy.get());
            }
        }

        public SkippedFiles toSkippedFiles(List<String> unmatchedPatterns) {
            return new SkippedFiles(
                    counts.entrySet().stream()
                            .map(sum -> new Group(
                                    sum.getKey(), sum.getValue(), names.get(sum.getKey()), deciders.get(sum.getKey())))
                            .toList(),
                    unmatchedPatterns);
        }
    }
}
