package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files that Git selects in a directory, and in each submodule that is checked out. Paths are relative to the
 * directory; those of directories end with a slash.
 *
 * <p>Git runs in the nearest directory that contains {@code .git}: the directory or one of its parents in the
 * workspace.
 */
final class GitFiles {
    private final Path root;
    private final Selection selection;
    private final boolean all;
    /** The selected files, and the directories that contain them. */
    private final Set<String> paths;

    private final Set<String> nested = new HashSet<>();
    /** The submodules, even those that are not checked out. */
    final Set<String> submodules = new TreeSet<>();

    /**
     * Runs git, unless all files are selected.
     *
     * @param root a real path
     * @param top the real path of the workspace; the search for the repository ends there
     */
    GitFiles(Path root, Path top, Selection selection) throws ArchiveException, InterruptedException {
        this.root = root;
        this.selection = selection;
        all = selection.files() == FileChoice.ALL;
        Path workTree = root;
        while (!all && !exists(workTree.resolve(".git"))) {
            if (workTree.equals(top)) {
                throw new ArchiveException(root + " is not in a work tree of Git. Check out the sources with Git first"
                        + GitProcess.INSTEAD);
            }
            workTree = Objects.requireNonNull(workTree.getParent());
        }
        boolean ignoresCase = exists(workTree.resolve(".GIT"));
        paths = ignoresCase ? new TreeSet<>(String.CASE_INSENSITIVE_ORDER) : new HashSet<>();
        if (!all) {
            list(root, "../".repeat(root.getNameCount() - workTree.getNameCount()), "");
        }
    }

    boolean contains(String path, boolean directory) {
        return all || paths.contains(directory ? path + "/" : path);
    }

    /** Tells whether a directory is a repository that is not a submodule. Git does not list its files. */
    boolean isNested(String path) {
        return !all && nested.contains(path);
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * @param up the relative path from the directory to the work tree; empty for the work tree itself
     * @param prefix the path of the directory relative to the archived directory, with a trailing slash; empty for the
     *     archived directory itself
     */
    private void list(Path directory, String up, String prefix) throws ArchiveException, InterruptedException {
        // The configuration of a repository that is named cannot choose another work tree. Without the name, committed
        // files such as HEAD and config could be mistaken for a repository.
        List<String> arguments = new ArrayList<>(List.of("--git-dir=" + up + ".git", "--work-tree=./" + up));
        arguments.addAll(List.of("ls-files", "-z", "-t", "--stage", "--cached"));
        if (selection.files() == FileChoice.NOT_IGNORED) {
            arguments.addAll(List.of("--others", "--exclude-standard"));
        }
        for (String line : GitProcess.run(selection.git(), directory, arguments).split("\0")) {
            // "? path" or "tag mode object stage<tab>path"
            boolean untracked = line.startsWith("? ");
            String path = prefix + EntryName.decode(line.substring(untracked ? 2 : line.indexOf('\t') + 1));
            add(path);
            if (!untracked && line.startsWith("160000 ", 2)) {
                submodules.add(path);
                if (isCheckedOut(path)) {
                    list(root.resolve(path), "", path + "/");
                }
            } else if (untracked && path.endsWith("/")) {
                nested.add(path.substring(0, path.length() - 1));
            }
        }
    }

    /** Adds a path and the directories in it. */
    private void add(String path) {
        paths.add(path);
        for (int end = path.lastIndexOf('/', path.length() - 2); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            if (!paths.add(path.substring(0, end + 1))) {
                return;
            }
        }
    }

    /** A forged index can contain any path, and a file or a link can replace a submodule. */
    private boolean isCheckedOut(String submodule) {
        try {
            Path directory = root.resolve(submodule);
            return directory.startsWith(root)
                    && directory.toRealPath().equals(directory)
                    && exists(directory.resolve(".git"));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
