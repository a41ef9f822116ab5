package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The Git settings that were written, and what the SAST server returned afterwards. Immutable; stored with builds. */
@ExportedBean(defaultVisibility = 2)
public final class GitReport {
    private final String url;
    private final String branch;
    private final String authentication;
    private final String urlReadBack;
    private final String branchReadBack;

    /** Values that the SAST server did not return are empty. */
    public GitReport(String url, String branch, String authentication, String urlReadBack, String branchReadBack) {
        this.url = PlainText.oneLine(url);
        this.branch = PlainText.oneLine(branch);
        this.authentication = PlainText.oneLine(authentication);
        this.urlReadBack = PlainText.oneLine(urlReadBack);
        this.branchReadBack = PlainText.oneLine(branchReadBack);
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
        return urlReadBack;
    }

    @Exported
    public String getBranchReadBack() {
        return branchReadBack;
    }
}
