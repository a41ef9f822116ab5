package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Counts the skipped files of a walk by reason. */
public final class SkippedFiles {
    public static final int MAX_NAMES = 100;

    /** Maximum length of the name of a file, in UTF-16 code units, before escaping. */
    public static final int MAX_NAME_LENGTH = 300;

    private static final int MAX_SHOWN_PATTERNS = 5;

    private final Map<SkipReason, Group> groups = new EnumMap<>(SkipReason.class);
    private final PortableNames portable = new PortableNames();
    private List<String> unmatchedPatterns = List.of();

    /** Why a file or directory is skipped, or why a file is incomplete ({@link #CHANGED}, {@link #LFS_POINTER}). */
    public enum SkipReason {
        EXCLUDED_FILE("excluded {file|files}"),
        /** Directories whose whole content is excluded; the files in them are not counted. */
        EXCLUDED_DIRECTORY("excluded {directory|directories}"),
        NOT_INCLUDED_FILE("{file|files} not included"),
        /** Directories in which no include pattern can match; the files in them are not counted. */
        NOT_INCLUDED_DIRECTORY("{directory|directories} not included"),
        /**
         * On Linux, {@code ..\x} is a valid file name. On Windows, {@code ..\x} means the file {@code x} in the parent
         * directory.
         */
        NAME_OUTSIDE("{file or directory whose name leads|files and directories whose names lead}"
                + " outside the directory on Windows"),
        LINK_OUTSIDE("{link|links} to outside the workspace"),
        LINK_LOOP("{link that forms|links that form} a loop"),
        LINK_REPEATED("{link to an already linked directory|links to already linked directories}"),
        LINK_BROKEN("broken {link|links}"),
        /** Linked files and directories whose real path matches an exclude pattern. */
        LINK_EXCLUDED("excluded {file or directory behind a link|files and directories behind links}"),
        LINK_NOT_SELECTED("{link to a file or directory|links to files and directories} that Git does not select"),
        SUBMODULE("{submodule that is|submodules that are} not checked out"),
        /** Git does not list the files in a nested repository that is not a submodule. */
        NESTED_REPOSITORY("nested Git {repository|repositories}"),
        SPECIAL("{pipe, socket or device|pipes, sockets and devices}"),
        UNREADABLE("unreadable {file or directory|files and directories}"),
        VANISHED("{file or directory|files and directories} that vanished"),
        /**
         * Files whose size has changed since the walk. If a file has grown, the archive contains only as many bytes as
         * the file had during the walk.
         */
        CHANGED("{file|files} that changed while being read"),
        /** Files that Windows or macOS replaces by another file with nearly the same name, or the other way round. */
        SAME_NAME("{file whose name Windows or macOS takes for that of another file|"
                + "files whose names Windows or macOS takes for those of other files}"),
        LONG_NAME("{file whose path is|files whose paths are} too long for Windows"),
        LFS_POINTER("Git LFS pointer {file instead of the real file|files instead of the real files}");

        private static final Pattern NUMBER = Pattern.compile("\\{([^|]*)\\|([^}]*)}");

        /** Has words for one file and for several files in braces. */
        private final String text;

        SkipReason(String text) {
            this.text = text;
        }

        public static SkipReason of(IOException failure) {
            return failure instanceof NoSuchFileException ? VANISHED : UNREADABLE;
        }

        /** Tells whether files with this skip reason are in the archive nevertheless. */
        public boolean archived() {
            return this == CHANGED || this == LFS_POINTER || this == SAME_NAME || this == LONG_NAME;
        }

        /** Returns the words after a number of files, for example {@code broken links}. */
        public String words(long count) {
            return NUMBER.matcher(text).replaceAll(count == 1 ? "$1" : "$2");
        }

        /** Returns the number and the reason, for example {@code 3 broken links}. */
        public String counted(long count) {
            return Figures.count(count) + " " + words(count);
        }
    }

    /**
     * The files that are skipped for one reason.
     *
     * @param names the first {@value #MAX_NAMES} names in the order of the walk, relative to the archived directory,
     *     shortened and escaped for one line of a log
     * @param decidedBy for each name, the exclude pattern that skips it, for example {@code .sastignore line 3: *.log};
     *     an empty text if no exclude pattern skips the name
     */
    public record Group(SkipReason reason, List<String> names, List<String> decidedBy, AtomicLong counter) {
        public long count() {
            return counter.get();
        }
    }

    /** Adds an archived file if it gets lost when the archive is unpacked. Call this once for each archived file. */
    public void addIfNotPortable(String name) {
        SkipReason problem = portable.problem(name);
        if (problem != null) {
            add(problem, name, "");
        }
    }

    /** @param decidedBy see {@link Group#decidedBy} */
    public void add(SkipReason reason, String name, String decidedBy) {
        Group group = groups.computeIfAbsent(
                reason, any -> new Group(any, new ArrayList<>(), new ArrayList<>(), new AtomicLong()));
        if (group.counter.incrementAndGet() <= MAX_NAMES) {
            group.names.add(PlainText.oneLine(name, MAX_NAME_LENGTH));
            group.decidedBy.add(PlainText.oneLine(decidedBy, MAX_NAME_LENGTH));
        }
    }

    /** Returns one group for each reason that occurs, in the order of the reasons. */
    public Collection<Group> groups() {
        return groups.values();
    }

    /** The step's patterns that match nothing, each with its kind, for example {@code exclude "x"}. */
    public List<String> unmatchedPatterns() {
        return unmatchedPatterns;
    }

    public void setUnmatchedPatterns(List<String> patterns) {
        unmatchedPatterns = patterns;
    }

    /**
     * Returns the groups of files that are not archived, on one line. Omits the names, because some users can read logs
     * but not workspaces.
     */
    public String summary() {
        return groups().stream()
                .filter(group -> !group.reason.archived())
                .map(group -> group.reason.counted(group.count()))
                .collect(Collectors.joining(", "));
    }

    /** Returns a sentence about the first exclude pattern that skips something; empty if there is none. */
    public String decisive() {
        return groups().stream()
                .flatMap(group -> group.decidedBy.stream())
                .filter(pattern -> !pattern.isEmpty())
                .findFirst()
                .map(pattern -> "The first of them is skipped by " + pattern + ". ")
                .orElse("");
    }

    /** Returns a sentence about patterns that match nothing, followed by a space. Empty if there is no such pattern. */
    public static String unmatched(List<String> patterns) {
        if (patterns.isEmpty()) {
            return "";
        }
        int more = patterns.size() - MAX_SHOWN_PATTERNS;
        return "These patterns match nothing: "
                + patterns.stream().limit(MAX_SHOWN_PATTERNS).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "") + ". ";
    }
}
