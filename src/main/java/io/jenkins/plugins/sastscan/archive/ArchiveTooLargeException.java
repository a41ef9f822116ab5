package io.jenkins.plugins.sastscan.archive;

/** An archive exceeds its {@link SizeLimit}. */
public final class ArchiveTooLargeException extends ArchiveException {
    private static final long serialVersionUID = 1;

    ArchiveTooLargeException(String sentence) {
        super(sentence);
    }
}
