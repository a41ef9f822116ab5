package io.jenkins.plugins.sastscan.archive;

/** A selection contains no files, so there is nothing to archive. */
public final class EmptySelectionException extends ArchiveException {
    private static final long serialVersionUID = 1;

    EmptySelectionException(String sentence) {
        super(sentence);
    }
}
