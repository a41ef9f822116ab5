package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsStore;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.nio.file.Files;
import java.util.List;
import jenkins.model.Jenkins;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlOption;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** The section "SAST servers" of the real page Manage Jenkins, System. */
@WithSast
class GlobalFormJenkinsTest {
    private static JenkinsRule jenkins;

    private JenkinsRule.WebClient client;

    @BeforeEach
    void open_a_browser() throws Exception {
        Servers.configure();
        Servers.credentials(
                Servers.secretText("token", "a token"),
                Servers.secretText("client-secret", "a secret"),
                Servers.user("user", "ci", "a password"));
        client = Browsers.open(jenkins);
    }

    @AfterEach
    void close_the_browser() {
        client.close();
    }

    private HtmlForm open() throws Exception {
        HtmlPage page = client.goTo("manage/configure");
        Forms.settle(page);
        return page.getFormByName("config");
    }

    /** The blocks of the servers, in their order on the page, without the template of new ones. */
    private static List<HtmlElement> blocks(HtmlForm form) {
        return form.querySelectorAll("div.repeated-chunk[name=servers]").stream()
                .map(HtmlElement.class::cast)
                .toList();
    }

    private static <E> E field(HtmlElement block, Class<E> kind, String name) {
        return kind.cast(block.querySelectorAll("[name='_." + name + "']").stream()
                .filter(kind::isInstance)
                .findFirst()
                .orElseThrow());
    }

    /** Adds a row; answers with it. */
    private static HtmlElement add(HtmlForm form) throws Exception {
        form.querySelectorAll("button.repeatable-add").stream()
                .map(HtmlButton.class::cast)
                .filter(button -> button.asNormalizedText().contains("Add SAST server"))
                .findFirst()
                .orElseThrow()
                .click();
        Forms.settle((HtmlPage) form.getPage());
        List<HtmlElement> blocks = blocks(form);
        return blocks.get(blocks.size() - 1);
    }

