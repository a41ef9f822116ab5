package io.jenkins.plugins.sastscan.jenkins;

import java.net.URI;
import org.htmlunit.Cache;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
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

    /** What a page or address answers somebody, whatever its status; an empty name is nobody. No scripts run. */
    public static WebResponse get(JenkinsRule jenkins, String user, String path) throws Exception {
        try (JenkinsRule.WebClient client = open(jenkins)) {
            client.setThrowExceptionOnFailingStatusCode(false);
            client.setJavaScriptEnabled(false);
            if (!user.isEmpty()) {
                client.withBasicCredentials(user);
            }
            return client.loadWebResponse(
                    new WebRequest(URI.create(client.getContextPath() + path).toURL()));
        }
    }

    /**
     * As a Jenkins in use does it. The test harness lets views be compiled anew for each request, for those who edit them
     * meanwhile, which makes tests of forms take twice the time.
     */
    public static void compileViewsOnce() {
        MetaClass.NO_CACHE = false;
    }
}
