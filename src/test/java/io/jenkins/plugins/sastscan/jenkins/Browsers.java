package io.jenkins.plugins.sastscan.jenkins;

import java.net.URI;
import org.htmlunit.Cache;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.jvnet.hudson.test.JenkinsRule;
import org.kohsuke.stapler.MetaClass;

/** Headless browsers that run the scripts of pages. */
public final class Browsers {
    private static final Cache SCRIPTS = new Cache();

    private Browsers() {}

    /** Returns a new browser, which the caller must close because open pages keep refreshing themselves. */
    public static JenkinsRule.WebClient open(JenkinsRule jenkins) {
        compileViewsOnce();
        JenkinsRule.WebClient browser = jenkins.createWebClient();
        browser.setCache(SCRIPTS);
        browser.getOptions().setCssEnabled(false); // The tests in a real browser check the layout.
        return browser;
    }

    /** The response to a user, whatever its status. An empty user name means anonymous. No scripts run. */
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
     * Compiles views once, as in production. By default, the test harness compiles them for each request, which doubles
     * the time of form tests.
     */
    public static void compileViewsOnce() {
        MetaClass.NO_CACHE = false;
    }
}
