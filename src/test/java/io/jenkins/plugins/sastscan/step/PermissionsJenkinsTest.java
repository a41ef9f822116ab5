package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsProvider;
import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.util.NameValuePair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;

/** Who may call which of the methods that the forms call over HTTP: every one of them, found by reflection. */
@WithSast
class PermissionsJenkinsTest {
    private static final String ANONYMOUS = "";
    private static final String READER = "reader";
    private static final String CONFIGURER = "configurer";
    private static final String EXTENDED_READER = "extended-reader";
    private static final String CREDENTIALS_USER = "credentials-user";
    private static final String ADMINISTRATOR = "administrator";
    private static final String SECRET_ID = "id-that-readers-must-not-see";

    private static JenkinsRule jenkins;

    @BeforeAll
    static void set_up_users(JenkinsRule rule) throws Exception {
        rule.createFreeStyleProject("job");
        Servers.configure("server-that-readers-must-not-see");
        Servers.credentials(Servers.secretText(SECRET_ID, "secret"), Servers.user("user-" + SECRET_ID, "ci", "secret"));
        rule.jenkins.setSecurityRealm(rule.createDummySecurityRealm());
        rule.jenkins.setAuthorizationStrategy(new MockAuthorizationStrategy()
                .grant(Jenkins.READ, Item.READ)
                .everywhere()
                .to(READER, CONFIGURER, EXTENDED_READER, CREDENTIALS_USER)
                .grant(Item.CONFIGURE)
                .everywhere()
                .to(CONFIGURER)
                .grant(Item.EXTENDED_READ)
                .everywhere()
                .to(EXTENDED_READER)
                .grant(CredentialsProvider.USE_ITEM)
                .everywhere()
                .to(CREDENTIALS_USER)
                .grant(Jenkins.ADMINISTER)
                .everywhere()
                .to(ADMINISTRATOR));
    }

    /** A method of a descriptor that can be called over HTTP. */
    record Endpoint(String descriptor, String method, boolean global) {
        /** Lists of credentials answer everybody, but only with what is chosen already. */
        boolean listsCredentials() {
            return method.matches("fill(?:Credentials|ClientSecret|UserCredentials)IdItems");
        }

        /** Whoever may not choose credentials is not told whether some exist, but not shown an error either. */
        boolean keepsSilent() {
            return descriptor.equals(GitSettings.class.getName()) && method.equals("checkCredentialsId");
        }

        String path() {
            return "descriptorByName/" + descriptor + "/" + method;
        }
    }

