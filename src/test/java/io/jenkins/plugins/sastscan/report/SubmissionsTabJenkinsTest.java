package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.Run;
import hudson.model.User;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.Map;
import java.util.stream.Stream;
import jenkins.model.experimentalflags.UserExperimentalFlagsProperty;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** The new build page, which each user can turn on, has the submissions in a tab; the usual one has a link. */
@WithSast
class SubmissionsTabJenkinsTest {
    private static final String SIDE_LINK = "#side-panel a[href$='/sast-scan']";
    private static final String TAB = ".app-build-tabs a[href$='/sast-scan']";
    private static final String SUMMARY = "#main-panel table a[href='sast-scan/']";

    private static JenkinsRule jenkins;
    private static SastJenkins sast;

    @Test
    void a_build_page_has_the_tab_or_the_link_and_never_both() throws Exception {
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        User.getById("modern", true)
                .addProperty(new UserExperimentalFlagsProperty(Map.of("new-build-page.flag", "true")));
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(jenkins.jenkins, Map.of("a", "A")));

        assertShows(page("classic", build, ""), SIDE_LINK, SUMMARY);
        assertShows(page("classic", build, "sast-scan"), SIDE_LINK);
        assertShows(page("modern", build, ""), TAB);
        HtmlPage tab = page("modern", build, "sast-scan");
        assertShows(tab, TAB);
        assertThat(tab.asNormalizedText()).contains("Project 42, server main");
    }

    private static void assertShows(HtmlPage page, String... expected) {
        assertThat(Stream.of(SIDE_LINK, TAB, SUMMARY).filter(link -> page.querySelector(link) != null))
                .as(page.getUrl() + "")
                .containsExactlyInAnyOrder(expected);
        assertThat(page.querySelectorAll("h1")).hasSize(1);
    }

    private static HtmlPage page(String user, Run<?, ?> run, String path) throws Exception {
        try (JenkinsRule.WebClient browser = Browsers.open(jenkins)) {
            return browser.login(user).getPage(run, path);
        }
    }
}
