package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.beans.Introspector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.htmlunit.WebResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Reflection finds the form methods, so that a new method cannot be forgotten. */
@WithSast
class FormPermissionsJenkinsTest {
    private static final String ANONYMOUS = "";
    private static final String READER = "reader";
    private static final String CONFIGURER = "configurer";
    private static final String EXTENDED_READER = "extended-reader";
    private static final String CREDENTIALS_USER = "credentials-user";
    private static final String FOLDER_ADMIN = "folder-admin";
    private static final String ADMINISTRATOR = "administrator";
    private static final List<String> OTHERS =
            List.of(ANONYMOUS, READER, CONFIGURER, EXTENDED_READER, CREDENTIALS_USER, FOLDER_ADMIN);

    private static final String IN_FOLDER = "job/team/job/inner/";
    private static final List<String> PLACES = List.of("", "job/job/", IN_FOLDER);

    /** Part of the SAST server's name and of all credentials IDs. */
    private static final String HIDDEN = "that-readers-must-not-see";

    private static final String SECRET_ID = "secret-" + HIDDEN;
    private static final String USER_ID = "user-" + HIDDEN;

    private static final Map<String, JenkinsRule.WebClient> CLIENTS = new HashMap<>();
    private static JenkinsRule jenkins;
    private static SastJenkins sast;

    @BeforeAll
    static void setUpUsers(JenkinsRule rule) throws Exception {
        rule.createFreeStyleProject("job");
        Folder team = rule.createProject(Folder.class, "team");
        team.createProject(FreeStyleProject.class, "inner");
        sast.configure(sast.server("server-" + HIDDEN));
        sast.addCredentials(
                Servers.secretText(SECRET_ID, sast.simulator().oauthClient().clientSecret()));
        sast.addCredentials(Servers.user(USER_ID, "ci", "secret"));
        var permissions = Map.of(
                READER, List.of(Jenkins.READ, Item.READ),
                CONFIGURER, List.of(Jenkins.READ, Item.READ, Item.CONFIGURE),
                EXTENDED_READER, List.of(Jenkins.READ, Item.READ, Item.EXTENDED_READ),
                CREDENTIALS_USER, List.of(Jenkins.READ, Item.READ, CredentialsProvider.USE_ITEM),
                FOLDER_ADMIN, List.of(Jenkins.READ, Item.READ),
                ADMINISTRATOR, List.of(Jenkins.ADMINISTER));
        var users = SastJenkins.users(rule, permissions);
        users.grant(Item.CREATE, Item.CONFIGURE, Item.BUILD, Item.DELETE, CredentialsProvider.VIEW)
                .onFolders(team)
                .to(FOLDER_ADMIN);
    }

    @AfterAll
    static void close() {
        CLIENTS.values().forEach(JenkinsRule.WebClient::close);
    }

    /** A descriptor method that can be called over HTTP. */
    record Endpoint(String path, boolean global) {
        /** Whether the method lists credentials. Logged-in users without permission get only the current value. */
        boolean listsCredentials() {
            return path.matches(".*/fill(?:Credentials|ClientSecret|UserCredentials)IdItems");
        }

        boolean isFor(String user, String place) {
            return switch (user) {
                case ADMINISTRATOR -> true;
                case CONFIGURER, EXTENDED_READER -> !global && !place.isEmpty();
                case CREDENTIALS_USER -> !global && !place.isEmpty() && listsCredentials();
                case FOLDER_ADMIN -> place.equals(IN_FOLDER) && !global;
                default -> false;
            };
        }

        int status(String user, String place) {
            // Users who cannot choose credentials get 200 but no data from methods that list or check them. However,
            // checkCredentialsId of a job gives 403 to users who can choose credentials but not configure the job.
            boolean checksGit = path.endsWith(".GitSettings/checkCredentialsId");
            boolean silent = listsCredentials() || checksGit && (place.isEmpty() || !user.equals(CREDENTIALS_USER));
            return isFor(user, place) || silent && !user.equals(ANONYMOUS) ? 200 : 403;
        }
    }

