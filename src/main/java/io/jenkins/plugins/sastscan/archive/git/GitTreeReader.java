package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Lists the files that Git selects in a directory, and in each submodule that is checked out.
 *
 * <p>Git runs in the nearest directory that contains {@code .git}: the listed directory or one of its parents. If Git
 * ran in a directory without {@code .git}, it could mistake committed files, such as {@code HEAD} and {@code config},
 * for a repository.
 */
public final class GitTreeReader {
    public interface Git {
        GitProcess start(Path workTree, List<String> arguments) throws ArchiveException;
    }

    private static final List<String> TRACKED = List.of("ls-files", "-z", "--cached", "--stage", "--");

    private static final List<String> UNTRACKED = List.of("ls-files", "-z", "--others", "--exclude-standard", "--");

    private static final String SUBMODULE = "160000 ";

    private final Path root;
    private final FileChoice choice;
    private final Git git;
    private final GitTree tree = new GitTree();
    /**
     * The path of {@link #directory}. Git usually lists the entries of a directory together, so most entries need no
     * new lookup.
     */
    private String entered = "";

    private GitTree directory = tree;

    private GitTreeReader(Path root, FileChoice choice, Git git) {
        this.root = root;
        this.choice = choice;
        this.git = git;
    }

    /**
     * @param root a real path
     * @param top the real path of the workspace; the search for the repository ends there
     * @return what Git selects, or null for {@link FileChoice#ALL}
     */
    public static GitTree read(Path root, Path top, FileChoice choice, Git git)
            throws ArchiveException, InterruptedException {
        if (choice == FileChoice.ALL) {
            return null;
        }
        Path workTree = root;
        while (!hasRepository(workTree)) {
            if (workTree.equals(top)) {
                throw GitProcess.notInWorkTree(root);
            }
            workTree = workTree.getParent();
        }
        GitTreeReader reader = new GitTreeReader(root, choice, git);
        String below = StreamSupport.stream(workTree.relativize(root).spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
        reader.list(workTree, below, "");
        return reader.tree;
    }

    /** {@code .git} can be a directory or a file. */
    private static boolean hasRepository(Path directory) {
        return Files.exists(directory.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * @param below the path of the directory in the work tree; empty for the work tree itself
     * @param prefix the path of the directory relative to the archived directory, with a trailing slash; empty for the
     *     archived directory itself
     */
    private void list(Path workTree, String below, String prefix) throws ArchiveException, InterruptedException {
        List<String> only = below.isEmpty() ? List.of() : List.of(":(literal)" + below);
        String above = latin(below.isEmpty() ? "" : below + "/");
        List<String> submodules = new ArrayList<>();
        // The commands run in parallel.
        try (GitProcess top = git.start(workTree, GitProcess.TOP);
                GitProcess untracked =
                        choice == FileChoice.NOT_IGNORED ? git.start(workTree, join(UNTRACKED, only)) : null;
                GitProcess tracked = git.start(workTree, join(TRACKED, only))) {
            top.checkIsTop();
            tracked.read(line -> {
                boolean submodule = line.startsWith(SUBMODULE);
                // The path follows the first tab. The line can be incomplete if git was killed.
                String entry = below(above, line.substring(line.indexOf('\t') + 1));
                if (add(prefix, entry) && submodule) {
                    submodules.add(prefix + utf8(entry));
                } else if (entry == null && submodule) {
                    // An empty path stands for the archived directory.
                    submodules.add("");
                }
            });
            if (untracked != null) {
                untracked.read(path -> add(prefix, below(above, path)));
            }
        }
        // If a file or link has replaced a submodule, the submodule is not reported as skipped.
        for (String submodule : submodules) {
            if (submodule.isEmpty()) {
                throw GitProcess.notCheckedOut(root);
            } else if (isCheckedOut(submodule)) {
                list(root.resolve(submodule), "", submodule + "/");
            } else if (isDirectory(submodule)) {
                String last = enterParent(submodule);
                directory.skip(last, SkipReason.SUBMODULE);
            }
        }
    }

    private static List<String> join(List<String> options, List<String> paths) {
        return Stream.concat(options.stream(), paths.stream()).toList();
    }

    /** Makes a path relative to the listed directory. Returns null if the path is not below the listed directory. */
    private static String below(String above, String path) {
        return path.length() > above.length() && path.startsWith(above) ? path.substring(above.length()) : null;
    }

    /** Encodes a text in UTF-8, and returns one character per byte. */
    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static String utf8(String latin) {
        return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Adds an entry, and tells whether the entry is selected. */
    private boolean add(String prefix, String entry) {
        if (entry == null) {
            return false;
        }
        String name = utf8(entry);
        boolean valid = latin(name).equals(entry);
        boolean nested = valid && name.endsWith("/");
        String path = prefix
                + (nested ? name.substring(0, name.length() - 1) : valid ? name : EntryName.decode(toInvalid(entry)));
        String last = enterParent(path);
        if (last == null) {
            // The path is invalid in this file system.
            return false;
        }
        if (valid && !nested) {
            directory.add(last);
            return true;
        }
        directory.skip(last, valid ? SkipReason.NESTED_REPOSITORY : SkipReason.NAME_UNSUPPORTED);
        return false;
    }

    /**
     * Cuts a path after the first name that is not UTF-8. The file or directory at the resulting path is reported as
     * skipped.
     */
    private static String toInvalid(String path) {
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            String start = path.substring(0, end);
            if (!latin(utf8(start)).equals(start)) {
                return start;
            }
        }
        return path;
    }

    /**
     * Sets {@link #directory} to the parent of a path. Returns the last segment of the path, or null if the path is
     * invalid.
     */
    private String enterParent(String path) {
        int slash = path.lastIndexOf('/');
        String parent = slash < 0 ? "" : path.substring(0, slash);
        if (slash == 0 || !parent.equals(entered)) {
            List<String> names = slash < 0 ? List.of() : List.of(parent.split("/", -1));
            if (!names.stream().allMatch(this::isName)) {
                return null;
            }
            directory = tree.enter(names);
            entered = parent;
        }
        String last = path.substring(slash + 1);
        return isName(last) ? last : null;
    }

    /** Rejects {@code .}, {@code ..}, and segments with a drive or a separator, such as {@code C:x} on Windows. */
    private boolean isName(String segment) {
        if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
            return false;
        }
        try {
            Path name = root.getFileSystem().getPath(segment);
            return name.getNameCount() == 1
                    && name.getRoot() == null
                    && name.toString().equals(segment);
        } catch (InvalidPathException e) {
            // If the locale cannot encode a name, GitTree.children finds the name by listing the directory.
            return !EntryName.faithful(segment);
        }
    }

    private boolean isCheckedOut(String submodule) {
        try {
            Path workTree = root.resolve(submodule);
            return workTree.toRealPath().equals(workTree.toRealPath(LinkOption.NOFOLLOW_LINKS))
                    && hasRepository(workTree);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private boolean isDirectory(String path) {
        try {
            return Files.isDirectory(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
