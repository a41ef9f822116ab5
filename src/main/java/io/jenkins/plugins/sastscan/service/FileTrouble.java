package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.input.PlainText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The file to send is the trouble, not the service. The message is a clause that names the file. */
final class FileTrouble extends IOException {
    private static final long serialVersionUID = 1;

    FileTrouble(Path path, String what) {
        super("the file " + PlainText.oneLine(path.toString()) + " " + what);
    }

    static FileTrouble of(Path path, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return new FileTrouble(path, "does not exist");
        }
        if (e instanceof AccessDeniedException) {
            return new FileTrouble(path, "may not be read");
        }
        return new FileTrouble(path, "cannot be read (" + PlainText.oneLine(e.getMessage(), 200) + ")");
    }
}
