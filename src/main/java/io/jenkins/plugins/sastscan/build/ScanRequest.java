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
    /** Whether the upload is skipped if the project has the same files already. */
    boolean isSkipUnchanged();

    /** What warnings about the archive do. */
    OnWarnings getOnWarnings();

    /** The name of the SAST server; can be blank if there is only one. */
    String getServer();

    String getProjectId();

    /**
     * Returns what to upload; empty if nothing is uploaded.
     *
     * @param expander receives the name and the value of a parameter, and returns the value with expanded expressions
     */
    Optional<Source> source(BinaryOperator<String> expander);

    /** The Git settings to write, or null. */
    GitRequest requestedGit();

    boolean isForceScan();

    /** Whether to only list the files that would be uploaded. */
    boolean isDryRun();

    /** Whether to keep the manifest of the archive as an artifact of the build. */
    boolean isManifest();

    /** If the URL or branch is blank, the build provides it. */
    interface GitRequest {
        String getUrl();

        String getBranch();

        String getCredentialsId();

        /** Whether to check, before the first stage, that the credentials can read the branch. */
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
