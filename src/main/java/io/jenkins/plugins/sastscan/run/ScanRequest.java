package io.jenkins.plugins.sastscan.run;

import java.util.Optional;

/**
 * The parameters of a step, which may contain expressions.
 *
 * @param server the name of the SAST server; blank if there is only one
 * @param projectId the project ID as text
 * @param source what to upload; empty for no upload
 * @param git the Git settings to write; empty for none
 * @param skipUnchanged skip the upload if the last upload had the same files
 * @param dryRun only list what would be uploaded
 */
public record ScanRequest(
        String server,
        String projectId,
        Optional<SourceRequest> source,
        Optional<GitRequest> git,
        boolean forceScan,
        boolean skipUnchanged,
        boolean dryRun) {

    /**
     * What to upload.
     *
     * @param archive the path of an existing archive; blank to archive a directory
     * @param files the name of a {@link io.jenkins.plugins.sastscan.archive.FileChoice}
     * @param includes patterns, separated by commas or line breaks
     * @param excludes patterns, separated by commas or line breaks
     * @param manifest whether to keep the manifest of the archive as an artifact of the build
     */
    public record SourceRequest(
            String directory,
            String archive,
            String files,
            String includes,
            String excludes,
            boolean defaultExcludes,
            boolean caseSensitive,
            boolean manifest) {}

    /** The Git settings. Blank values are determined from the checkout. */
    public record GitRequest(String url, String branch, String credentialsId, boolean checkRemote) {}
}
