package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files of one folder or file type in an archive. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class ShareReport {
    private final String name;
    private final long files;
    private final long bytes;

    ShareReport(String name, long files, long bytes) {
        this.name = name;
        this.files = files;
        this.bytes = bytes;
    }

    /** The folder, or the file extension. Empty if the files are in no folder, or have no extension. */
    @Exported
    public String getName() {
        return name;
    }

    @Exported
    public long getFiles() {
        return files;
    }

    @Exported
    public long getBytes() {
        return bytes;
    }

    public String getFileCount() {
        return Figures.count(files);
    }

    public String getRawSize() {
        return Figures.bytes(bytes);
    }
}
