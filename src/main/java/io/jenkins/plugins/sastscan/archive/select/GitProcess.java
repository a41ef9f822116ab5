package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs git in a work tree. It runs no program that the repository configures. Its commands change nothing, so no hook
 * runs.
 */
final class GitProcess implements AutoCloseable {
    private static final String INSTEAD = ", or select all files of the directory (files: ALL).";

    /**
     * An empty value disables {@code core.fsmonitor}. If the value were {@code false}, old Git versions would run a
     * program named {@code false}.
     */
    private static final List<String> OPTIONS = List.of("-c", "core.fsmonitor=", "-c", "safe.bareRepository=explicit");

    /** Prints the relative path to the top directory of the work tree, and the path of the repository. */
    private static final List<String> TOP = List.of("rev-parse", "--show-cdup", "--git-dir");

    /**
     * Matches what Git prints for {@link #TOP} in the top directory of a work tree. If git treats the directory itself
     * as the repository, git prints {@code .} as the path of the repository. The path {@code .} does not match, because
     * committed files can imitate a bare repository.
     */
    private static final Pattern IS_TOP = Pattern.compile("(?s)\\R(?!\\.\\R).+");

    private static final int SHOWN = 200;

    private final Path workTree;
    private Path output;
    private Path errors;
    private Process process;

    /**
     * @param git the git program: a path, or a name to look up in {@code PATH}
     * @param arguments a read-only git command and its arguments
     */
    private GitProcess(String git, Path workTree, List<String> arguments) throws ArchiveException {
        this.workTree = workTree;
        try {
            // Waiting for a process can be interrupted, but reading from it cannot.
            output = Files.createTempFile("sast-git", null);
            errors = Files.createTempFile("sast-git", null);
            ProcessBuilder builder = new ProcessBuilder(git)
                    .directory(workTree.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.command().addAll(OPTIONS);
            builder.command().addAll(arguments);
            protect(builder.environment());
            process = start(git, builder);
        } catch (IOException e) {
            close();
            throw failure(workTree, e);
        }
    }

    /**
     * Returns the output of a read-only git command; each byte becomes one character (ISO-8859-1). Fails if Git uses
     * another directory as the work tree.
     */
    static String run(String git, Path workTree, List<String> arguments) throws ArchiveException, InterruptedException {
        try (GitProcess top = new GitProcess(git, workTree, TOP);
                GitProcess command = new GitProcess(git, workTree, arguments)) {
            if (!IS_TOP.matcher(top.end()).matches()) {
                throw new ArchiveException(workTree + " contains .git, but for Git it is not the top directory of a"
                        + " work tree. Check out the sources again" + INSTEAD);
            }
            return command.end();
        }
    }

    private String end() throws ArchiveException, InterruptedException {
        try {
            int status = process.waitFor();
            if (status != 0) {
                String error = Files.readString(errors, StandardCharsets.ISO_8859_1);
                throw failure(workTree, error.isBlank() ? "exit status " + status : error);
            }
            return Files.readString(output, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw failure(workTree, e);
        }
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            // On Windows, git.exe only starts the actual git as another process.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        delete(output);
        delete(errors);
    }

    private static void protect(Map<String, String> environment) {
        // Some Git variables, such as GIT_DIR, would make git use another repository.
        environment.keySet().removeIf(name -> name.matches("GIT_(?!EXEC_PATH$|CONFIG_).*"));
        environment.put("LC_ALL", "C");
        // In a partial clone, git would fetch missing objects with a program that the repository configures.
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
    }

    private static Process start(String git, ProcessBuilder builder) throws ArchiveException {
        try {
            return builder.start();
        } catch (IOException e) {
            boolean usual = git.equals(Selection.GIT);
            String advice = usual ? "Install Git on the agent" : "Correct the path of its Git tool in Jenkins";
            throw new ArchiveException("Cannot start git (" + IoReason.of(e) + "). " + advice + INSTEAD);
        }
    }

    private static void delete(Path file) {
        if (file != null && !file.toFile().delete()) {
            file.toFile().deleteOnExit();
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

    private static ArchiveException failure(Path workTree, IOException e) {
        return e instanceof ArchiveException known ? known : failure(workTree, IoReason.of(e));
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
