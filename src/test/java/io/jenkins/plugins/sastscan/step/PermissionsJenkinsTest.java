package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/**
 * Which users may call each method that forms call over HTTP (found by reflection), and which names and URLs each user
 * sees on pages, in the remote API and in logs.
 */
@WithSast
class PermissionsJenkinsTest {
    private static final String ANONYMOUS = "";
    private static final String READER = "reader";
    private static final String STRANGER = "stranger";
    private static final String WORKER = "worker";
    private static final String CONFIGURER = "configurer";
    private static final String EXTENDED_READER = "extended-reader";
    private static final String CREDENTIALS_USER = "credentials-user";
    private static final String FOLDER_ADMIN = "folder-admin";
    private static final String ADMINISTRATOR = "administrator";
    private static final List<String> OTHERS =
            List.of(ANONYMOUS, READER, CONFIGURER, EXTENDED_READER, CREDENTIALS_USER, FOLDER_ADMIN);

    private static final String JOB = "job/job/";
    private static final String IN_FOLDER = "job/team/job/inner/";
    private static final List<String> PLACES = List.of("", JOB, IN_FOLDER);

    /** Part of the SAST server's name and of all credentials IDs. */
    private static final String HIDDEN = "that-readers-must-not-see";

    private static final String SECRET_ID = "secret-" + HIDDEN;
    private static final String USER_ID = "user-" + HIDDEN;

    private static final Map<String, JenkinsRule.WebClient> CLIENTS = new HashMap<>();

    private static JenkinsRule jenkins;
    private static SastJenkins sast;

    @BeforeAll
    static void setUpUsers(JenkinsRule rule) throws Exception {
        submit();
        rule.createFreeStyleProject("job");
        Folder team = rule.createProject(Folder.class, "team");
        team.createProject(FreeStyleProject.class, "inner");
        sast.configure(sast.server("server-" + HIDDEN));
        sast.addCredentials(
                Servers.secretText(SECRET_ID, sast.simulator().oauthClient().clientSecret()));
        sast.addCredentials(Servers.user(USER_ID, "ci", "secret"));
        var users = SastJenkins.users(
                rule,
                Map.of(
                        STRANGER, List.of(Jenkins.READ),
                        READER, List.of(Jenkins.READ, Item.READ),
                        WORKER, List.of(Jenkins.READ, Item.READ, Item.WORKSPACE),
                        CONFIGURER, List.of(Jenkins.READ, Item.READ, Item.CONFIGURE),
                        EXTENDED_READER, List.of(Jenkins.READ, Item.READ, Item.EXTENDED_READ),
                        CREDENTIALS_USER, List.of(Jenkins.READ, Item.READ, CredentialsProvider.USE_ITEM),
                        FOLDER_ADMIN, List.of(Jenkins.READ, Item.READ),
                        ADMINISTRATOR, List.of(Jenkins.ADMINISTER)));
        users.grant(Item.CREATE, Item.CONFIGURE, Item.BUILD, Item.DELETE, CredentialsProvider.VIEW)
                .onFolders(team)
                .to(FOLDER_ADMIN);
    }

    @AfterAll
    static void close() {
        CLIENTS.values().forEach(JenkinsRule.WebClient::close);
    }

    /** A method of a descriptor that can be called over HTTP. */
    record Endpoint(String descriptor, String method, boolean global) {
        /** Every logged-in user may call these methods. Users without permission get only the current value. */
        boolean listsCredentials() {
            return method.matches("fill(?:Credentials|ClientSecret|UserCredentials)IdItems");
        }

        /** Users who may not choose credentials get neither a result nor an error. */
        boolean isSilent() {
            return listsCredentials()
                    || descriptor.equals(GitSettings.class.getName()) && method.equals("checkCredentialsId");
        }

        boolean isFor(String user, String place) {
            boolean inJob = !place.isEmpty();
            return switch (user) {
                case ADMINISTRATOR -> true;
                case CONFIGURER, EXTENDED_READER -> inJob && !global;
                case CREDENTIALS_USER -> inJob && !global && listsCredentials();
                case FOLDER_ADMIN -> place.equals(IN_FOLDER) && !global;
                default -> false;
            };
        }

