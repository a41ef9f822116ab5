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

    private final String url;
    private final String branch;
    private final String authentication;
    private final String urlReadBack;
    private final String branchReadBack;
    private final Boolean useSshReadBack;
    private final String linkReadBack;

    /**
     * @param readBack the settings that the SAST server returned, with the same keys as in the map that the step
     *     {@code sastGitSettings} returns
     */
    public GitReport(String url, String branch, String authentication, Map<String, Object> readBack) {
        this.url = text(url);
        this.branch = text(branch);
        this.authentication = PlainText.oneLine(authentication);
        this.urlReadBack = text(readBack.get("url"));
        this.branchReadBack = text(readBack.get("branch"));
        this.useSshReadBack = readBack.get("useSsh") instanceof Boolean ssh ? ssh : null;
        this.linkReadBack = text(readBack.get("link"));
    }

    private static String text(Object value) {
        return value == null ? null : PlainText.oneLine(value.toString(), MAX_LENGTH);
    }

    /** Returns plain values for pipelines. */
    Map<String, Object> toMap() {
        Map<String, Object> readBack = new LinkedHashMap<>();
        readBack.put("url", urlReadBack);
        readBack.put("branch", branchReadBack);
        readBack.put("useSsh", useSshReadBack);
        readBack.put("link", linkReadBack);
        readBack.values().removeIf(value -> value == null);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("url", url);
        map.put("branch", branch);
        map.put("authentication", authentication);
        map.put("readBack", readBack);
        return map;
    }

    @Exported
    public String getUrl() {
        return url;
    }

    @Exported
    public String getBranch() {
        return branch;
    }

    @Exported
    public String getAuthentication() {
        return authentication;
    }

    @Exported
    public String getUrlReadBack() {
        return urlReadBack == null ? "" : urlReadBack;
    }

    @Exported
    public String getBranchReadBack() {
        return branchReadBack == null ? "" : branchReadBack;
    }
}