    private static void fill(HtmlElement block, String name) {
        field(block, HtmlInput.class, "name").setValue(name);
        field(block, HtmlInput.class, "url").setValue("https://" + name + ".example.org/api");
        field(block, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
    }

    private static List<SastServer> servers() {
        SastServer usual = Servers.server("usual");
        SastServer everything =
                new SastServer("every \"thing\" & <more>", "http://s.example.org", oauth("PASSWORD", "user"));
        everything.setAllowPlainHttp(true);
        everything.setUploadEncoding(UploadEncoding.MULTIPART);
        everything.setUploadFrom(UploadFrom.CONTROLLER);
        everything
                .getAccess()
                .setRules(List.of(Servers.rule("team/\"app\" & <more>", "42, 50-59"), Servers.rule("b", "")));
        everything.getAccess().setJobCredentialsId("sast-team");
        everything.getAccess().setAllowChangeRequests(true);
        everything.setSizeLimitMegabytes(1);
        everything.setConnectTimeoutSeconds(2);
        everything.setReadTimeoutSeconds(3);
        everything.setWriteTimeoutSeconds(4);
        everything.setRetries(0);
        SastServer client = new SastServer("client", "https://s.example.org", oauth("CLIENT_CREDENTIALS", ""));
        SastServer gone = new SastServer("gone", "https://s.example.org", new AccessTokenAuthentication("gone"));
        return List.of(usual, everything, client, gone);
    }

    private static OAuthAuthentication oauth(String grant, String userId) {
        OAuthAuthentication oauth = new OAuthAuthentication("https://s.example.org/token", "ci-client");
        oauth.setGrant(OAuthAuthentication.Grant.valueOf(grant));
        oauth.setClientSecretId(grant.equals("PASSWORD") ? "client-secret" : "");
        oauth.setUserCredentialsId(userId);
        oauth.setScope(grant.equals("PASSWORD") ? "sast_api other" : "");
        return oauth;
    }

    @Test
    void every_field_survives_opening_and_saving_and_a_restart() throws Exception {
        List<SastServer> servers = servers();
        SastConfiguration.get().setServers(servers);
        HtmlForm form = open();
        assertThat(blocks(form)).allMatch(block -> block.querySelector(".jenkins-alert") == null);

        Forms.save(jenkins, form);

        assertThat(SastConfiguration.get().getServers())
                .usingRecursiveComparison()
                .isEqualTo(servers);
        assertThat(new SastConfiguration().getServers())
                .usingRecursiveComparison()
                .isEqualTo(servers);
    }

    @Test
    void a_new_row_marks_what_is_missing_and_has_the_defaults_for_the_rest() throws Exception {
        HtmlForm form = open();
        HtmlElement block = add(form);
        assertThat(errors(block)).isEmpty();

        type(block, "name", "usual");
        assertThat(errors(block)).singleElement().asString().startsWith("The URL of the SAST server is missing");
        type(block, "url", "https://usual.example.org/api");
        assertThat(errors(block)).singleElement().asString().startsWith("The credentials of the access token are");
        field(block, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
        Forms.settle((HtmlPage) form.getPage());
        assertThat(errors(block)).isEmpty();

        Forms.save(jenkins, form);
        assertThat(SastConfiguration.get().getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("usual")));
    }

    @Test
    void credentials_are_marked_as_missing_unless_jobs_bring_them() throws Exception {
        SastServer server = new SastServer("usual", "https://usual.example.org", new AccessTokenAuthentication(""));
        server.getAccess().setJobCredentialsId("of-the-job");
        SastConfiguration.get().setServers(List.of(server));
        HtmlElement block = blocks(open()).get(0);
        assertThat(errors(block)).isEmpty();

        type(block, "jobCredentialsId", "");
        assertThat(errors(block)).singleElement().asString().startsWith("The credentials of the access token are");
    }

    @Test
    void names_of_folders_and_jobs_are_completed() throws Exception {
        Folder team = jenkins.createProject(Folder.class, "team");
        team.createProject(FreeStyleProject.class, "app");
        AccessRule.DescriptorImpl rule = jenkins.jenkins.getDescriptorByType(AccessRule.DescriptorImpl.class);

        assertThat(rule.doAutoCompleteItem("te").getValues()).containsExactly("team");
        assertThat(rule.doAutoCompleteItem("team/").getValues()).containsExactly("team/app");
        assertThat(Forms.check(team, "AccessRule.item", "team/app")).isEqualTo("OK");
        assertThat(Forms.check(team, "AccessRule.item", "Team")).startsWith("WARNING");
        assertThat(Forms.check(team, "AccessRule.item", "")).startsWith("ERROR");
        assertThat(Forms.check(team, "AccessRule.projects", "42, 50-")).startsWith("ERROR");
        assertThat(Forms.check(team, "AccessRule.projects", "")).isEqualTo("OK");
    }

    /** As versions before access rules have stored it. */
    @Test
    void a_server_without_access_settings_can_be_used_by_every_job() {
        SastServer read = (SastServer) Jenkins.XSTREAM2.fromXML(
                Jenkins.XSTREAM2.toXML(Servers.server("usual")).replaceAll("(?s)<access>.*</access>", ""));

        assertThat(read).usingRecursiveComparison().isEqualTo(Servers.server("usual"));
    }

    @Test
    void servers_can_be_added_deleted_and_put_into_another_order() throws Exception {
        Servers.configure("one", "two", "three");
        HtmlForm form = open();

        ((HtmlButton) blocks(form).get(1).querySelector("button.repeatable-delete")).click();
        Forms.settle((HtmlPage) form.getPage());
        fill(add(form), "four");
        DomNode first = blocks(form).get(0);
        DomNode behind = blocks(form).get(1).getNextSibling();
        first.remove();
        behind.insertBefore(first);
        Forms.save(jenkins, form);

        assertThat(SastConfiguration.get().getServers())
                .extracting(SastServer::getName)
                .containsExactly("three", "one", "four");
    }

    @Test
    void a_server_that_cannot_work_is_saved_with_the_rest_of_the_page_and_marked() throws Exception {
        Servers.configure("one");
        HtmlForm form = open();

        form.getTextAreaByName("system_message").setText("saved with a faulty SAST server");
        field(blocks(form).get(0), HtmlInput.class, "url").setValue("sast.example.org");
        add(form);
        Forms.save(jenkins, form);

        assertThat(Files.readString(jenkins.jenkins.getRootDir().toPath().resolve("config.xml")))
                .contains("saved with a faulty SAST server");
        assertThat(new SastConfiguration().getServers())
                .extracting(SastServer::getName, SastServer::getUrl)
                .containsExactly(tuple("one", "sast.example.org"), tuple("", ""));
        assertThat(blocks(open()))
                .extracting(block -> block.querySelector(".jenkins-alert").asNormalizedText())
                .satisfiesExactly(
                        alert -> assertThat(alert)
                                .startsWith(
                                        "SAST server \"one\": The URL of the SAST server does not begin with https://"),
                        alert -> assertThat(alert).startsWith("SAST server \"\": The name is missing."));
    }

    @Test
    void a_name_is_marked_while_another_row_has_it_saved_or_not() throws Exception {
        Servers.configure("one");
        HtmlForm form = open();
        fill(add(form), "two");
        HtmlElement third = add(form);
        fill(third, "three");
        String mark = "Another SAST server has this name. Names must be unique.";

        type(third, "name", "two");
        assertThat(blocks(form))
                .extracting(GlobalFormJenkinsTest::errors)
                .containsExactly(List.of(), List.of(mark), List.of(mark));
        type(third, "name", "three");
        assertThat(blocks(form))
                .extracting(GlobalFormJenkinsTest::errors)
                .containsExactly(List.of(), List.of(), List.of());
        type(third, "name", "one");
        assertThat(blocks(form))
                .extracting(GlobalFormJenkinsTest::errors)
                .containsExactly(List.of(mark), List.of(), List.of(mark));
    }

    @Test
    void the_user_is_shown_only_for_the_grant_type_that_has_one() throws Exception {
        SastConfiguration.get().setServers(servers().subList(0, 3));
        List<HtmlElement> blocks = blocks(open());
        HtmlElement password = blocks.get(1);
        HtmlElement client = blocks.get(2);
        assertThat(hasUser(password)).isTrue();
        assertThat(hasUser(client)).isFalse();

        field(password, HtmlSelect.class, "grant").setSelectedAttribute("CLIENT_CREDENTIALS", true);
        field(client, HtmlSelect.class, "grant").setSelectedAttribute("PASSWORD", true);

        assertThat(hasUser(password)).isFalse();
        assertThat(hasUser(client)).isTrue();
    }

    private static boolean hasUser(HtmlElement block) {
        HtmlElement user = block.querySelector(".sast-user");
        return !user.getAttribute("class").contains("jenkins-hidden");
    }

    /** Types a value as a user does, and waits for the checks of the page. */
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

    @Test
    void credentials_of_a_domain_are_offered_to_servers_of_that_domain_alone() throws Exception {
        Domain domain = new Domain("usual", "", List.of(new HostnameSpecification("usual.example.org", "")));
        CredentialsStore store =
                CredentialsProvider.lookupStores(jenkins.jenkins).iterator().next();
        store.addDomain(domain, Servers.secretText("domain-token", "a token"));
        try {
            Servers.configure("usual", "other");

            List<HtmlElement> blocks = blocks(open());

            assertThat(credentials(blocks.get(0))).contains("token", "domain-token");
            assertThat(credentials(blocks.get(1))).contains("token").doesNotContain("domain-token");
        } finally {
            store.removeDomain(domain);
        }
    }

    private static List<String> credentials(HtmlElement block) {
        return field(block, HtmlSelect.class, "credentialsId").getOptions().stream()
                .map(HtmlOption::getValueAttribute)
                .toList();
    }
}
