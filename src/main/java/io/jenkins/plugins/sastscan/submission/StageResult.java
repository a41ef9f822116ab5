package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;

/** What a stage did. */
public sealed interface StageResult {
    /** The access token was accepted. */
    record Access() implements StageResult {}

    /** The archive was made, or the one that the build had made was found good. */
    record Archived(ArchiveFacts facts) implements StageResult {}

    /** The archive was uploaded; its size is that of the file, not of the encoded body. */
    record Uploaded(long archiveBytes) implements StageResult {}

    /** The Git settings were written and read back. */
    record GitWritten(GitOutcome git) implements StageResult {}

    /** The next scheduled scan will take place whether or not the code changed. */
    record ScanForced() implements StageResult {}
}
