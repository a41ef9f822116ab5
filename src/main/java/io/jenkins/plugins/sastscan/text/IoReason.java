package io.jenkins.plugins.sastscan.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/**
 * Explains why a file could not be used. The messages of Java exceptions often give no reason. For example, the message
 * of a {@link NoSuchFileException} is only the path.
 */
public final class IoReason {
    private static final int MAX_LENGTH = 200;
    private static final Map<Class<?>, String> REASONS = Map.of(
            NoSuchFileException.class, "it does not exist",
            FileNotFoundException.class, "it does not exist",
            AccessDeniedException.class, "permission denied",
            FileAlreadyExistsException.class, "a file with that name exists",
            DirectoryNotEmptyException.class, "the directory is not empty");

    private IoReason() {}

    /** Returns a short reason, such as {@code permission denied}. Omits the path from a {@link FileSystemException}. */
    public static String of(IOException failure) {
        String known = REASONS.get(failure.getClass());
        if (known != null) {
            return known;
        }
        String reason = failure instanceof FileSystemException files ? files.getReason() : failure.getMessage();
        return reason == null || reason.isBlank()
                ? failure.getClass().getSimpleName()
                : PlainText.oneLine(reason, MAX_LENGTH);
    }
}
