package io.jenkins.plugins.sastscan.jenkins;

import org.htmlunit.Cache;
import org.jvnet.hudson.test.JenkinsRule;
import org.kohsuke.stapler.MetaClass;

/** Browsers without a window that run the scripts of pages. */
public final class Browsers {
    private static final Cache SCRIPTS = new Cache();

    private Browsers() {}

    /** A new browser, to be closed: pages that are left open go on refreshing themselves. */
    public static JenkinsRule.WebClient open(JenkinsRule jenkins) {
        compileViewsOnce();
        JenkinsRule.WebClient browser = jenkins.createWebClient();
        browser.setCache(SCRIPTS);
        browser.getOptions().setCssEnabled(false); // How a page looks is for the tests in a real browser.
        return browser;
    }

    /**
     * As a Jenkins in use does it. The test harness lets views be compiled anew for each request, for those who edit them
     * meanwhile, which makes tests of forms take twice the time.
     */
    public static void compileViewsOnce() {
        MetaClass.NO_CACHE = false;
    }
}
