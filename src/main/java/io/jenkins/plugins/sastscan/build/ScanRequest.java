package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The parameters of a step, as users entered them. Texts may be null and may contain expressions. See
 * {@code docs/pipeline.md}.
 *
 * @param source returns what to upload; empty if nothing is uploaded. Receives an expander: its arguments are the name
 *     and the value of a parameter, and it returns the value with expanded expressions
 * @param git the Git settings to write, or null
 */
public record ScanRequest(
        String server,
        String projectId,
        Function<BinaryOperator<String>, Optional<Source>> source,
        GitRequest git,
        boolean forceScan,
        boolean skipUnchanged,
        OnWarnings onWarnings,
        boolean dryRun) {
    /** If the URL or branch is blank, the build provides it. */
    public record GitRequest(String url, String branch, String credentialsId, boolean checkRemote) {}
}
