package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * What is uploaded. Paths are relative to the workspace and cannot climb out of it, so that no job reaches files of the
 * machine it runs on.
 */
public sealed interface Source extends Serializable {
    /** So much of a path is shown when it is refused. */
    int LONGEST_SHOWN = 100;

    /** The most UTF-16 code units that a path may have: no system has files with longer ones. */
    int LONGEST = 4_096;

    /** Where it is, relative to the workspace. */
    String path();

    /**
     * Finds the path in a workspace.
     *
     * @throws InvalidInputException if the file system cannot hold such a path
     */
    default Path in(Path workspace) {
        try {
            return workspace.resolve(path());
        } catch (InvalidPathException e) {
            throw new InvalidInputException("The path \"" + PlainText.oneLine(path(), LONGEST_SHOWN)
                    + "\" cannot exist on this machine: " + e.getReason() + ".");
        }
    }

    /**
     * Files of a directory, to be archived.
     *
     * @param path the directory; empty for the workspace itself
     */
    record Files(String path, Selection selection) implements Source {
        private static final long serialVersionUID = 1;

        public Files {
            path = inside(path, "directory");
        }
    }

    /** A zip archive that the build made already. */
    record ReadyArchive(String path) implements Source {
        private static final long serialVersionUID = 1;

        public ReadyArchive {
            path = inside(path, "archive");
            if (path.isEmpty()) {
                throw new InvalidInputException("The archive to upload is not named; give its path in the workspace.");
            }
        }
    }

    private static String inside(String path, String what) {
        String trimmed = path == null ? "" : path.strip().replace('\\', '/');
        if (trimmed.length() > LONGEST) {
            throw new InvalidInputException("The " + what + " \"" + PlainText.oneLine(trimmed, LONGEST_SHOWN)
                    + "\" has a path of more than " + LONGEST + " characters; give a shorter one.");
        }
        if (trimmed.startsWith("/") || Pattern.matches("[A-Za-z]:.*", trimmed)) {
            throw new InvalidInputException("The " + what + " \"" + PlainText.oneLine(trimmed, LONGEST_SHOWN)
                    + "\" is absolute; give it relative to the workspace.");
        }
        for (String segment : trimmed.split("/")) {
            if (segment.equals("..")) {
                throw new InvalidInputException("The " + what + " \"" + PlainText.oneLine(trimmed, LONGEST_SHOWN)
                        + "\" leaves the workspace; give one inside it, without \"..\".");
            }
        }
        if (trimmed.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException(
                    "The " + what + " \"" + PlainText.oneLine(trimmed, LONGEST_SHOWN) + "\" holds control characters.");
        }
        return trimmed.equals(".") ? "" : trimmed;
    }
}
