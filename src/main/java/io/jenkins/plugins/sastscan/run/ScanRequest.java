package io.jenkins.plugins.sastscan.run;

import java.util.Optional;

/**
 * What a step asks for, as its author wrote it: texts may hold expressions.
 *
 * @param server the server's name; blank for the only one
 * @param projectId the project's id as text
 * @param source what to upload; empty for no upload
 * @param git the Git settings to write; empty for none
 * @param dryRun only list what would be sent
 */
public record ScanRequest(
        String server,
        String projectId,
        Optional<SourceRequest> source,
        Optional<GitRequest> git,
        boolean forceScan,
        boolean dryRun) {

    /**
     * What to upload.
     *
     * @param archive the path of a ready archive; blank for a selection
     * @param includes patterns, a line or a comma each
     * @param excludes patterns, a line or a comma each
     */
    public record SourceRequest(String directory, String archive, String includes, String excludes, Options options) {
        /** How patterns are taken. */
        public record Options(boolean defaultExcludes, boolean caseSensitive) {}
    }

    /** The Git settings; blank texts are found out. */
    public record GitRequest(String url, String branch, String credentialsId, boolean checkRemote) {}
}
