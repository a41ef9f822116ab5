package io.jenkins.plugins.sastscan.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why a file could not be used. Many exceptions of the file system have nothing but a path for a message. */
public final class IoReason {
    private static final int LONGEST = 200;

    private IoReason() {}

    /** A clause without the path, for example {@code permission denied}. */
    public static String of(IOException failure) {
        if (failure instanceof NoSuchFileException || failure instanceof FileNotFoundException) {
            return "it does not exist";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "something of that name exists";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "it is a directory that is not empty";
        }
        String reason = failure instanceof FileSystemException files ? files.getReason() : failure.getMessage();
        return reason == null || reason.isBlank()
                ? failure.getClass().getSimpleName()
                : PlainText.oneLine(reason, LONGEST);
    }
}
