package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.Serializable;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The files of one folder or file type in an archive. */
@ExportedBean(defaultVisibility = 2)
public final class Share implements Serializable {
    private static final long serialVersionUID = 1;

    /** The folder, or the file extension. Empty if the files are in no folder, or have no extension. */
    @Exported
    public final String name;

    @Exported
    public final long files;

    /** Size before compression. */
    @Exported
    public final long bytes;

    Share(String name, long files, long bytes) {
        this.name = name;
        this.files = Math.max(0, files);
        this.bytes = Math.max(0, bytes);
    }

    /** Returns the size as a percentage of all bytes, such as {@code 12.5%}. Less than 0.1% is not shown as 0. */
    public String percentage(long allBytes) {
        String percent = Figures.percent(bytes, allBytes);
        return bytes > 0 && percent.equals("0.0%") ? "< 0.1%" : percent;
    }
}
