package io.jenkins.plugins.sastscan.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Explains why a file could not be used, because many file system exceptions have only a path as their message. */
public final class IoReason {
    private static final int MAX_LENGTH = 200;

    private IoReason() {}

    /** Returns a clause without the path, for example {@code permission denied}. */
    public static String of(IOException failure) {
        if (failure instanceof NoSuchFileException || failure instanceof FileNotFoundException) {
            return "it does not exist";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file with that name exists";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        String reason = failure instanceof FileSystemException files ? files.getReason() : failure.getMessage();
        return reason == null || reason.isBlank()
                ? failure.getClass().getSimpleName()
                : PlainText.oneLine(reason, MAX_LENGTH);
    }
}
