package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files that were skipped for one reason. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
@SuppressWarnings("serial") // all lists are serializable
public final class SkippedGroup implements Serializable {
    private static final long serialVersionUID = 1;

    private final SkipReason reason;

    private final long count;
    private final List<String> names;

    SkippedGroup(SkipReason reason, long count, List<String> names) {
        this.reason = reason;
        this.count = Math.max(0, count);
        this.names = new ArrayList<>(names);
    }

    SkipReason reason() {
        return reason;
    }

    @Exported
    public String getReason() {
        return reason.words(count);
    }

    public String getFileCount() {
        return Figures.count(count);
    }

    /** The number of skipped files that {@link #names} does not list. */
    public long getUnnamed() {
        return count - names.size();
    }

    @Exported
    public long getCount() {
        return count;
    }

    /** The names of the first skipped files; empty for users without permission to read the workspace. */
    @Exported
    public List<String> getNames() {
        return names;
    }
}
