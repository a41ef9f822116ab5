package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** How the settings of a SAST server are shown. */
@WithSast
class ServerBlocksJenkinsTest {
    private static JenkinsRule jenkins;

    @Test
    void the_name_is_the_title_and_a_complete_server_is_folded() throws Exception {
        Servers.configure("one");
        HtmlForm form = Forms.ofSystem(jenkins);
        HtmlElement one = GlobalFormJenkinsTest.blocks(form).get(0);
        HtmlElement second = GlobalFormJenkinsTest.addServer(form);

        assertThat(title(one)).isEqualTo("one");
        assertThat(((HtmlElement) one.querySelector("details")).hasAttribute("open"))
                .isFalse();
        assertThat(title(second)).isEqualTo("SAST server");
        assertThat(((HtmlElement) second.querySelector("details")).hasAttribute("open"))
                .isTrue();
        GlobalFormJenkinsTest.field(second, HtmlInput.class, "name").type("two");
        assertThat(title(second)).isEqualTo("two");
    }

    private static String title(HtmlElement block) {
        return block.querySelector(".repeated-chunk__header").getTextContent().strip();
    }

    @Test
    void a_user_with_system_read_sees_the_settings_but_can_neither_change_nor_test_them() throws Exception {
        Jenkins.SYSTEM_READ.setEnabled(true);
        SastJenkins.users(jenkins, Map.of("reader", List.of(Jenkins.READ, Jenkins.SYSTEM_READ)));
        SastConfiguration.get().setServers(GlobalFormJenkinsTest.servers());
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            HtmlPage page = client.login("reader").goTo("manage/configure");
            Forms.settle(page);

            assertThat(page.asXml())
                    .contains("every \"thing\" &amp; &lt;more&gt;", "sast_api other", "50-59", "client-secret");
            assertThat(page.querySelectorAll(
                            "[name=servers] input:enabled:not([type=hidden]), [name=servers] select:enabled"))
                    .isEmpty();
            assertThat(page.querySelectorAll("[name=servers] .validate-button, [name=servers] .repeatable-delete"))
                    .isEmpty();
        }
    }
}
