package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is uploaded. Paths are relative to the workspace and cannot leave it, so jobs cannot read other files of the
 * machine.
 */
public sealed interface Source extends Serializable {
    /** The maximum length of a path in UTF-16 code units. Linux and macOS do not support longer paths. */
    int MAX_LENGTH = 4_096;

    String path();

    /** Rejects a path that is invalid on this machine, such as {@code a?b} on Windows. */
    default Path in(Path workspace) {
        try {
            return workspace.resolve(path());
        } catch (InvalidPathException e) {
            boolean ascii = path().chars().allMatch(character -> character < 128);
            throw new InvalidInputException("The path " + PlainText.quoted(path()) + " is invalid on this machine: "
                    + e.getReason() + "."
                    + (ascii ? "" : " Start the agent in a locale with UTF-8, for example with LC_ALL=C.UTF-8."));
        }
    }

    /** @param path the directory; empty for the workspace */
    record Files(String path, Selection selection, boolean manifest) implements Source {
        public Files {
            path = inside(path, "directory");
        }
    }

    record ExistingArchive(String path) implements Source {
        public ExistingArchive {
            path = inside(path, "archive");
            if (path.isEmpty()) {
                throw new InvalidInputException("The path of the archive is empty. Enter a path in the workspace.");
            }
        }

        public ExistingArchive(String path, boolean manifest) {
            this(path);
            if (manifest) {
                throw new InvalidInputException(
                        "An existing archive has no manifest, because the names in it may differ from those in a"
                                + " checkout. Turn the manifest off, or upload a directory.");
            }
        }
    }

    private static String inside(String path, String what) {
        String trimmed = path == null ? "" : path.strip().replace('\\', '/');
        String problem = null;
        if (trimmed.length() > MAX_LENGTH) {
            problem = "is longer than " + MAX_LENGTH + " characters. Use a shorter path.";
        } else if (trimmed.startsWith("/") || Pattern.matches("[A-Za-z]:.*", trimmed)) {
            problem = "is absolute. Use a path relative to the workspace.";
        } else if (List.of(trimmed.split("/")).contains("..")) {
            problem = "leaves the workspace. Use a path without \"..\".";
        }
        if (problem != null) {
            throw new InvalidInputException("The " + what + " " + PlainText.quoted(trimmed) + " " + problem);
        }
        return trimmed.equals(".") ? "" : trimmed;
    }
}
