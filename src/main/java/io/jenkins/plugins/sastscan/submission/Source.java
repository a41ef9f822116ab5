package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.Selection;
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
    /** Maximum length of a path in UTF-16 code units. Linux and macOS do not support longer paths. */
    int MAX_LENGTH = 4_096;

    /** The path relative to the workspace. */
    String path();

    /** Tells whether the archive gets a manifest. */
    default boolean hasManifest() {
        return this instanceof Files files && files.manifest();
    }

    /** Resolves the path in a workspace. Rejects a path that is invalid on this machine. */
    default Path in(Path workspace) {
        try {
            return workspace.resolve(path());
        } catch (InvalidPathException e) {
            throw new InvalidInputException(
                    "The path " + PlainText.quoted(path()) + " is invalid on this machine: " + e.getReason() + ".");
        }
    }

    /**
     * Files of a directory.
     *
     * @param path the directory; empty for the workspace
     * @param manifest whether the archive gets a manifest
     */
    record Files(String path, Selection selection, boolean manifest) implements Source {
        private static final long serialVersionUID = 1;

        public Files {
            path = inside(path, "directory");
        }

        /** Creates a source whose archive gets no manifest. */
        public Files(String path, Selection selection) {
            this(path, selection, false);
        }
    }

    /** An existing archive, created by the build. */
    record ExistingArchive(String path) implements Source {
        private static final long serialVersionUID = 1;

        public ExistingArchive {
            path = inside(path, "archive");
            if (path.isEmpty()) {
                throw new InvalidInputException("The path of the archive is empty. Enter a path in the workspace.");
            }
        }

        /** Rejects {@code manifest}, because an existing archive cannot have a manifest. */
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
        } else if (trimmed.chars().anyMatch(Character::isISOControl)) {
            problem = "contains control characters. Enter it again.";
        }
        if (problem != null) {
            throw new InvalidInputException("The " + what + " " + PlainText.quoted(trimmed) + " " + problem);
        }
        return trimmed.equals(".") ? "" : trimmed;
    }
}