        int status(String user, String place) {
            // In a job, checkCredentialsId refuses users who can use credentials but not configure the job.
            boolean silent = user.equals(CREDENTIALS_USER) && !place.isEmpty() ? listsCredentials() : isSilent();
            return isFor(user, place) || silent && !user.equals(ANONYMOUS) ? 200 : 403;
        }

        String path() {
            return "descriptorByName/" + descriptor + "/" + method;
        }
    }

    /** Methods that all steps inherit are listed once. */
    static Stream<Endpoint> endpoints() {
        String step = SastScanStep.class.getPackageName();
        Set<String> seen = new HashSet<>();
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.getClass().getPackageName().startsWith("io.jenkins.plugins.sastscan"))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method ->
                                method.getDeclaringClass().getPackageName().startsWith("io.jenkins.plugins.sastscan"))
                        .filter(method -> method.getName().startsWith("do")
                                && seen.add(method.getDeclaringClass() + method.getName()))
                        .map(Method::getName)
                        .sorted()
                        .map(name -> new Endpoint(
                                descriptor.getId(),
                                Introspector.decapitalize(name.substring(2)),
                                !descriptor.getClass().getPackageName().equals(step))));
    }

    private static WebResponse post(String user, String path, Map<String, String> form) throws Exception {
        JenkinsRule.WebClient client = client(user);
        WebRequest request =
                new WebRequest(URI.create(client.getContextPath() + path).toURL(), HttpMethod.POST);
        List<NameValuePair> pairs = new ArrayList<>();
        form.forEach((name, value) -> pairs.add(new NameValuePair(name, value)));
        request.setRequestParameters(pairs);
        return client.loadWebResponse(client.addCrumb(request));
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

    /** A form with which "Test connection" succeeds. */
    private static Map<String, String> form() {
        return Map.ofEntries(
                Map.entry("value", "1"),
                Map.entry("url", sast.simulator().baseUrl().toString()),
                Map.entry("tokenUrl", sast.simulator().tokenUrl().toString()),
                Map.entry("allowPlainHttp", "true"),
                Map.entry("testPlainHttp", "true"),
                Map.entry("testTimeoutSeconds", "5"),
                Map.entry("credentialsId", SastJenkins.TOKEN_ID),
                Map.entry("grant", "CLIENT_CREDENTIALS"),
                Map.entry("clientId", sast.simulator().oauthClient().clientId()),
                Map.entry("clientSecretId", SECRET_ID));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void each_form_method_checks_permissions_and_only_administrators_can_connect(Endpoint endpoint) throws Exception {
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
                .isEqualTo(endpoint.method().equals("testConnection"));
    }

    @ParameterizedTest
    @ValueSource(strings = {CONFIGURER, EXTENDED_READER, CREDENTIALS_USER, FOLDER_ADMIN})
    void users_of_a_job_form_see_the_servers_and_credentials_that_they_may_use(String user) throws Exception {
        String servers = "descriptorByName/" + SastScanStep.class.getName() + "/fillServerItems";
        String git = "descriptorByName/" + GitSettings.class.getName() + "/fillCredentialsIdItems";

        assertThat(post(user, IN_FOLDER + servers, Map.of())
                        .getContentAsString()
                        .contains(HIDDEN))
                .isEqualTo(!user.equals(CREDENTIALS_USER));
        assertThat(post(user, IN_FOLDER + git, Map.of()).getContentAsString()).contains(SECRET_ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {ANONYMOUS, READER, CONFIGURER, FOLDER_ADMIN})
    void credentials_ids_cannot_be_guessed(String user) throws Exception {
        for (Endpoint endpoint : endpoints()
                .filter(each -> each.method().matches(".*(CredentialsId|SecretId).*"))
                .toList()) {
            List<String> known = Stream.of(SECRET_ID, USER_ID)
                    .filter(id -> !answer(ADMINISTRATOR, endpoint.path(), id)
                            .equals(answer(ADMINISTRATOR, endpoint.path(), "none-id")))
                    .toList();
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

    /** The status and the response text without the requested ID. */
    private static String answer(String user, String path, String id) {
        try {
            WebResponse answer = post(
                    user,
                    path,
                    Map.of("value", id, "credentialsId", id, "clientSecretId", id, "userCredentialsId", id));
            return answer.getStatusCode() + " "
                    + (answer.getStatusCode() == 200
                            ? answer.getContentAsString().replace(id, "ID")
                            : "");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "servers/",
                "servers/0/url",
                "servers/0/authentication/credentialsId",
                "servers/0/descriptor/checkName?value=",
                "api/json",
                "config/"
            })
    void servers_cannot_be_accessed_by_url_path(String path) throws Exception {
        String configuration = "descriptorByName/" + SastConfiguration.class.getName() + "/";

        assertThat(Browsers.get(jenkins, READER, configuration + "help/servers").getStatusCode())
                .as("what the paths begin with is there")
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

    /** Part of each file and folder name in the workspace, and of nothing else. */
    private static final String NAME = "hush";

    private static FreeStyleBuild build;
    private static FreeStyleBuild dryRun;

    private static void submit() throws Exception {
        SastScanBuilder step = SastJenkins.builder("main", "42");
        // A submitted folder and an excluded directory.
        FreeStyleProject job =
                sast.freestyle(Map.of(NAME + "-folder/Main.java", "class Main {}", NAME + ".egg-info/a", "A"), step);
        build = jenkins.buildAndAssertSuccess(job);
        step.setDryRun(true);
        dryRun = jenkins.buildAndAssertSuccess(job);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sast-scan/",
                "sast-scan/api/json?depth=9",
                "sast-scan/api/xml?depth=9",
                "sast-scan/api/json?tree=submissions[url,archive[folders[name],skippedFiles[names]]]",
                "api/json?depth=9"
            })
    void file_names_and_the_server_url_require_permission_to_read_the_workspace(String path) throws Exception {
        WebResponse forWorker = Browsers.get(jenkins, WORKER, build.getUrl() + path);
        assertThat(forWorker.getStatusCode()).isEqualTo(200);
        assertThat(forWorker.getContentAsString()).contains(NAME + "-folder", NAME + ".egg-info", server());

        WebResponse forReader = Browsers.get(jenkins, READER, build.getUrl() + path);
        assertThat(forReader.getStatusCode()).isEqualTo(200);
        assertThat(forReader.getContentAsString()).doesNotContain(NAME, server());

        assertThat(Browsers.get(jenkins, STRANGER, build.getUrl() + path).getStatusCode())
                .isEqualTo(404);
        WebResponse forAnonymous = Browsers.get(jenkins, ANONYMOUS, build.getUrl() + path);
        assertThat(forAnonymous.getStatusCode()).isEqualTo(403);
        assertThat(forAnonymous.getContentAsString()).doesNotContain(NAME, server());
    }

    @Test
    void other_pages_do_not_show_file_names_or_the_server_url() throws Exception {
        List<String> paths = List.of(
                build.getUrl(),
                build.getUrl() + "sast-scan/submissions/0/api/json",
                build.getUrl() + "sast-scan/submissions/0/archive/folders/0/",
                build.getUrl() + "sast-scan/submissions/0/archive/skippedFiles/0/names/",
                build.getParent().getUrl(),
                build.getParent().getUrl() + "api/json?depth=9",
                "api/json?depth=9",
                "api/xml?depth=9");
        for (String path : paths) {
            assertThat(Browsers.get(jenkins, READER, path).getContentAsString())
                    .as(path)
                    .doesNotContain(NAME, server());
        }
    }

    @Test
    void readers_without_workspace_permission_see_counts_but_no_names() throws Exception {
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "sast-scan/").getContentAsString())
                .contains("1 excluded directory", "java", "Project 42, server main")
                .doesNotContain("Largest folders");
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "sast-scan/api/json")
                        .getContentAsString())
                .contains("\"count\":1", "\"names\":[]", "\"folders\":[]", "\"url\":\"\"");
    }

    @Test
    void only_the_log_of_a_dry_run_contains_file_names() throws Exception {
        assertThat(Browsers.get(jenkins, READER, build.getUrl() + "consoleText").getContentAsString())
                .contains("Skipped: 1 excluded directory")
                .doesNotContain(NAME, server());
        assertThat(Browsers.get(jenkins, READER, dryRun.getUrl() + "consoleText")
                        .getContentAsString())
                .contains(NAME + "-folder/Main.java", "  skipped (excluded directory): " + NAME + ".egg-info")
                .doesNotContain(server());
    }

    /** Host and port of the SAST server. */
    private static String server() {
        return sast.simulator().baseUrl().getAuthority();
    }
}
