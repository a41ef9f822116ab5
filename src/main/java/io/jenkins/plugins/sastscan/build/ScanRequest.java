package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
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

    boolean isUpload();

    /**
     * This method is not named {@code getSource}, because the form of a step needs a {@code getSource} that returns
     * {@code SourceSettings}.
     */
    SourceRequest requestedSource();

    /** The Git settings to write, or null. */
    GitRequest requestedGit();

    boolean isForceScan();

    /** Whether to only list the files that would be uploaded. */
    boolean isDryRun();

    /** Whether to keep the manifest of the archive as an artifact of the build. */
    boolean isManifest();

    /** What to upload: an existing archive, or the selected files of a directory. */
    interface SourceRequest {
        String getDirectory();

        /** The path of an existing archive; blank to archive a directory. */
        String getArchive();

        /** The name of a {@link FileChoice}. */
        String getFiles();

        /** Patterns, separated by commas or line breaks. */
        String getIncludes();

        String getExcludes();

        boolean isDefaultExcludes();

        boolean isCaseSensitive();
    }

    /** If the URL or branch is blank, the build provides it. */
    interface GitRequest {
        String getUrl();

        String getBranch();

        String getCredentialsId();

        /** Whether to check, before the first stage, that the credentials can read the branch. */
        boolean isCheckRemote();
    }

    /**
     * Returns what to upload; empty if nothing is uploaded. Fails if {@code archive} is set but empty after expansion,
     * so that the step does not upload the whole directory by mistake.
     *
     * @param expander receives the name and the value of a parameter, and returns the value with expanded expressions
     */
    default Optional<Source> source(BinaryOperator<String> expander) {
        if (!isUpload()) {
            return Optional.empty();
        }
        SourceRequest source = requestedSource();
        String archive = source.getArchive();
        if (archive != null && !archive.isBlank()) {
            return Optional.of(new Source.ExistingArchive(expander.apply("archive", archive), isManifest()));
        }
        String directory = expander.apply("directory", source.getDirectory());
        Selection selection = new Selection(
                Selection.patterns(expander.apply("includes", source.getIncludes())),
                Selection.patterns(expander.apply("excludes", source.getExcludes())),
                source.isDefaultExcludes(),
                source.isCaseSensitive(),
                FileChoice.of(expander.apply("files", source.getFiles())),
                Selection.GIT,
                List.of());
        return Optional.of(new Source.Files(directory, selection, isManifest()));
    }

    /** Refuses an existing archive together with {@code skipUnchanged}. */
    static void requireFiles(Source source) {
        if (!(source instanceof Source.Files)) {
            throw new InvalidInputException(
                    "An existing archive is always uploaded. Disable skipUnchanged, or archive a directory.");
        }
    }
}
