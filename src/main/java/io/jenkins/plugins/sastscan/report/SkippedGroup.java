package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files that were skipped for one reason. */
@ExportedBean(defaultVisibility = 2)
@SuppressWarnings("serial") // all lists are serializable
public final class SkippedGroup implements Serializable {
    private static final long serialVersionUID = 1;

    @Exported
    public final long count;

    /** The names of the first skipped files; empty for users without permission to read the workspace. */
    @Exported
    public final List<String> names;

    final SkipReason skipReason;

    SkippedGroup(SkipReason skipReason, long count, List<String> names) {
        this.skipReason = skipReason;
        this.count = Math.max(0, count);
        this.names = new ArrayList<>(names);
    }

    @Exported
    public String getReason() {
        return skipReason.words(count);
    }

    /** Returns a warning if source code is probably missing. No warning has the name of a file. */
    Optional<String> warning() {
        String counted = skipReason.counted(count);
        return Optional.ofNullable(
                switch (skipReason) {
                    case LFS_POINTER ->
                        "The archive has " + counted + ". Run git lfs pull before this step, or exclude them.";
                    case SUBMODULE ->
                        "The archive lacks " + counted + ". Check out submodules before this step, or exclude them.";
                    case SAME_NAME, LONG_NAME ->
                        "The archive has " + counted
                                + ". A SAST server on such a system loses them; rename or exclude them.";
                    case UNREADABLE, VANISHED, CHANGED ->
                        "The archive lacks " + counted
                                + ". Make sure that the agent can read all files and that nothing else changes them, or exclude them.";
                    default -> null;
                });
    }
}
