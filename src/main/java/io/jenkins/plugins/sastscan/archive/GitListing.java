package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lists the files that Git selects in a directory, and in each submodule that is checked out. Use each instance once.
 */
final class GitListing {
    private static final List<String> TRACKED = List.of("--cached", "--stage");

    private static final List<String> UNTRACKED = List.of("--others", "--exclude-standard");

    private static final String SUBMODULE = "160000";

    private final Path root;
    private final FileChoice choice;
    private final GitTree tree = new GitTree();
    /** The path of the current directory. Git lists the entries of a directory one after another. */
    private String entered = "";

    private GitTree directory = tree;

    private GitListing(Path root, FileChoice choice) {
        this.root = root;
        this.choice = choice;
    }

    /**
     * Lists the files.
     *
     * @param root the real path of the directory
     * @throws ArchiveException if there is no git, or it cannot list the files
     */
    static GitTree read(Path root, FileChoice choice) throws ArchiveException, InterruptedException {
        GitListing listing = new GitListing(root, choice);
        listing.list("");
        return listing.tree;
    }

    /** @param prefix the path of a work tree below the root, followed by a slash, or nothing for the root */
    private void list(String prefix) throws ArchiveException, InterruptedException {
        Path workTree = root.resolve(prefix);
        boolean isRoot = prefix.isEmpty();
        List<String> submodules = new ArrayList<>();
        // Git looks for untracked files while the tracked ones are read.
        try (GitProcess untracked =
                        choice == FileChoice.NOT_IGNORED ? GitProcess.start(workTree, isRoot, UNTRACKED) : null;
                GitProcess tracked = GitProcess.start(workTree, isRoot, TRACKED)) {
            tracked.read(entry -> {
                String line = new String(entry, StandardCharsets.ISO_8859_1);
                int path = line.indexOf('\t') + 1;
                if (add(prefix, Arrays.copyOfRange(entry, path, entry.length)) && line.startsWith(SUBMODULE)) {
                    submodules.add(prefix + new String(entry, path, entry.length - path, StandardCharsets.UTF_8));
                }
            });
            if (untracked != null) {
                untracked.read(entry -> add(prefix, entry));
            }
        }
        for (String submodule : submodules) {
            if (isCheckedOut(submodule)) {
                list(submodule + "/");
            } else if (!new File(root.toFile(), submodule).isFile()) {
                // A file in its place is an entry like any other.
                String last = enterParent(submodule);
                directory.skip(last, SkipReason.SUBMODULE);
            }
        }
    }

    /** Adds an entry, and tells whether it is selected. */
    private boolean add(String prefix, byte[] entry) {
        String name = new String(entry, StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(name.getBytes(StandardCharsets.UTF_8), entry);
        name = valid ? name : EntryName.decode(entry);
        boolean nested = name.endsWith("/");
        String path = prefix + (nested ? name.substring(0, name.length() - 1) : name);
        String last = enterParent(path);
        if (last == null) {
            // Git itself writes no such path, except ./ in a submodule that is not checked out.
            tree.skip(path, path.equals(".") ? SkipReason.SUBMODULE : SkipReason.NAME_OUTSIDE);
        } else if (valid && !nested) {
            directory.add(last);
            return true;
        } else {
            directory.skip(last, valid ? SkipReason.NESTED_REPOSITORY : SkipReason.NAME_UNSUPPORTED);
        }
        return false;
    }

    /** Makes the parent of a path the current directory. Returns the last name, or null if the path is invalid. */
    private String enterParent(String path) {
        int slash = path.lastIndexOf('/');
        String parent = slash < 0 ? "" : path.substring(0, slash);
        if (slash == 0 || !parent.equals(entered)) {
            List<String> names = slash < 0 ? List.of() : List.of(parent.split("/", -1));
            if (names.stream().anyMatch(GitListing::isNoName)) {
                return null;
            }
            directory = tree.enter(names);
            entered = parent;
        }
        String last = path.substring(slash + 1);
        return isNoName(last) ? null : last;
    }

    private static boolean isNoName(String segment) {
        return segment.isEmpty() || segment.equals(".") || segment.equals("..");
    }

    /** Tells whether a submodule is a work tree of its own. Otherwise Git would use the one above it. */
    private boolean isCheckedOut(String submodule) {
        try {
            Path workTree = root.resolve(submodule);
            return workTree.toRealPath().equals(workTree)
                    && Files.exists(workTree.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
