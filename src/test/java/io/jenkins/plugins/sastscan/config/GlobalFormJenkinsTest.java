package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import hudson.model.FreeStyleProject;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** The section "SAST servers" of the page "Manage Jenkins, System", with the button "Test connection". */
@WithSast
class GlobalFormJenkinsTest {
    private static JenkinsRule jenkins;

    private final Simulator simulator = Simulator.start(Dialect.FIELD);
    private JenkinsRule.WebClient client;

    @BeforeEach
    void openBrowser() throws Exception {
        Servers.configure();
        Servers.credentials(
                Servers.secretText("token", simulator.accessToken()),
                Servers.secretText("client-secret", simulator.oauthClient().clientSecret()),
                Servers.user(
                        "user",
                        simulator.oauthClient().userName(),
                        simulator.oauthClient().password()));
        client = Browsers.open(jenkins);
    }

    @AfterEach
    void closeBrowser() {
        client.close();
        simulator.close();
    }

    private HtmlForm open() throws Exception {
        HtmlPage page = client.goTo("manage/configure");
        Forms.settle(page);
        return page.getFormByName("config");
    }

    /** The form blocks of the servers, in page order, without the template for new servers. */
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

    private static List<SastServer> servers() {
        SastServer usual = Servers.server("usual");
        SastServer everything =
                new SastServer("every \"thing\" & <more>", "http://s.example.org", oauth("PASSWORD", "user"));
        everything.setAllowPlainHttp(true);
        everything.setUploadEncoding(UploadEncoding.MULTIPART);
        everything.setUploadFrom(UploadFrom.CONTROLLER);
        everything
                .getAccess()
                .setRules(List.of(Servers.rule("team/\"app\" & <more>", "42, 50-59", "50"), Servers.rule("b", "")));
        everything.getAccess().setJobCredentialsId("sast-team");
        everything.getAccess().setAllowChangeRequests(true);
        everything.setSizeLimitMegabytes(1);
        everything.setConnectTimeoutSeconds(2);
        everything.setReadTimeoutSeconds(3);
        everything.setWriteTimeoutSeconds(4);
        everything.setRetries(0);
        SastServer client = new SastServer("client", "https://s.example.org", oauth("CLIENT_CREDENTIALS", ""));
        client.getAccess().setRules(List.of(Servers.rule("deleted", "")));
        client.getAccess().setRules(List.of());
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
    void every_field_keeps_its_value_when_the_form_is_saved_and_jenkins_restarts() throws Exception {
        Domain domain = new Domain("usual", "", List.of(new HostnameSpecification("usual.example.org", "")));
        var store = CredentialsProvider.lookupStores(jenkins.jenkins).iterator().next();
        store.addDomain(domain, Servers.secretText("domain-token", "a token"));
        List<SastServer> servers = servers();
        SastConfiguration.get().setServers(servers);
        HtmlForm form = open();
        store.removeDomain(domain);
        List<HtmlElement> blocks = blocks(form);

        assertThat(blocks)
                .extracting(block -> block.querySelector(".jenkins-alert") != null)
                .containsExactly(false, false, true, false);
        assertThat(blocks)
                .extracting(block -> block.querySelector("input[value=ALL]:checked") != null)
                .containsExactly(true, false, false, true);
        assertThat(credentials(blocks.get(0))).contains("token", "domain-token");
        assertThat(credentials(blocks.get(3))).contains("token").doesNotContain("domain-token");
        HtmlSelect password = field(blocks.get(1), HtmlSelect.class, "grant");
        HtmlSelect client = field(blocks.get(2), HtmlSelect.class, "grant");
        assertThat(blocks.subList(1, 3))
                .extracting(GlobalFormJenkinsTest::hasUser)
                .containsExactly(true, false);
        password.setSelectedAttribute("CLIENT_CREDENTIALS", true);
        client.setSelectedAttribute("PASSWORD", true);
        assertThat(blocks.subList(1, 3))
                .extracting(GlobalFormJenkinsTest::hasUser)
                .containsExactly(false, true);
        password.setSelectedAttribute("PASSWORD", true);
        client.setSelectedAttribute("CLIENT_CREDENTIALS", true);

        Forms.save(jenkins, form);

        assertThat(List.of(SastConfiguration.get().getServers(), new SastConfiguration().getServers()))
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.chosen")
                .isEqualTo(List.of(servers, servers));
    }

    @Test
    void a_new_server_shows_errors_for_missing_values_and_duplicate_names() throws Exception {
        Servers.configure("one");
        HtmlForm form = open();
        HtmlElement second = add(form);
        assertThat(errors(second)).isEmpty();
        type(second, "name", "two");
        assertThat(errors(second)).singleElement().asString().startsWith("The URL of the SAST server is missing");
        type(second, "url", "https://two.example.org/api");
        assertThat(errors(second)).singleElement().asString().startsWith("The credentials of the access token are");
        field(second, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
        Forms.settle((HtmlPage) form.getPage());
        assertThat(errors(second)).isEmpty();

        HtmlElement third = add(form);
        type(third, "url", "https://three.example.org/api");
        field(third, HtmlSelect.class, "credentialsId").setSelectedAttribute("token", true);
        List<String> mark = List.of("Another SAST server has this name. Names must be unique.");
        type(third, "name", "two");
        assertThat(blocks(form)).extracting(GlobalFormJenkinsTest::errors).containsExactly(List.of(), mark, mark);
        type(third, "name", "one");
        assertThat(blocks(form)).extracting(GlobalFormJenkinsTest::errors).containsExactly(mark, List.of(), mark);
        type(third, "name", "three");
        assertThat(blocks(form)).extracting(GlobalFormJenkinsTest::errors).containsOnly(List.of());

        Forms.save(jenkins, form);
        assertThat(SastConfiguration.get().getServers())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.chosen")
                .isEqualTo(List.of(Servers.server("one"), Servers.server("two"), Servers.server("three")));
    }

    @Test
    void the_fields_of_an_access_rule_complete_item_names_and_check_values() throws Exception {
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
        assertThat(Forms.check(team, "AccessRule.defaultProject", "", "42, 50-"))
                .isEqualTo("OK");
        assertThat(Forms.check(team, "AccessRule.defaultProject", "50", "42, 50-59"))
                .isEqualTo("OK");
        assertThat(Forms.check(team, "AccessRule.defaultProject", "43", "42"))
                .startsWith("ERROR The default project 43 is not among the project IDs");
        assertThat(Forms.check(team, "AccessRule.defaultProject", "main", "")).startsWith("ERROR Invalid project ID");
    }

    @Test
    void an_invalid_server_is_saved_and_the_form_shows_its_problem() throws Exception {
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
        client.setJavaScriptEnabled(false);
        assertThat(client.goTo("manage/configure").querySelectorAll("[name=servers] .jenkins-alert"))
                .extracting(DomNode::asNormalizedText)
                .satisfiesExactly(
                        alert -> assertThat(alert)
                                .startsWith(
                                        "SAST server \"one\": The URL of the SAST server does not begin with https://"),
                        alert -> assertThat(alert).startsWith("SAST server \"\": The name is missing."));
    }

    @Test
    void the_help_and_the_form_show_the_defaults_and_limits_that_builds_use() throws Exception {
        HtmlElement block = add(open());
        String limit = String.valueOf(CallPolicy.DEFAULT.uploadLimit().toSeconds());
        Map<String, Object> defaults = Map.of(
                "sizeLimitMegabytes", SastServer.DEFAULT_SIZE_LIMIT_MEGABYTES,
                "connectTimeoutSeconds", Timeouts.DEFAULT.connect().toSeconds(),
                "readTimeoutSeconds", Timeouts.DEFAULT.read().toSeconds(),
                "writeTimeoutSeconds", Timeouts.DEFAULT.write().toSeconds(),
                "retries", CallPolicy.DEFAULT.retries());

        for (Map.Entry<String, Object> each : defaults.entrySet()) {
            String help = client.goTo("descriptor/" + SastServer.class.getName() + "/help/" + each.getKey())
                    .asNormalizedText();
            assertThat(help)
                    .containsPattern("Default: " + each.getValue() + "\\b")
                    .doesNotContain("${");
            HtmlInput input = field(block, HtmlInput.class, each.getKey());
            assertThat(input.getValue()).isEqualTo(each.getValue().toString());
            if (each.getKey().contains("Timeout")) {
                assertThat(help).contains("1 to " + limit + " (");
                assertThat(input.getAttribute("max")).isEqualTo(limit);
            }
        }
    }

    private static boolean hasUser(HtmlElement block) {
        return block.querySelector(".sast-user:not(.jenkins-hidden)") != null;
    }

    /** Types a value as a user does, and waits until the page has checked it. */
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

    private static List<String> credentials(HtmlElement block) {
        return field(block, HtmlSelect.class, "credentialsId").getOptions().stream()
                .map(HtmlOption::getValueAttribute)
                .toList();
    }

    private static FormValidation testToken(String url, boolean plainHttp, String seconds, String credentialsId) {
        return jenkins.jenkins
                .getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class)
                .doTestConnection(url, plainHttp, seconds, "", credentialsId, "");
    }

    private FormValidation testOAuth(String grant, String secretId, String userId) {
        return jenkins.jenkins
                .getDescriptorByType(OAuthAuthentication.DescriptorImpl.class)
                .doTestConnection(
                        simulator.baseUrl().toString(),
                        true,
                        "30",
                        "",
                        simulator.tokenUrl().toString(),
                        grant,
                        simulator.oauthClient().clientId(),
                        secretId,
                        userId,
                        simulator.oauthClient().scope(),
                        "");
    }

    @ParameterizedTest
    @CsvSource({"PASSWORD, user", "CLIENT_CREDENTIALS, ''"})
    void the_connection_test_supports_both_oauth_grants(String grant, String userId) {
        FormValidation answer = testOAuth(grant, "client-secret", userId);

        assertThat(answer.getMessage()).startsWith("Connected. Edition: ");
        assertThat(simulator.requests(SimulatedOperation.TOKEN)).hasSize(1);
    }

    /** The form sets 1 second, which is less than the 30 seconds that a connection test may take. */
    @Test
    @Timeout(value = 25, unit = TimeUnit.SECONDS)
    void the_connection_test_uses_the_timeout_of_the_form() {
        simulator.always(SimulatedOperation.LICENSE, Fault.hang());

        assertThat(plain(testToken(simulator.baseUrl().toString(), true, "1", "token")))
                .contains("license", "no response within 1000 milliseconds (read timeout)");
        assertThat(simulator.requests(SimulatedOperation.LICENSE)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ' 42 ' | WARNING | The account cannot read the Git settings of project 42 (status 404)",
                "'' | forty | ERROR | Invalid project ID",
                "sast-team | 42 | OK | Each job uses the credentials of its folder"
            })
    void the_connection_test_checks_a_project_unless_jobs_use_their_own_credentials(
            String jobCredentialsId, String project, FormValidation.Kind kind, String message) {
        FormValidation answer = jenkins.jenkins
                .getDescriptorByType(AccessTokenAuthentication.DescriptorImpl.class)
                .doTestConnection(simulator.baseUrl().toString(), true, "30", jobCredentialsId, "token", project);

        assertThat(answer.kind).isEqualTo(kind);
        assertThat(plain(answer)).contains(message);
        assertThat(simulator.requests().isEmpty()).isNotEqualTo(message.contains("status"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 30 | token | The URL of the SAST server is missing",
                "https://sast.example.org | 0 | token | timeout must be more than 0",
                "https://sast.example.org | 30 | user | do not exist",
                "https://sast.example.org | 30 | '' | Select a secret text. The button \"Add\" does not select new ones.",
            })
    void the_connection_test_reports_invalid_values_before_anything_is_sent(
            String url, String seconds, String credentialsId, String message) {
        FormValidation answer = testToken(url, false, seconds, credentialsId);

        assertThat(answer.kind).isEqualTo(FormValidation.Kind.ERROR);
        assertThat(plain(answer)).contains(message).doesNotContain(simulator.accessToken());
    }

    @Test
    void the_connection_test_sends_the_form_values_of_its_own_server() throws Exception {
        SastServer before =
                new SastServer("before", "https://before.example.org", new AccessTokenAuthentication("gone"));
        SastServer tested =
                new SastServer("tested", simulator.baseUrl().toString(), new AccessTokenAuthentication("token"));
        tested.setAllowPlainHttp(true);
        SastConfiguration.get().setServers(List.of(before, tested));
        client.getOptions().setCssEnabled(true); // CSS hides the templates of new rows.
        HtmlPage page = (HtmlPage) open().getPage();
        HtmlButton button = (HtmlButton) page.querySelectorAll("button.validate-button").stream()
                .filter(each -> each.isDisplayed())
                .reduce((first, second) -> second)
                .orElseThrow();

        page.getElementsByName("_.testProjectId").forEach(field -> ((HtmlInput) field).setValue("42"));
        button.click();
        DomNode container = button.getParentNode();
        Forms.await(
                page, "answer of the server", () -> container.asNormalizedText().contains("Connected. Edition: "));
        assertThat(container.asNormalizedText()).contains("Test connection", "users: ", "license", "project 42");
    }

    private static String plain(FormValidation answer) {
        return answer.getMessage().replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
    }
}
