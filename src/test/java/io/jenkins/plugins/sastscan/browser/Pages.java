package io.jenkins.plugins.sastscan.browser;

import io.jenkins.plugins.darktheme.DarkThemeSystemManagerFactory;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.thememanager.ThemeManagerPageDecorator;
import org.jvnet.hudson.test.JenkinsRule;

/** A browser on a Jenkins whose theme follows the browser, and whose pages are under a strict policy. */
final class Pages {
    private Pages() {}

    static Browser start(JenkinsRule jenkins) throws Exception {
        Browsers.compileViewsOnce();
        ThemeManagerPageDecorator.get().setTheme(new DarkThemeSystemManagerFactory());
        StrictPolicy.enforce();
        return Browser.start(jenkins.getURL());
    }
}
