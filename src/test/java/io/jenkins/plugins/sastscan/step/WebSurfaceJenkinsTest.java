package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.ConnectionCount;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.util.NameValuePair;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;

/** What can be had of the plugin over HTTP by whoever is not an administrator: nothing that is not theirs. */
@WithSast
class WebSurfaceJenkinsTest {
    private static final String MARKUP = "\"><img src=x onerror=alert(1)>";
    private static final List<String> PLACES = List.of("", "job/plain/", "job/team/job/inner/");
    private static final List<String> KNOWN_IDS = List.of("secret-id", "user-id");

    private static final Map<String, JenkinsRule.WebClient> CLIENTS = new HashMap<>();

    private static JenkinsRule jenkins;

    @BeforeAll
    static void set_up_users(JenkinsRule rule) throws Exception {
        rule.createFreeStyleProject("plain");
        Folder team = rule.createProject(Folder.class, "team");
        team.createProject(FreeStyleProject.class, "inner");
        Servers.credentials(Servers.secretText("secret-id", "secret"), Servers.user("user-id", "ci", "secret"));
        rule.jenkins.setSecurityRealm(rule.createDummySecurityRealm());
        rule.jenkins.setAuthorizationStrategy(new MockAuthorizationStrategy()
                .grant(Jenkins.READ, Item.READ)
                .everywhere()
                .to("reader", "configurer", "folder-admin")
                .grant(Item.CONFIGURE, Item.EXTENDED_READ, Item.BUILD, CredentialsProvider.USE_ITEM)
                .everywhere()
                .to("configurer")
                .grant(Item.CREATE, Item.CONFIGURE, Item.BUILD, Item.DELETE)
                .onFolders(team)
                .to("folder-admin")
                .grant(CredentialsProvider.CREATE, CredentialsProvider.UPDATE, CredentialsProvider.VIEW)
                .onFolders(team)
                .to("folder-admin")
                .grant(Jenkins.ADMINISTER)
                .everywhere()
                .to("administrator"));
    }

    @AfterAll
    static void close() {
        CLIENTS.values().forEach(JenkinsRule.WebClient::close);
    }

    private static WebResponse post(String user, String path, Map<String, String> parameters, boolean crumb)
            throws Exception {
        JenkinsRule.WebClient client = client(user);
        WebRequest request =
                new WebRequest(URI.create(client.getContextPath() + path).toURL(), HttpMethod.POST);
        List<NameValuePair> pairs = new ArrayList<>();
        parameters.forEach((name, value) -> pairs.add(new NameValuePair(name, value)));
        if (crumb) {
            pairs.add(new NameValuePair(
                    jenkins.jenkins.getCrumbIssuer().getDescriptor().getCrumbRequestField(),
                    jenkins.jenkins.getCrumbIssuer().getCrumb()));
        }
        request.setRequestParameters(pairs);
        return client.loadWebResponse(request);
    }

    private static WebResponse get(String user, String path) throws Exception {
        JenkinsRule.WebClient client = client(user);
        return client.loadWebResponse(
                new WebRequest(URI.create(client.getContextPath() + path).toURL(), HttpMethod.GET));
    }

