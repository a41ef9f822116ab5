package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.input.IoReason;
import io.jenkins.plugins.sastscan.input.PlainText;
import java.io.IOException;
import java.nio.file.Path;

/** The file to send is the trouble, not the service. The message is a clause that names the file. */
final class FileTrouble extends IOException {
    private static final long serialVersionUID = 1;

    FileTrouble(Path path, String what) {
        super("the file " + PlainText.oneLine(path.toString()) + " " + what);
    }

    static FileTrouble of(Path path, IOException e) {
        return new FileTrouble(path, "cannot be read (" + IoReason.of(e) + ")");
    }
}
