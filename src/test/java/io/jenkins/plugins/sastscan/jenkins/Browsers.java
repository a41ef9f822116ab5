package io.jenkins.plugins.sastscan.jenkins;

import java.net.URI;
import java.net.URL;
import java.util.Map;
import org.htmlunit.Cache;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.util.NameValuePair;
import org.jvnet.hudson.test.JenkinsRule;
import org.kohsuke.stapler.MetaClass;

public final class Browsers {
    private static final Cache SCRIPTS = new Cache();

    private Browsers() {}

    /** The caller must close the browser, because open pages refresh themselves regularly. */
    public static JenkinsRule.WebClient open(JenkinsRule jenkins) {
        compileViewsOnce();
        JenkinsRule.WebClient browser = jenkins.createWebClient();
        browser.setCache(SCRIPTS);
        browser.getOptions().setCssEnabled(false); // The layout is tested in a real browser, not in HtmlUnit.
        return browser;
    }

    /** A browser that accepts any status and runs no scripts. An empty user name means anonymous. */
    public static JenkinsRule.WebClient openAs(JenkinsRule jenkins, String user) throws Exception {
        JenkinsRule.WebClient client = open(jenkins).withJavaScriptEnabled(false);
        client.setThrowExceptionOnFailingStatusCode(false);
        return user.isEmpty() ? client : client.withBasicCredentials(user);
    }

    /** Sends a GET request, and accepts any status. An empty user name means anonymous. */
    public static WebResponse get(JenkinsRule jenkins, String user, String path) throws Exception {
        try (JenkinsRule.WebClient client = openAs(jenkins, user)) {
            return client.loadWebResponse(new WebRequest(url(client, path)));
        }
    }

    /** Sends a form with a crumb. */
    public static WebResponse post(JenkinsRule.WebClient client, String path, Map<String, String> form)
            throws Exception {
        WebRequest request = new WebRequest(url(client, path), HttpMethod.POST);
        request.setRequestParameters(form.entrySet().stream()
                .map(field -> new NameValuePair(field.getKey(), field.getValue()))
                .toList());
        return client.loadWebResponse(client.addCrumb(request));
    }

    private static URL url(JenkinsRule.WebClient client, String path) throws Exception {
        return URI.create(client.getContextPath() + path).toURL();
    }

    /** Opens a page without its scripts. An empty user name means anonymous. */
    public static HtmlPage page(JenkinsRule jenkins, String user, String path) throws Exception {
        try (JenkinsRule.WebClient client = open(jenkins).withJavaScriptEnabled(false)) {
            return (user.isEmpty() ? client : client.withBasicCredentials(user)).goTo(path);
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