    private static JenkinsRule.WebClient client(String user) {
        return CLIENTS.computeIfAbsent(user, name -> {
            JenkinsRule.WebClient client = Browsers.open(jenkins);
            client.setThrowExceptionOnFailingStatusCode(false);
            client.setJavaScriptEnabled(false);
            if (!name.isEmpty()) {
                try {
                    client.withBasicCredentials(name);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
            return client;
        });
    }

    static Stream<PermissionsJenkinsTest.Endpoint> endpoints() {
        return PermissionsJenkinsTest.endpoints();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_post_without_a_crumb_is_refused_even_to_an_administrator(PermissionsJenkinsTest.Endpoint endpoint)
            throws Exception {
        assertThat(post("administrator", endpoint.path(), Map.of("value", "1"), false)
                        .getStatusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_folder_admin_is_answered_in_the_folder_alone(PermissionsJenkinsTest.Endpoint endpoint) throws Exception {
        boolean quiet = endpoint.listsCredentials() || endpoint.keepsSilent();

        assertThat(post("folder-admin", "job/team/job/inner/" + endpoint.path(), Map.of("value", "1"), true)
                        .getStatusCode())
                .isEqualTo(endpoint.global() && !quiet ? 403 : 200);
        for (String elsewhere : List.of("", "job/plain/")) {
            WebResponse answer = post("folder-admin", elsewhere + endpoint.path(), Map.of("value", "1"), true);
            assertThat(answer.getStatusCode()).isEqualTo(quiet ? 200 : 403);
            assertThat(answer.getContentAsString()).doesNotContain("secret-id", "user-id");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "reader", "configurer", "folder-admin"})
    void nobody_below_an_administrator_makes_the_controller_connect_anywhere(String user) throws Exception {
        assertThat(connections(user, endpoints())).isZero();
    }

    static Stream<PermissionsJenkinsTest.Endpoint> connecting() {
        return endpoints().filter(endpoint -> endpoint.method().equals("testConnection"));
    }

    @ParameterizedTest
    @MethodSource("connecting")
    void an_administrator_does(PermissionsJenkinsTest.Endpoint endpoint) throws Exception {
        assertThat(connections("administrator", Stream.of(endpoint))).isPositive();
    }

    private static int connections(String user, Stream<PermissionsJenkinsTest.Endpoint> endpoints) throws Exception {
        try (ConnectionCount count = ConnectionCount.start()) {
            for (PermissionsJenkinsTest.Endpoint endpoint : endpoints.toList()) {
                for (String place : PLACES) {
                    post(user, place + endpoint.path(), form(count.url()), true);
                }
            }
            return count.connections();
        }
    }

    private static Map<String, String> form(String url) {
        return Map.ofEntries(
                Map.entry("value", url),
                Map.entry("url", url),
                Map.entry("tokenUrl", url),
                Map.entry("allowPlainHttp", "true"),
                Map.entry("connectTimeoutSeconds", "1"),
                Map.entry("credentialsId", "secret-id"),
                Map.entry("grant", "CLIENT_CREDENTIALS"),
                Map.entry("clientId", "client"),
                Map.entry("clientSecretId", "secret-id"),
                Map.entry("userCredentialsId", "user-id"),
                Map.entry("scope", "scope"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "reader", "configurer", "folder-admin"})
    void ids_of_credentials_cannot_be_found_out_by_trying(String user) throws Exception {
        for (PermissionsJenkinsTest.Endpoint endpoint : endpoints()
                .filter(each -> each.method().matches(".*(CredentialsId|SecretId).*"))
                .toList()) {
            for (String id : idsThatItTakes(endpoint)) {
                for (String place : placesOfOthers(user, endpoint)) {
                    assertThat(answer(user, place + endpoint.path(), id))
                            .as("%s%s, %s", place, endpoint, id)
                            .isEqualTo(answer(user, place + endpoint.path(), "none-id"));
                }
            }
        }
    }

    /** The ids that make a difference to an administrator: those of credentials of the kind that a method is for. */
    private static List<String> idsThatItTakes(PermissionsJenkinsTest.Endpoint endpoint) throws Exception {
        List<String> ids = new ArrayList<>();
        for (String id : KNOWN_IDS) {
            if (!answer("administrator", endpoint.path(), id)
                    .equals(answer("administrator", endpoint.path(), "none-id"))) {
                ids.add(id);
            }
        }
        assertThat(ids).as("ids that %s takes", endpoint).isNotEmpty();
        return ids;
    }

    /** Where somebody may not choose credentials by that method: in a job's form, who may configure the job may. */
    private static List<String> placesOfOthers(String user, PermissionsJenkinsTest.Endpoint endpoint) {
        if (endpoint.global()) {
            return PLACES;
        }
        return switch (user) {
            case "configurer" -> List.of("");
            case "folder-admin" -> List.of("", "job/plain/");
            default -> PLACES;
        };
    }

    /** Status and text, but for the id asked for. */
    private static String answer(String user, String path, String id) throws Exception {
        WebResponse answer = post(
                user,
                path,
                Map.of("value", id, "credentialsId", id, "clientSecretId", id, "userCredentialsId", id, "server", id),
                true);
        return answer.getStatusCode() + " "
                + (answer.getStatusCode() == 200 ? answer.getContentAsString().replace(id, "ID") : "");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void markup_in_a_field_stays_text(PermissionsJenkinsTest.Endpoint endpoint) throws Exception {
        SastServer odd = Servers.server("odd");
        SastConfiguration.get()
                .setServers(
                        List.of(new SastServer("a" + MARKUP, "https://a.example.org", odd.getAuthentication()), odd));
        Map<String, String> form = new HashMap<>(form("https://no-such-host.invalid/" + MARKUP));
        form.replaceAll((name, value) ->
                name.equals("connectTimeoutSeconds") || name.equals("allowPlainHttp") ? value : MARKUP);

        for (String place : List.of("", "job/plain/")) {
            WebResponse answer = post("administrator", place + endpoint.path(), form, true);
            assertThat(answer.getStatusCode()).isEqualTo(200);
            assertThat(answer.getContentType()).containsAnyOf("html", "json");
            if (answer.getContentType().contains("html")) {
                assertThat(answer.getContentAsString()).doesNotContain("<img");
            }
        }
    }

    @Test
    void markup_that_is_shown_is_escaped() throws Exception {
        Servers.configure("odd");
        String path = "job/plain/descriptorByName/" + SastScanBuilder.class.getName() + "/checkServer";

        assertThat(post("configurer", path, Map.of("value", MARKUP), true).getContentAsString())
                .contains("&lt;img src=x onerror=alert(1)&gt;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "servers/",
                "servers/0/",
                "servers/0/url",
                "servers/0/authentication/credentialsId",
                "servers/0/descriptor/checkName?value=",
                "server/odd/",
                "api/json",
                "config/"
            })
    void nobody_gets_at_the_servers_by_a_path(String path) throws Exception {
        Servers.configure("odd");
        String configuration = "descriptorByName/" + SastConfiguration.class.getName() + "/";

        assertThat(get("reader", configuration + "help/servers").getStatusCode())
                .as("what the paths begin with is there")
                .isEqualTo(200);
        for (String user : List.of("", "reader", "configurer", "folder-admin")) {
            WebResponse got = get(user, configuration + path);
            assertThat(got.getContentAsString()).doesNotContain("example.org");
            assertThat(got.getStatusCode()).isGreaterThanOrEqualTo(400);
            assertThat(post(user, configuration + path, Map.of("value", ""), true)
                            .getStatusCode())
                    .isGreaterThanOrEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"job/plain/api/json", "job/plain/", "job/team/job/inner/api/json", "job/plain/configure"})
    void views_need_the_permission_to_read_the_item(String path) throws Exception {
        assertThat(get("configurer", path).getStatusCode()).isEqualTo(200);
        assertThat(get("", path).getStatusCode()).isIn(403, 404);
    }
}
