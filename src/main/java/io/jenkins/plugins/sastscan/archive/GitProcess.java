package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The git program of this machine, listing files of a work tree. Nothing that a repository contains can make it run
 * another program: no hook, no monitor, no fetch. Closing it ends the program. Read it once.
 */
record GitProcess(Process process, Path workTree) implements AutoCloseable {
    private static final String INSTEAD = ", or select all files of the directory (files: ALL).";

    private static final List<String> COMMAND = List.of(
            "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "ls-files", "-z");

    private static final int BLOCK = 1 << 16;
    private static final int MAX_ERROR = 4_096;
    private static final int SHOWN = 200;

    /**
     * Starts the program.
     *
     * @param isRoot whether the work tree may be that of a directory above
     * @param options what to list
     * @throws ArchiveException if there is no such program
     */
    static GitProcess start(Path workTree, boolean isRoot, List<String> options) throws ArchiveException {
        List<String> command = Stream.concat(COMMAND.stream(), options.stream()).toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(workTree.toFile());
        Map<String, String> environment = builder.environment();
        // Most variables of Git name a repository.
        environment.keySet().removeIf(name -> name.matches("GIT_(?!EXEC_PATH$|CONFIG_).*"));
        environment.put("LC_ALL", "C");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        // A partial clone would fetch what it lacks, with a program that the repository names.
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
        if (!isRoot) {
            environment.put("GIT_CEILING_DIRECTORIES", String.valueOf(workTree.getParent()));
        }
        try {
            Process git = builder.start();
            git.getOutputStream().close();
            return new GitProcess(git, workTree);
        } catch (IOException e) {
            throw new ArchiveException("Cannot start git (" + IoReason.of(e) + "). Install Git on the agent" + INSTEAD);
        }
    }

    /**
     * Reads what the program lists, until it ends.
     *
     * @param entries receives the entries on another thread
     * @throws ArchiveException if the program fails
     */
    void read(Consumer<byte[]> entries) throws ArchiveException, InterruptedException {
        try {
            FutureTask<Void> output = reading("output", () -> split(process.getInputStream(), entries));
            FutureTask<String> errors = reading("errors", () -> errors(process.getErrorStream()));
            output.get();
            String error = errors.get();
            int status = process.waitFor();
            if (status != 0) {
                throw failure(workTree, error.isBlank() ? "exit status " + status : error);
            }
        } catch (ExecutionException e) {
            throw failure(workTree, e.getCause() instanceof IOException io ? IoReason.of(io) : e.toString());
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            // On Windows, git only starts another program.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
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

    private static Void split(InputStream output, Consumer<byte[]> entries) throws IOException {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        try (InputStream in = output) {
            for (int length = in.read(block); length >= 0; length = in.read(block)) {
                int start = 0;
                for (int i = 0; i < length; i++) {
                    if (block[i] == 0) {
                        entry.write(block, start, i - start);
                        entries.accept(entry.toByteArray());
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
                + PlainText.oneLine(error.strip().replaceAll("\\s+", " "), SHOWN) + "). Check out the sources again"
                + INSTEAD);
    }
}