    /** Lists the form methods of all descriptors. An inherited method is listed only once. */
    static Stream<Endpoint> endpoints() {
        String plugin = "io.jenkins.plugins.sastscan";
        Set<String> seen = new HashSet<>();
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.getClass().getName().startsWith(plugin))
                .flatMap(descriptor -> Stream.of(descriptor.getClass().getMethods())
                        .filter(method -> method.getDeclaringClass().getName().startsWith(plugin))
                        .filter(method -> method.getName().startsWith("do"))
                        .filter(method -> seen.add(method.getDeclaringClass() + method.getName()))
                        .map(method ->
                                Introspector.decapitalize(method.getName().substring(2)))
                        .sorted()
                        .map(name -> "descriptorByName/" + descriptor.getId() + "/" + name)
                        .map(path -> new Endpoint(path, !descriptor.getId().startsWith(plugin + ".step"))));
    }

    private static WebResponse post(String user, String path, Map<String, String> form) throws Exception {
        if (!CLIENTS.containsKey(user)) {
            CLIENTS.put(user, Browsers.openAs(jenkins, user));
        }
        return Browsers.post(CLIENTS.get(user), path, form);
    }

    /** A form with which "Test connection" succeeds. */
    private static Map<String, String> form() {
        return Map.ofEntries(
                Map.entry("value", "1"),
                Map.entry("url", sast.simulator().baseUrl().toString()),
                Map.entry("tokenUrl", sast.simulator().tokenUrl().toString()),
                Map.entry("allowPlainHttp", "true"),
                Map.entry("testPlainHttp", "true"),
                Map.entry("testCertificates", ""),
                Map.entry("testNoProxy", "false"),
                Map.entry("credentialsId", SastJenkins.TOKEN_ID),
                Map.entry("clientId", sast.simulator().oauthClient().clientId()),
                Map.entry("clientSecretId", SECRET_ID));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void form_methods_check_permissions_and_let_only_administrators_call_servers(Endpoint endpoint) throws Exception {
        Map<String, String> form = new HashMap<>(form());
        if (endpoint.listsCredentials()) {
            form.keySet().removeIf(name -> name.endsWith("Id"));
        }
        int before = sast.simulator().requests().size();
        for (String place : PLACES) {
            for (String user : OTHERS) {
                WebResponse answer = post(user, place + endpoint.path(), form);
                int status = answer.getStatusCode();
                assertThat(user.equals(ANONYMOUS) && status == 404 ? 403 : status)
                        .as("%s at %s", user, place)
                        .isEqualTo(endpoint.status(user, place));
                if (!endpoint.isFor(user, place)) {
                    assertThat(answer.getContentAsString()).doesNotContain(HIDDEN);
                }
            }
        }
        assertThat(sast.simulator().requests()).hasSize(before);

        for (String place : PLACES) {
            assertThat(post(ADMINISTRATOR, place + endpoint.path(), form).getStatusCode())
                    .isEqualTo(200);
        }
        assertThat(sast.simulator().requests().size() > before)
                .isEqualTo(endpoint.path().endsWith("/testConnection"));
    }

    @ParameterizedTest
    @ValueSource(strings = {CONFIGURER, EXTENDED_READER, CREDENTIALS_USER, FOLDER_ADMIN})
    void users_of_a_job_form_see_the_servers_and_credentials_that_they_may_use(String user) throws Exception {
        String steps = IN_FOLDER + "descriptorByName/";
        WebResponse servers = post(user, steps + SastSubmitStep.class.getName() + "/fillServerItems", Map.of());
        WebResponse git = post(user, steps + GitSettings.class.getName() + "/fillCredentialsIdItems", Map.of());

        assertThat(servers.getContentAsString().contains(HIDDEN)).isEqualTo(!user.equals(CREDENTIALS_USER));
        assertThat(git.getContentAsString()).contains(SECRET_ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {ANONYMOUS, READER, CONFIGURER, FOLDER_ADMIN})
    void credentials_ids_cannot_be_guessed(String user) throws Exception {
        for (Endpoint endpoint : endpoints()
                .filter(each -> each.path().matches(".*(CredentialsId|SecretId).*"))
                .toList()) {
            List<String> known = new ArrayList<>();
            for (String id : List.of(SECRET_ID, USER_ID)) {
                if (!answer(ADMINISTRATOR, endpoint.path(), id)
                        .equals(answer(ADMINISTRATOR, endpoint.path(), "none-id"))) {
                    known.add(id);
                }
            }
            assertThat(known).as("IDs that %s takes", endpoint).isNotEmpty();
            for (String place : PLACES) {
                for (String id : endpoint.isFor(user, place) ? List.<String>of() : known) {
                    assertThat(answer(user, place + endpoint.path(), id))
                            .as("%s%s, %s", place, endpoint, id)
                            .isEqualTo(answer(user, place + endpoint.path(), "none-id"));
                }
            }
        }
    }

    /** Returns the status and the response text. A placeholder replaces the requested ID. */
    private static String answer(String user, String path, String id) throws Exception {
        WebResponse answer = post(
                user, path, Map.of("value", id, "credentialsId", id, "clientSecretId", id, "userCredentialsId", id));
        String text =
                answer.getStatusCode() == 200 ? answer.getContentAsString().replace(id, "ID") : "";
        return answer.getStatusCode() + " " + text;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"servers/", "servers/0/url", "servers/0/descriptor/checkName?value=", "api/json", "config/"})
    void servers_cannot_be_accessed_by_url_path(String path) throws Exception {
        String configuration = "descriptorByName/" + SastConfiguration.class.getName() + "/";

        assertThat(Browsers.get(jenkins, READER, configuration + "help/servers").getStatusCode())
                .as("the prefix of the paths exists")
                .isEqualTo(200);
        for (String user : OTHERS) {
            WebResponse got = Browsers.get(jenkins, user, configuration + path);
            assertThat(got.getContentAsString())
                    .doesNotContain(HIDDEN, sast.simulator().baseUrl().getAuthority());
            assertThat(got.getStatusCode()).isGreaterThanOrEqualTo(400);
            assertThat(post(user, configuration + path, Map.of()).getStatusCode())
                    .isGreaterThanOrEqualTo(400);
        }
    }
}
