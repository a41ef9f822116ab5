package io.jenkins.plugins.sastscan.browser;

/** What of a page is the plugin's own, by a CSS selector. */
enum Part {
    SERVER_FORM(".repeated-chunk[name='servers']"),
    JOB_FORM("[descriptorid='io.jenkins.plugins.sastscan.step.SastScanBuilder']"),
    SUBMISSION(".sast-submission"),
    TREND(".sast-trends");

    final String css;

    Part(String css) {
        this.css = css;
    }
}
