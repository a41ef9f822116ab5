package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/** The file to send cannot be used. The message is a clause with its path. */
final class BodyFileException extends IOException {
    private static final long serialVersionUID = 1;

    BodyFileException(String file, String why) {
        super("the file " + PlainText.oneLine(file) + " " + why);
    }

    BodyFileException(String file, IOException e) {
        this(file, "cannot be read (" + IoReason.of(e) + ")");
    }
}
