package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.nio.file.Files;
import java.util.List;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** The section "SAST servers" of the page "Manage Jenkins, System". */
@WithSast
class GlobalFormJenkinsTest {
    private static JenkinsRule jenkins;

    @BeforeEach
    void addCredentials() throws Exception {
        Servers.configure();
        Servers.credentials(
                Servers.secretText("token", "a token"),
                Servers.secretText("client-secret", "a secret"),
                Servers.user("user", "ci", "a password"));
    }

    /** The blocks of all servers, without the template for new servers. */
    static List<HtmlElement> blocks(HtmlForm form) {
        return form.querySelectorAll("div.repeated-chunk[name=servers]").stream()
                .map(HtmlElement.class::cast)
                .toList();
    }

    static <E> E field(HtmlElement block, Class<E> kind, String name) {
        return kind.cast(block.querySelectorAll("[name='_." + name + "']").stream()
                .filter(kind::isInstance)
                .findFirst()
                .orElseThrow());
    }

    static HtmlElement addServer(HtmlForm form) throws Exception {
        HtmlButton add = form.getFirstByXPath(".//button[contains(., 'Add SAST server')]");
        add.click();
        Forms.settle((HtmlPage) form.getPage());
        List<HtmlElement> blocks = blocks(form);
        return blocks.get(blocks.size() - 1);
    }

    static List<SastServer> servers() {
        SastServer usual = Servers.server("usual");
        SastServer everything = new SastServer("every \"thing\" & <more>", "http://s.example.org", oauth("user"));
        everything.setAllowPlainHttp(true);
        everything.setExcludes("**/secrets/**, *.pem");
        everything.setProjectPage("https://s.example.org/projects/{projectId}");
        everything.setUploadEncoding(UploadEncoding.MULTIPART);
        everything.setUploadFrom(UploadFrom.CONTROLLER);
        everything
                .getAccess()
                .setRules(List.of(Servers.rule("team/\"app\" & <more>", "42, 50-59", "50"), Servers.rule("b", "all")));
        everything.getAccess().setAllJobs(false);
        everything.getAccess().setJobCredentialsId("sast-team");
        everything.getAccess().setAllowChangeRequests(true);
        everything.setSizeLimitMegabytes(1);
        everything.setReadTimeoutSeconds(3);
        everything.setRetries(0);
        SastServer client = Servers.restricted(new SastServer("client", "https://s.example.org", oauth("")));
        SastServer gone = new SastServer("gone", "https://s.example.org", new AccessTokenAuthentication("gone"));
        return List.of(usual, everything, client, gone);
    }

    private static OAuthAuthentication oauth(String userId) {
        OAuthAuthentication oauth = new OAuthAuthentication("https://s.example.org/token", "ci-client");
        oauth.setClientSecretId(userId.isEmpty() ? "" : "client-secret");
        oauth.setUserCredentialsId(userId);
        oauth.setScope(userId.isEmpty() ? "" : "sast_api other");
        return oauth;
    }

    @Test
    void every_field_keeps_its_value_when_the_form_is_saved_and_jenkins_restarts() throws Exception {
        List<SastServer> servers = servers();
        SastConfiguration.get().setServers(servers);
        HtmlForm form = Forms.ofSystem(jenkins);
        List<HtmlElement> blocks = blocks(form);
        assertThat(blocks)
                .extracting(block -> block.querySelector(".jenkins-alert") != null)
                .containsExactly(false, false, true, false);
        assertThat(blocks)
                .extracting(block -> block.querySelector("input[type=radio][value=true]:checked") != null)
                .containsExactly(true, false, false, true);

        Forms.save(jenkins, form);

        assertThat(List.of(SastConfiguration.get().getServers(), new SastConfiguration().getServers()))
                .usingRecursiveComparison()
                .isEqualTo(List.of(servers, servers));
    }

    @Test
    void the_form_shows_missing_values_and_saved_duplicate_names_as_errors() throws Exception {
        Servers.configure("one");
        HtmlForm form = Forms.ofSystem(jenkins);
        HtmlElement second = addServer(form);
        assertThat(errors(second)).isEmpty();
        type(second, "name", "two");
        assertThat(errors(second)).singleElement().asString().startsWith("The URL of the SAST server is missing");
        type(second, "url", "https://two.example.org/api");
        assertThat(errors(second)).singleElement().asString().startsWith("The credentials of the access token are");
        field(second, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
        Forms.settle((HtmlPage) form.getPage());
        assertThat(errors(second)).isEmpty();

        HtmlElement third = addServer(form);
        type(third, "url", "https://three.example.org/api");
        field(third, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
        type(third, "name", "two");
        Forms.save(jenkins, form);

        form = Forms.ofSystem(jenkins);
        List<String> mark = List.of("Another SAST server has this name. Names must be unique.");
        assertThat(blocks(form)).extracting(GlobalFormJenkinsTest::errors).containsExactly(List.of(), mark, mark);
        type(blocks(form).get(2), "name", "three");
        assertThat(errors(blocks(form).get(2))).isEmpty();

        Forms.save(jenkins, form);
        assertThat(SastConfiguration.get().getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("one"), Servers.server("two"), Servers.server("three")));
    }

    @Test
    void an_invalid_server_is_saved_but_the_form_shows_its_problem() throws Exception {
        Servers.configure("one");
        HtmlForm form = Forms.ofSystem(jenkins);

        form.getTextAreaByName("system_message").setText("saved with a faulty SAST server");
        field(blocks(form).get(0), HtmlInput.class, "url").setValue("sast.example.org");
        addServer(form);
        Forms.save(jenkins, form);

        assertThat(Files.readString(jenkins.jenkins.getRootDir().toPath().resolve("config.xml")))
                .contains("saved with a faulty SAST server");
        assertThat(new SastConfiguration().getServers())
                .extracting(SastServer::getName, SastServer::getUrl)
                .containsExactly(tuple("one", "sast.example.org"), tuple("", ""));
        assertThat(blocks(Forms.ofSystem(jenkins)))
                .allMatch(block -> block.querySelector("details[open]") != null)
                .satisfiesExactly(
                        block -> assertThat(errors(block).get(0))
                                .startsWith("The URL of the SAST server is not a valid https:// URL."),
                        block -> assertThat(block.asNormalizedText()).contains("A SAST server has no name."));
    }

    private static void type(HtmlElement block, String field, String value) {
        HtmlInput input = field(block, HtmlInput.class, field);
        input.setValue(value);
        input.fireEvent("change");
        Forms.settle((HtmlPage) block.getPage());
    }

    private static List<String> errors(HtmlElement block) {
        return block.querySelectorAll(".validation-error-area .error").stream()
                .map(DomNode::asNormalizedText)
                .toList();
    }
}
