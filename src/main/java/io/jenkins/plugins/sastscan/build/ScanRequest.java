package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * The parameters of a step, as users entered them. Texts may be null and may contain expressions. See
 * {@code docs/pipeline.md}.
 */
@Restricted(NoExternalUse.class)
public interface ScanRequest {
    String getServer();

    String getProjectId();

    /**
     * Returns what to upload; empty if nothing is uploaded.
     *
     * @param expander receives the name and the value of a parameter, and returns the value with expanded expressions
     */
    Optional<Source> source(BinaryOperator<String> expander);

    /** The Git settings to write, or null. */
    GitRequest getGit();

    boolean isForceScan();

    boolean isSkipUnchanged();

    OnWarnings getOnWarnings();

    boolean isDryRun();

    boolean isManifest();

    /** If the URL or branch is blank, the build provides it. */
    interface GitRequest {
        String getUrl();

        String getBranch();

        String getCredentialsId();

        boolean isCheckRemote();
    }

    /** Refuses an existing archive together with {@code skipUnchanged}. */
    static void requireFiles(Source source) {
        if (!(source instanceof Source.Files)) {
            throw new InvalidInputException(
                    "An existing archive is always uploaded. Disable skipUnchanged, or archive a directory.");
        }
    }
}
