package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files that were skipped for one reason. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class SkippedFilesReport {
    /** Null in builds from older plugin versions. */
    private final String constant;

    private final String reason;
    private final long count;
    private final ArrayList<String> names;

    SkippedFilesReport(String constant, String reason, long count, List<String> names) {
        this.constant = constant;
        this.reason = reason;
        this.count = count;
        this.names = new ArrayList<>(names);
    }

    public String constant() {
        return constant;
    }

    @Exported
    public String getReason() {
        return reason;
    }

    @Exported
    public long getCount() {
        return count;
    }

    /** The names of the first skipped files; empty for users without permission to read the workspace. */
    @Exported
    public List<String> getNames() {
        return Collections.unmodifiableList(names);
    }

    public String getFileCount() {
        return Figures.count(count);
    }

    /** The number of skipped files that {@link #getNames} does not list. */
    public long getUnnamed() {
        return count - names.size();
    }
}
