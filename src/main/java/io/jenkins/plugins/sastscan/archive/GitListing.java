package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Asks the git program of this machine for the files of a directory, and of each submodule that is checked out. Nothing
 * that a repository contains can make it run another program: no hook, no monitor, no fetch. Use each instance once.
 */
final class GitListing {
    private static final String INSTEAD = ", or select all files of the directory (files: ALL).";

    private static final List<String> COMMAND = List.of(
            "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "ls-files", "-z");

    /** With {@code -t}, each entry begins with a letter for its status and a space. */
    private static final List<String> TRACKED = List.of("-t", "--cached", "--stage");

    private static final List<String> UNTRACKED = List.of("--others", "--exclude-standard");

    /** Variables of the machine that do not name a repository. All others of Git are removed. */
    private static final Set<String> KEPT =
            Set.of("GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM");

    private static final String SUBMODULE = "160000";
    private static final int STATUS = 2;
    private static final int BLOCK = 1 << 16;
    private static final int MAX_ERROR = 4_096;
    private static final int SHOWN = 200;

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
        List<String> submodules = new ArrayList<>();
        run(root.resolve(prefix), entry -> {
            boolean tracked = entry[0] != '?';
            int path = tracked ? indexOf(entry, '\t') + 1 : STATUS;
            if (add(prefix, Arrays.copyOfRange(entry, path, entry.length))
                    && tracked
                    && new String(entry, STATUS, SUBMODULE.length(), StandardCharsets.US_ASCII).equals(SUBMODULE)) {
                submodules.add(prefix + new String(entry, path, entry.length - path, StandardCharsets.UTF_8));
            }
        });
        for (String submodule : submodules) {
            if (isCheckedOut(submodule)) {
                list(submodule + "/");
            } else {
                directory.skip(enterParent(submodule), SkipReason.SUBMODULE);
            }
        }
    }

    /** Adds an entry, and tells whether it is selected. */
    private boolean add(String prefix, byte[] entry) {
        String name = new String(entry, StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(name.getBytes(StandardCharsets.UTF_8), entry);
        if (!valid) {
            name = EntryName.decode(entry);
        }
        boolean nested = name.endsWith("/");
        String path = prefix + (nested ? name.substring(0, name.length() - 1) : name);
        String last = enterParent(path);
        if (last == null) {
            // Git itself writes no such path.
            tree.skip(name, SkipReason.NAME_OUTSIDE);
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

    private interface Entries {
        void add(byte[] entry);
    }

    private void run(Path workTree, Entries entries) throws ArchiveException, InterruptedException {
        Process git = start(workTree);
        try {
            FutureTask<Void> output = reading("output", () -> split(git.getInputStream(), entries));
            FutureTask<String> errors = reading("errors", () -> errors(git.getErrorStream()));
            output.get();
            String error = errors.get();
            if (git.waitFor() != 0) {
                throw failure(workTree, error);
            }
        } catch (ExecutionException e) {
            throw failure(workTree, e.getCause() instanceof IOException io ? IoReason.of(io) : e.toString());
        } finally {
            git.destroyForcibly();
        }
    }

    private Process start(Path workTree) throws ArchiveException {
        List<String> command = new ArrayList<>(COMMAND);
        command.addAll(TRACKED);
        if (choice == FileChoice.NOT_IGNORED) {
            command.addAll(UNTRACKED);
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(workTree.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_") && !KEPT.contains(name));
        environment.put("LC_ALL", "C");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        // A partial clone would fetch what it lacks, with a program that the repository names.
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
        Path parent = workTree.getParent();
        if (parent != null && !workTree.equals(root)) {
            environment.put("GIT_CEILING_DIRECTORIES", parent.toString());
        }
        try {
            Process git = builder.start();
            git.getOutputStream().close();
            return git;
        } catch (IOException e) {
            throw new ArchiveException("Cannot start git (" + IoReason.of(e) + "). Install Git on the agent" + INSTEAD);
        }
    }

    /** Starts to read on a thread of its own, because reading from a process cannot be interrupted. */
    private static <T> FutureTask<T> reading(String what, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "sast-git-" + what);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static Void split(InputStream output, Entries entries) throws IOException {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        try (InputStream in = output) {
            for (int length = in.read(block); length >= 0; length = in.read(block)) {
                int start = 0;
                for (int i = 0; i < length; i++) {
                    if (block[i] == 0) {
                        entry.write(block, start, i - start);
                        entries.add(entry.toByteArray());
                        entry.reset();
                        start = i + 1;
                    }
                }
                entry.write(block, start, length - start);
            }
        }
        return null;
    }

    private static String errors(InputStream stream) throws IOException {
        try (InputStream in = stream) {
            String start = new String(in.readNBytes(MAX_ERROR), StandardCharsets.UTF_8);
            in.transferTo(OutputStream.nullOutputStream());
            return start;
        }
    }

    private static ArchiveException failure(Path workTree, String error) {
        if (error.contains("dubious ownership") || error.contains("unsafe repository")) {
            return new ArchiveException("Git does not read " + workTree + ", because another user owns the repository."
                    + " Check out the sources as the user of the agent" + INSTEAD);
        }
        if (error.contains("not a git repository") || error.contains("must be run in a work tree")) {
            return new ArchiveException(
                    workTree + " is not in a work tree of Git. Check out the sources with Git first" + INSTEAD);
        }
        return new ArchiveException("Git cannot list the files of " + workTree + " ("
                + PlainText.oneLine(error.strip(), SHOWN) + "). Check out the sources again" + INSTEAD);
    }

    private static int indexOf(byte[] bytes, char wanted) {
        int at = 0;
        while (at < bytes.length && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
