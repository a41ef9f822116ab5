package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.service.ResponseValues;

/** The result of a stage. */
public sealed interface StageResult {
    /**
     * The SAST server responded.
     *
     * @param proven whether it accepted the access token, as far as a read can tell
     */
    record Access(boolean proven) implements StageResult {}

    /** The archive was created, or the existing archive passed the checks. */
    record Archived(ArchiveFacts facts) implements StageResult {}

    /**
     * Nothing was archived or uploaded, because the last upload had the same files.
     *
     * @param build the number of the build of this job that uploaded it, or 0 for another job
     */
    record Unchanged(int build) implements StageResult {}

    /**
     * The archive was uploaded.
     *
     * @param bodyBytes the size of the encoded archive in the request
     */
    record Uploaded(long archiveBytes, long bodyBytes) implements StageResult {}

    /**
     * The Git settings were written and read back.
     *
     * @param authentication the authentication method, as the REST API names it
     */
    record GitWritten(String url, String branch, String authentication, ResponseValues readBack)
            implements StageResult {}

    /** The next scheduled scan is forced, even without code changes. */
    record ScanForced() implements StageResult {}
}
