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
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Lists the files that Git selects in a directory, and in each submodule that is checked out.
 *
 * <p>Git runs in the nearest directory that contains {@code .git}: the listed directory or one of its parents in the
 * workspace. If Git ran in a directory without {@code .git}, it could mistake committed files, such as {@code HEAD} and
 * {@code config}, for a repository.
 */
public final class GitLister {
    public interface Git {
        GitProcess start(Path workTree, List<String> arguments) throws ArchiveException;
    }

    private static final List<String> TRACKED = List.of("ls-files", "-z", "--cached", "--stage", "--");

    private static final List<String> UNTRACKED = List.of("ls-files", "-z", "--others", "--exclude-standard", "--");

    private static final String SUBMODULE = "160000 ";

    private final Path root;
    private final FileChoice choice;
    private final Git git;
    private final GitFiles files = new GitFiles();

    private GitLister(Path root, FileChoice choice, Git git) {
        this.root = root;
        this.choice = choice;
        this.git = git;
    }

    /**
     * @param root a real path
     * @param top the real path of the workspace; the search for the repository ends there
     * @return what Git selects, or null for {@link FileChoice#ALL}
     */
    public static GitFiles list(Path root, Path top, FileChoice choice, Git git)
            throws ArchiveException, InterruptedException {
        if (choice == FileChoice.ALL) {
            return null;
        }
        Path workTree = root;
        while (!hasRepository(workTree)) {
            if (workTree.equals(top)) {
                throw GitProcess.notInWorkTree(root);
            }
            workTree = Objects.requireNonNull(workTree.getParent());
        }
        GitLister lister = new GitLister(root, choice, git);
        lister.list(workTree, EntryName.ofAll(workTree.relativize(root)), "");
        lister.files.sort();
        return lister.files;
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
                // The path follows the first tab. The line can be incomplete if git was killed.
                String path = line.substring(line.indexOf('\t') + 1);
                if (!line.startsWith(SUBMODULE)) {
                    add(above, path, prefix);
                } else if (path.startsWith(above)) {
                    submodules.add(prefix + utf8(path.substring(above.length())));
                } else if (above.equals(path + "/")) {
                    submodules.add("");
                }
            });
            if (untracked != null) {
                untracked.read(path -> add(above, path, prefix));
            }
        }
        for (String submodule : submodules) {
            if (submodule.isEmpty()) {
                throw GitProcess.notCheckedOut(root);
            }
            addSubmodule(submodule);
        }
    }

    private void addSubmodule(String path) throws ArchiveException, InterruptedException {
        if (!Stream.of(path.split("/", -1)).allMatch(name -> GitFiles.isName(root.getFileSystem(), name))) {
            return;
        }
        Path directory = root.resolve(path);
        if (isCheckedOut(directory)) {
            list(directory, "", path + "/");
        } else if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            files.skip(path, SkipReason.SUBMODULE);
        } else if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            // A file or a link has replaced the submodule.
            files.add(path);
        } else {
            files.addMissingSubmodule(path);
        }
    }

    private static boolean isCheckedOut(Path directory) {
        try {
            return hasRepository(directory)
                    && directory.toRealPath().equals(directory.toRealPath(LinkOption.NOFOLLOW_LINKS));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private static List<String> join(List<String> options, List<String> paths) {
        return Stream.concat(options.stream(), paths.stream()).toList();
    }

    /** Adds a path of the work tree, if it is below the listed directory. */
    private void add(String above, String path, String prefix) {
        if (path.length() <= above.length() || !path.startsWith(above)) {
            return;
        }
        String latin = path.substring(above.length());
        String name = utf8(latin);
        if (!latin(name).equals(latin)) {
            files.skip(prefix + EntryName.decode(toInvalid(latin)), SkipReason.NAME_UNSUPPORTED);
        } else if (name.endsWith("/")) {
            files.skip(prefix + name.substring(0, name.length() - 1), SkipReason.NESTED_REPOSITORY);
        } else {
            files.add(prefix + name);
        }
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

    /** Encodes a text in UTF-8, and returns one character per byte. */
    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static String utf8(String latin) {
        return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
