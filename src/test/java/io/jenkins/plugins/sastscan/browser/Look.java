package io.jenkins.plugins.sastscan.browser;

/** How a page is looked at: theme and width. */
enum Look {
    LIGHT_WIDE("light", 1200),
    LIGHT_HUGE("light", 2000),
    DARK_NARROW("dark", 400);

    /** What the browser tells pages that it prefers; the theme of the tests follows it. */
    final String scheme;

    /** In CSS pixels. */
    final int width;

    Look(String scheme, int width) {
        this.scheme = scheme;
        this.width = width;
    }
}
