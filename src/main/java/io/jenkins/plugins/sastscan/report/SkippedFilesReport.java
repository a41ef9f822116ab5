package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** What was left out of an archive for one reason. Immutable; builds keep it. */
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

    /** In a few words, to follow the number. */
    @Exported
    public String getReason() {
        return reason;
    }

    @Exported
    public long getCount() {
        return count;
    }

    /** The first names, as far as the whole report has room; none for people who may not read the workspace. */
    @Exported
    public List<String> getNames() {
        return Collections.unmodifiableList(names);
    }

    public String getNumber() {
        return Figures.count(count);
    }

    /** How many names are not told. */
    public long getUnnamed() {
        return count - names.size();
    }
}
