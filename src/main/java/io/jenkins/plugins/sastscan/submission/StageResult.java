package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;

/** What a stage did. */
public sealed interface StageResult {
    /**
     * The service was reached.
     *
     * @param proven whether it accepted the access token, as far as a read could tell
     */
    record Access(boolean proven) implements StageResult {}

    /** The archive was made, or the one that the build had made was found good. */
    record Archived(ArchiveFacts facts) implements StageResult {}

    /** The archive was uploaded; its size is that of the file, not of the encoded body. */
    record Uploaded(long archiveBytes) implements StageResult {}

    /** The Git settings were written and read back. */
    record GitWritten(GitResult git) implements StageResult {}

    /** The next scheduled scan will take place whether or not the code changed. */
    record ScanForced() implements StageResult {}
}
