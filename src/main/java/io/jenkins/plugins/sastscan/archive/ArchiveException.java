package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/**
 * An archive could not be created, or cannot be used. The message says what failed, why, and what to do. No partial
 * archive remains.
 */
public class ArchiveException extends IOException {
    private static final long serialVersionUID = 1;

    public ArchiveException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}
