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
    /**
     * Longer texts are cut. Valid URLs and branches are shorter than this limit. After a restart of Jenkins, the step
     * {@code sastSubmit} returns the URL and the branch from this report, so both must be complete.
     */
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

    public Map<String, Object> readBack() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("url", urlReadBack);
        values.put("branch", branchReadBack);
        values.put("useSsh", useSshReadBack);
        values.put("link", linkReadBack);
        values.values().removeIf(value -> value == null);
        return values;
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
