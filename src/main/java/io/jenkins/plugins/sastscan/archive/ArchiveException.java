package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/**
 * An archive could not be made or cannot be used. The message is one sentence that says what was tried, what happened and
 * what to do next. No archive is left behind.
 */
public class ArchiveException extends IOException {
    private static final long serialVersionUID = 1;

    public ArchiveException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}
