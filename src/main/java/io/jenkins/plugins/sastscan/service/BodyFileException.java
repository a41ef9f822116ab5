package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The file to send is the trouble, not the service. The message is a clause that names the file. */
final class BodyFileException extends IOException {
    private static final long serialVersionUID = 1;

    BodyFileException(Path path, String what) {
        super("the file " + PlainText.oneLine(path.toString()) + " " + what);
    }

    static BodyFileException of(Path path, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return new BodyFileException(path, "does not exist");
        }
        if (e instanceof AccessDeniedException) {
            return new BodyFileException(path, "may not be read");
        }
        return new BodyFileException(path, "cannot be read (" + PlainText.oneLine(e.getMessage(), 200) + ")");
    }
}