    static Stream<Endpoint> endpoints() {
        String step = SastScanStep.class.getPackageName();
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.getClass().getPackageName().startsWith("io.jenkins.plugins.sastscan"))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method ->
                                method.getDeclaringClass().getPackageName().startsWith("io.jenkins.plugins.sastscan"))
                        .map(Method::getName)
                        .filter(name -> name.startsWith("do"))
                        .distinct()
                        .sorted()
                        .map(name -> new Endpoint(
                                descriptor.getId(),
                                Introspector.decapitalize(name.substring(2)),
                                !descriptor.getClass().getPackageName().equals(step))));
    }

    private static WebResponse call(String user, HttpMethod method, String path) throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setThrowExceptionOnFailingStatusCode(false);
            if (!user.isEmpty()) {
                client.withBasicCredentials(user);
            }
            WebRequest request =
                    new WebRequest(URI.create(client.getContextPath() + path).toURL(), method);
            if (method == HttpMethod.POST) {
                request.setRequestParameters(List.of(
                        new NameValuePair("value", "1"),
                        new NameValuePair("url", "https://sast.invalid/a"),
                        new NameValuePair(
                                jenkins.jenkins.getCrumbIssuer().getDescriptor().getCrumbRequestField(),
                                jenkins.jenkins.getCrumbIssuer().getCrumb())));
            }
            return client.loadWebResponse(request);
        }
    }

    private static int status(String user, String path) throws Exception {
        return call(user, HttpMethod.POST, path).getStatusCode();
    }

    @Test
    void all_methods_are_found() {
        assertThat(endpoints())
                .hasSizeGreaterThan(35)
                .anyMatch(each -> each.method().equals("testConnection"));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_get_is_refused_even_to_an_administrator(Endpoint endpoint) throws Exception {
        assertThat(call(ADMINISTRATOR, HttpMethod.GET, endpoint.path()).getStatusCode())
                .isEqualTo(404);
        assertThat(call(ADMINISTRATOR, HttpMethod.GET, "job/job/" + endpoint.path())
                        .getStatusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void an_administrator_is_answered(Endpoint endpoint) throws Exception {
        assertThat(status(ADMINISTRATOR, endpoint.path())).isEqualTo(200);
        assertThat(status(ADMINISTRATOR, "job/job/" + endpoint.path())).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void anonymous_is_refused(Endpoint endpoint) throws Exception {
        assertThat(status(ANONYMOUS, endpoint.path())).isEqualTo(403);
        assertThat(status(ANONYMOUS, "job/job/" + endpoint.path())).isIn(403, 404);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_reader_is_refused_or_told_nothing(Endpoint endpoint) throws Exception {
        for (String path : List.of(endpoint.path(), "job/job/" + endpoint.path())) {
            WebResponse answer = call(READER, HttpMethod.POST, path);

            assertThat(answer.getStatusCode())
                    .isEqualTo(endpoint.listsCredentials() || endpoint.keepsSilent() ? 200 : 403);
            assertThat(answer.getContentAsString()).doesNotContain("must-not-see");
        }
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void whoever_sees_the_form_of_a_job_is_answered_in_the_job_but_has_no_say_about_servers(Endpoint endpoint)
            throws Exception {
        for (String user : List.of(CONFIGURER, EXTENDED_READER)) {
            WebResponse inJob = call(user, HttpMethod.POST, "job/job/" + endpoint.path());
            WebResponse outside = call(user, HttpMethod.POST, endpoint.path());

            assertThat(inJob.getStatusCode()).isEqualTo(endpoint.global() && !endpoint.listsCredentials() ? 403 : 200);
            assertThat(outside.getStatusCode())
                    .isEqualTo(endpoint.listsCredentials() || endpoint.keepsSilent() ? 200 : 403);
            assertThat(outside.getContentAsString()).doesNotContain("must-not-see");
            if (endpoint.global()) {
                assertThat(inJob.getContentAsString()).doesNotContain("must-not-see");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CONFIGURER, EXTENDED_READER})
    void whoever_sees_the_form_of_a_job_sees_the_servers_and_the_credentials_that_the_job_can_use(String user)
            throws Exception {
        String servers = call(
                        user,
                        HttpMethod.POST,
                        "job/job/descriptorByName/" + SastScanBuilder.class.getName() + "/fillServerItems")
                .getContentAsString();
        String credentials = call(
                        user,
                        HttpMethod.POST,
                        "job/job/descriptorByName/" + GitSettings.class.getName() + "/fillCredentialsIdItems")
                .getContentAsString();

        assertThat(servers).contains("server-that-readers-must-not-see");
        assertThat(credentials).contains(SECRET_ID);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void whoever_may_use_credentials_sees_those_that_the_job_can_use_and_nothing_else(Endpoint endpoint)
            throws Exception {
        WebResponse answer = call(CREDENTIALS_USER, HttpMethod.POST, "job/job/" + endpoint.path());

        if (endpoint.listsCredentials() && !endpoint.global()) {
            assertThat(answer.getContentAsString()).contains(SECRET_ID);
        } else {
            assertThat(answer.getStatusCode()).isEqualTo(endpoint.listsCredentials() ? 200 : 403);
            assertThat(answer.getContentAsString()).doesNotContain("must-not-see");
        }
    }
}
