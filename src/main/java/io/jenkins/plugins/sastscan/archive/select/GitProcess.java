package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs git in a work tree. It runs no program that the repository configures. Its commands change nothing, so no hook
 * runs.
 */
final class GitProcess {
    static final String INSTEAD = ", or select all files of the directory (files: ALL).";

    private GitProcess() {}

    /**
     * Returns the output of a read-only git command; each byte becomes one character (ISO-8859-1).
     *
     * @param git the git program: a path, or a name to look up in {@code PATH}
     * @param directory where git runs
     */
    static String run(String git, Path directory, List<String> arguments)
            throws ArchiveException, InterruptedException {
        Path output = null;
        Path errors = null;
        try {
            // Waiting for a process can be interrupted, but reading from it cannot.
            output = Files.createTempFile("sast-git", null);
            errors = Files.createTempFile("sast-git", null);
            // An empty value disables the option. For "false", old Git versions would run a program of that name.
            ProcessBuilder builder = new ProcessBuilder(git, "-c", "core.fsmonitor=")
                    .directory(directory.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.command().addAll(arguments);
            protect(builder.environment());
            int status = end(start(builder));
            String error = Files.readString(errors, StandardCharsets.ISO_8859_1).strip();
            if (status != 0) {
                throw new IOException(error.isEmpty() ? "exit status " + status : error.replaceAll("\\s+", " "));
            }
            return Files.readString(output, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw ArchiveException.of(
                    "Git cannot list the files of " + directory, e, "Check out the sources again" + INSTEAD);
        } finally {
            delete(output);
            delete(errors);
        }
    }

    private static void protect(Map<String, String> environment) {
        // Some Git variables, such as GIT_INDEX_FILE, would make git list other files.
        environment.keySet().removeIf(name -> name.matches("GIT_(?!EXEC_PATH$|CONFIG_).*"));
        environment.put("LC_ALL", "C");
        // In a partial clone, git would fetch missing objects with a program that the repository configures.
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
    }

    private static Process start(ProcessBuilder builder) throws ArchiveException {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ArchiveException("Cannot start git (" + IoReason.of(e)
                    + "). Install Git on the agent, correct the path of its Git tool in Jenkins" + INSTEAD);
        }
    }

    private static int end(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } finally {
            // On Windows, git.exe only starts the actual git as another process.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void delete(Path path) {
        File file = path == null ? null : path.toFile();
        if (file != null && !file.delete()) {
            file.deleteOnExit();
        }
    }
}
