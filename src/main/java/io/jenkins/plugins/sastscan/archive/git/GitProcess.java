package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A git process in a work tree. It runs no program that the repository configures. Its command changes nothing, so no
 * hook runs.
 */
public record GitProcess(Process process, Path workTree) implements AutoCloseable {
    private static final String INSTEAD = ", or select all files of the directory (files: ALL).";

    /**
     * An empty value disables {@code core.fsmonitor}. If the value were {@code false}, old Git versions would run a
     * program named {@code false}.
     */
    private static final List<String> OPTIONS = List.of("-c", "core.fsmonitor=", "-c", "safe.bareRepository=explicit");

    /** Prints the relative path to the top directory of the work tree, and the path of the repository. */
    static final List<String> TOP = List.of("rev-parse", "--show-cdup", "--git-dir");

    /**
     * Matches what Git prints for {@link #TOP} in the top directory of a work tree. If git treats the directory itself
     * as the repository, git prints {@code .} as the path of the repository. The path {@code .} does not match, because
     * committed files can imitate a bare repository.
     */
    private static final Pattern IS_TOP = Pattern.compile("(?s)\\R(?!\\.\\R).+");

    private static final int BLOCK = 1 << 16;
    private static final int MAX_ERROR = 4_096;
    private static final int SHOWN = 200;

    /**
     * @param git the git program: a path, or a name to look up in {@code PATH}
     * @param arguments a read-only git command and its arguments
     */
    public static GitProcess start(String git, Path workTree, List<String> arguments) throws ArchiveException {
        try {
            Process process = builder(git, workTree, arguments).start();
            process.getOutputStream().close();
            return new GitProcess(process, workTree);
        } catch (IOException e) {
            boolean usual = git.equals(Selection.GIT);
            String advice = usual ? "Install Git on the agent" : "Correct the path of its Git tool in Jenkins";
            throw new ArchiveException("Cannot start git (" + IoReason.of(e) + "). " + advice + INSTEAD);
        }
    }

    static ProcessBuilder builder(String git, Path workTree, List<String> arguments) {
        List<String> command = Stream.of(List.of(git), OPTIONS, arguments)
                .flatMap(List::stream)
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(workTree.toFile());
        Map<String, String> environment = builder.environment();
        // Some Git variables, such as GIT_DIR, would make git use another repository.
        environment.keySet().removeIf(name -> name.matches("GIT_(?!EXEC_PATH$|CONFIG_).*"));
        environment.put("LC_ALL", "C");
        // In a partial clone, git would fetch missing objects with a program that the repository configures.
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
        return builder;
    }

    /**
     * Splits the output at each zero byte.
     *
     * @param entries called once per part, on another thread; each byte of a part becomes one character (ISO-8859-1)
     */
    void read(Consumer<String> entries) throws ArchiveException, InterruptedException {
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

    /** Reads the output of {@link #TOP}, and fails if Git uses another directory as the work tree. */
    void checkIsTop() throws ArchiveException, InterruptedException {
        StringBuilder answer = new StringBuilder();
        read(answer::append);
        if (!IS_TOP.matcher(answer).matches()) {
            throw new ArchiveException(workTree + " contains .git, but for Git it is not the top directory of a"
                    + " work tree. Check out the sources again" + INSTEAD);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            // On Windows, git.exe only starts the actual git as another process.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Reads on another thread, because reading from a process cannot be interrupted. */
    private static <T> FutureTask<T> reading(String what, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "sast-git-" + what);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static Void split(InputStream output, Consumer<String> entries) throws IOException {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        try (InputStream in = output) {
            for (int length = in.read(block); length >= 0; length = in.read(block)) {
                int start = 0;
                for (int i = 0; i < length; i++) {
                    if (block[i] == 0) {
                        entry.write(block, start, i - start);
                        entries.accept(entry.toString(StandardCharsets.ISO_8859_1));
                        entry.reset();
                        start = i + 1;
                    }
                }
                entry.write(block, start, length - start);
            }
            if (entry.size() > 0) {
                entries.accept(entry.toString(StandardCharsets.ISO_8859_1));
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

    static ArchiveException notInWorkTree(Path directory) {
        return new ArchiveException(
                directory + " is not in a work tree of Git. Check out the sources with Git first" + INSTEAD);
    }

    static ArchiveException notCheckedOut(Path directory) {
        return new ArchiveException(
                directory + " is a submodule that is not checked out. Check out the submodule first" + INSTEAD);
    }

    private static ArchiveException failure(Path workTree, String error) {
        if (error.contains("dubious ownership") || error.contains("unsafe repository")) {
            return new ArchiveException("Git does not read " + workTree + ", because another user owns the repository."
                    + " Check out the sources as the user of the agent" + INSTEAD);
        }
        if (error.contains("not a git repository") || error.contains("must be run in a work tree")) {
            return notInWorkTree(workTree);
        }
        return new ArchiveException("Git cannot list the files of " + workTree + " ("
                + PlainText.oneLine(error.strip().replaceAll("\\s+", " "), SHOWN) + "). Check out the sources again"
                + INSTEAD);
    }
}
