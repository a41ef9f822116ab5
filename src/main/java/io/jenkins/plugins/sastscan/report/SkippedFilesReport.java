package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files skipped for one reason. Immutable; stored with builds. */
@ExportedBean(defaultVisibility = 2)
public final class SkippedFilesReport {
    private final String reason;
    private final long count;
    private final ArrayList<String> names;

    SkippedFilesReport(String reason, long count, List<String> names) {
        this.reason = reason;
        this.count = count;
        this.names = new ArrayList<>(names);
    }

    /** A short phrase that follows the number. */
    @Exported
    public String getReason() {
        return reason;
    }

    @Exported
    public long getCount() {
        return count;
    }

    /** The first names that fit into the report. Empty for users without permission to read the workspace. */
    @Exported
    public List<String> getNames() {
        return Collections.unmodifiableList(names);
    }

    public String getNumber() {
        return Figures.count(count);
    }

    /** The number of files without a listed name. */
    public long getUnnamed() {
        return count - names.size();
    }
}
