package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The Git settings that were written, and the settings that the SAST server returned afterwards. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class GitReport {
    /** Longer texts are cut. Valid URLs and branches are shorter than this limit. */
    private static final int MAX_LENGTH = 4_000;

    @Exported
    public final String url;

    @Exported
    public final String branch;

    @Exported
    public final String authentication;

    private final LinkedHashMap<String, Object> readBack;

    /**
     * @param readBack the settings that the SAST server returned, with the same keys as in the map that the step
     *     {@code sastGitSettings} returns
     */
    public GitReport(String url, String branch, String authentication, Map<String, Object> readBack) {
        this.url = PlainText.oneLine(url, MAX_LENGTH);
        this.branch = PlainText.oneLine(branch, MAX_LENGTH);
        this.authentication = PlainText.oneLine(authentication);
        this.readBack = new LinkedHashMap<>(readBack);
        this.readBack.replaceAll(
                (key, value) -> value instanceof Boolean ? value : PlainText.oneLine(value.toString(), MAX_LENGTH));
    }

    /** Returns plain values for pipelines. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("url", url);
        map.put("branch", branch);
        map.put("authentication", authentication);
        map.put("readBack", new LinkedHashMap<>(readBack));
        return map;
    }

    @Exported
    public String getUrlReadBack() {
        return readBack.getOrDefault("url", "").toString();
    }

    @Exported
    public String getBranchReadBack() {
        return readBack.getOrDefault("branch", "").toString();
    }
}
