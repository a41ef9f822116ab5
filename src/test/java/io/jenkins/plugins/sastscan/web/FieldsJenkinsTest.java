package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import hudson.ExtensionList;
import hudson.ProxyConfiguration;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.ModelObject;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerMonitor;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.report.SubmissionsTab;
import io.jenkins.plugins.sastscan.report.TrendAction;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanStep;
import io.jenkins.plugins.sastscan.step.SourceSettings;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jenkins.agents.ControllerToAgentCallable;
import jenkins.agents.ControllerToAgentFileCallable;
import org.jenkinsci.remoting.RoleSensitive;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.StaplerFallback;
import org.kohsuke.stapler.StaplerOverridable;
import org.kohsuke.stapler.StaplerProxy;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.verb.POST;

/**
 * How the fields of forms are judged as they are typed, and what the lists offer. What a browser can call, and what
 * another machine can be sent to run.
 */
@WithSast
class FieldsJenkinsTest {
    private static JenkinsRule jenkins;
    private static FreeStyleProject job;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        job = rule.createFreeStyleProject();
    }

    @BeforeEach
    void one_server() throws Exception {
        Servers.configure("main");
        Servers.credentials(
                Servers.secretText("token", "a token"),
                Servers.secretText(CredentialsScope.SYSTEM, "system-token", "a token"),
                Servers.user("user", "ci", "a password"));
    }

    /** Values are separated by semicolons: that of the field, and those of the fields that its check depends on. The rest are empty. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SastServer.name | main;https://s.example;other\\nmain2 | OK",
                "SastServer.name | ' ;https://s.example' | ERROR The name is missing",
                "SastServer.name | a\\nb;https://s.example | ERROR line break",
                "SastServer.name | ' main;;other\\nmain ' | ERROR Another SAST server has this name",
                "SastServer.name | '' | OK",
                "SastServer.url | https://sast.example.org/api/;main | OK",
                "SastServer.url | ;main | ERROR missing",
                "SastServer.url | '' | OK",
                "SastServer.url | http://sast.example.org | ERROR begins with http://",
                "SastServer.url | http://sast.example.org;main;true | OK",
                "AccessTokenAuthentication.credentialsId | token;https://s.example | OK",
                "AccessTokenAuthentication.credentialsId | ;https://s.example | ERROR access token are missing",
                "AccessTokenAuthentication.credentialsId | '' | OK",
                "AccessTokenAuthentication.credentialsId | ;https://s.example;sast-team | OK",
                "AccessTokenAuthentication.credentialsId | user;https://s.example | ERROR do not exist",
                "OAuthAuthentication.tokenUrl | https://sast.example.org/token?a=b;;https://s.example | OK",
                "OAuthAuthentication.tokenUrl | ;ci-client | ERROR The token URL is missing",
                "OAuthAuthentication.tokenUrl | ' ;;https://s.example/api/'"
                        + " | WARNING It is usually https://s.example/api/auth/identity/connect/token.",
                "OAuthAuthentication.clientId | ;https://s.example | ERROR OAuth client ID is missing",
                "OAuthAuthentication.clientSecretId | '' | OK",
                "OAuthAuthentication.clientSecretId | user | ERROR do not exist",
                "OAuthAuthentication.userCredentialsId | user;PASSWORD;ci-client | OK",
                "OAuthAuthentication.userCredentialsId | ;PASSWORD;ci-client | ERROR requires user credentials",
                "OAuthAuthentication.userCredentialsId | ;PASSWORD;ci-client;sast-team | OK",
                "OAuthAuthentication.userCredentialsId | ;CLIENT_CREDENTIALS;ci-client | OK",
                "OAuthAuthentication.userCredentialsId | token;PASSWORD;ci-client | ERROR do not exist",
                "SastScanStep.server | main | OK",
                "SastScanStep.server | ${SERVER} | OK",
                "SastScanStep.server | gone | ERROR There is no SAST server",
                "SastScanStep.projectId | ${SAST_PROJECT};main | OK",
                "SastScanStep.projectId | ' ;main' | WARNING Enter the project ID",
                "SastScanStep.projectId | forty-two;main | ERROR project",
                "SourceSettings.directory | ../${MODULE} | OK",
                "SourceSettings.directory | ../other | ERROR workspace",
                "SourceSettings.archive | ../source.zip | ERROR workspace",
                "SourceSettings.archive | a.zip;true | ERROR An existing archive has no manifest",
                "SourceSettings.archive | a.zip;false;true | ERROR An existing archive is always uploaded",
                "SourceSettings.archive | ;true;true | OK",
                "SourceSettings.files | ${FILES} | OK",
                "SourceSettings.files | COMMITTED | ERROR Use ALL, NOT_IGNORED or TRACKED",
                "SourceSettings.includes | /${MODULE}/** | OK",
                "SourceSettings.includes | src/**, /etc/passwd | ERROR Invalid include pattern",
                "SourceSettings.excludes | src/** docs/** | WARNING is one pattern",
                "SourceSettings.excludes | ../** | ERROR Invalid exclude pattern",
                "GitSettings.url | git@git.example.org:app.git | ERROR requires an SSH key",
                "GitSettings.url | $GIT_URL | OK",
                "GitSettings.url | $GIT_URL;user | ERROR contains an expression",
                "GitSettings.branch | feature/a | OK",
                "GitSettings.branch | feature a | ERROR branch",
                "GitSettings.credentialsId | user | OK",
                "GitSettings.credentialsId | ${GIT} | OK",
                "GitSettings.credentialsId | gone | ERROR This job cannot use credentials",
                "GitSettings.credentialsId | system-token | ERROR This job cannot use credentials",
                "SastQueryStep.language | Java | OK",
                "SastQueryStep.language | '' | WARNING Enter the language",
                "SastQueryStep.queryName | SQL_Injection | OK",
                "SastQueryStep.queryName | '' | WARNING Enter the name of the query",
            })
    void a_field_is_judged_as_it_is_typed(String field, String values, String answer) throws Exception {
        String kind = answer.split(" ")[0];
        String text = answer.substring(kind.length()).strip();
        assertThat(Forms.check(job, field, values.replace("\\n", "\n").split(";")))
                .matches("(?is)" + kind + (text.isEmpty() ? "" : ".*" + Pattern.quote(text) + ".*"));
    }

    static Stream<String> fields() {
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.clazz.getName().startsWith("io.jenkins.plugins.sastscan."))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method -> method.getName().startsWith("doCheck"))
                        .map(method -> descriptor.clazz.getSimpleName()
                                + method.getName().replace("doCheck", ".")));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void a_field_tells_what_is_wrong_with_any_text(String field) throws Exception {
        for (String text : BadTexts.values().values()) {
            String answer = Forms.check(job, field, text, text, text, text);

            assertThat(answer).doesNotContain("<script", "<img src=x");
            assertThat(answer.equals("OK") || BadTexts.isSentence(answer.replaceFirst("^[A-Z]+ ", "")))
                    .as(answer)
                    .isTrue();
        }
    }

    @Test
    void no_server_of_several_is_a_warning_and_one_that_cannot_work_is_an_error_with_its_reason() throws Exception {
        SastConfiguration.get().setServers(List.of(Servers.server("main"), new SastServer("bad", "none", null)));

        assertThat(Forms.check(job, "SastScanStep.server", "")).startsWith("WARNING");
        assertThat(Forms.check(job, "SastScanStep.server", "bad"))
                .startsWith("ERROR")
                .contains("The URL of the SAST server does not begin with https://");
    }

    @ParameterizedTest
    @CsvSource({
        "AGENT, '', '', https://sast.example.org, OK",
        "AGENT, user, '', https://sast.example.org, WARNING The controller uploads",
        "AGENT, user, *.example.org, https://sast.example.org, OK",
        "AGENT, user, '', no URL, OK",
        "CONTROLLER, user, '', https://sast.example.org, OK"
    })
    void a_proxy_that_needs_a_user_overrules_the_choice_of_agents(
            String from, String proxyUser, String noProxy, String url, String answer) throws Exception {
        jenkins.jenkins.setProxy(new ProxyConfiguration("proxy.example.org", 3128, proxyUser, "a password", noProxy));
        try {
            assertThat(Forms.check(job, "SastServer.uploadFrom", from, url)).startsWith(answer);
        } finally {
            jenkins.jenkins.setProxy(null);
        }
    }

    private static <D extends Descriptor<?>> D of(Class<D> kind) {
        return kind.cast(jenkins.jenkins.getDescriptorByType(kind));
    }

    private static List<String> values(ListBoxModel list) {
        return list.stream().map(option -> option.value).toList();
    }

    @Test
    void credentials_are_offered_by_kind_and_stay_offered_where_they_are_gone() {
        AccessTokenAuthentication.DescriptorImpl token = of(AccessTokenAuthentication.DescriptorImpl.class);
        OAuthAuthentication.DescriptorImpl oauth = of(OAuthAuthentication.DescriptorImpl.class);
        GitSettings.DescriptorImpl git = of(GitSettings.DescriptorImpl.class);
        String url = "https://s.example.org";

        assertThat(values(token.doFillCredentialsIdItems("", url)))
                .containsExactlyInAnyOrder("", "token", "system-token");
        assertThat(values(token.doFillCredentialsIdItems("gone", ""))).contains("gone", "token");
        assertThat(values(oauth.doFillClientSecretIdItems("", url)))
                .containsExactlyInAnyOrder("", "token", "system-token");
        assertThat(values(oauth.doFillUserCredentialsIdItems("", url))).containsExactlyInAnyOrder("", "user");
        assertThat(values(git.doFillCredentialsIdItems(job, "", "git@git.example.org:app.git")))
                .containsExactlyInAnyOrder("", "token", "user");
        assertThat(values(git.doFillCredentialsIdItems(job, "gone", ""))).contains("gone", "user");
    }

    @Test
    void servers_and_files_are_offered_with_what_else_is_chosen() {
        SastScanStep.DescriptorImpl step = of(SastScanStep.DescriptorImpl.class);
        assertThat(values(step.doFillServerItems(job, ""))).containsExactly("main");
        assertThat(values(step.doFillServerItems(job, "gone"))).containsExactly("main", "gone");
        Servers.configure("two", "one");
        assertThat(values(step.doFillServerItems(job, ""))).containsExactly("", "two", "one");

        SourceSettings.DescriptorImpl source = of(SourceSettings.DescriptorImpl.class);
        assertThat(values(source.doFillFilesItems(job, "TRACKED"))).containsExactly("ALL", "NOT_IGNORED", "TRACKED");
        assertThat(values(source.doFillFilesItems(job, "${FILES}"))).contains("TRACKED", "${FILES}");
    }

    private static Stream<Method> webMethods() {
        return PluginOutput.methods().filter(method -> method.getName().matches("do[A-Z].*"));
    }

    @Test
    void each_is_a_method_of_a_descriptor_that_wants_a_POST() {
        assertThat(webMethods())
                .isNotEmpty()
                .allMatch(method -> method.isAnnotationPresent(POST.class)
                        && Descriptor.class.isAssignableFrom(method.getDeclaringClass()));
    }

    /** Stapler opens methods to the web by annotations, too; a new one needs its place here. */
    @Test
    void no_annotation_name_or_field_opens_anything_else() {
        assertThat(PluginOutput.methods().flatMap(method -> Arrays.stream(method.getAnnotations())))
                .extracting(Annotation::annotationType)
                .isNotEmpty()
                .isSubsetOf(POST.class, DataBoundSetter.class, Exported.class, Restricted.class);
        assertThat(PluginOutput.methods()
                        .filter(method -> method.getName()
                                .matches("js[A-Z].*|(get|do)(Dynamic|Index)|getTarget|getStaplerFallback|getApi"))
                        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
                .containsExactly("SubmissionsAction.getApi");
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                        .filter(field ->
                                Modifier.isPublic(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())))
                .isEmpty();
    }

    @Test
    void only_the_reports_and_the_monitor_are_pages() {
        assertThat(PluginOutput.classes())
                .filteredOn(type -> Stream.of(
                                ModelObject.class, StaplerProxy.class, StaplerFallback.class, StaplerOverridable.class)
                        .anyMatch(kind -> kind.isAssignableFrom(type)))
                .containsExactlyInAnyOrder(
                        SubmissionsAction.class, SubmissionsTab.class, TrendAction.class, ServerMonitor.class);
    }

    @Test
    void what_runs_elsewhere_runs_on_agents_alone() {
        assertThat(PluginOutput.classes())
                .filteredOn(RoleSensitive.class::isAssignableFrom)
                .isNotEmpty()
                .allMatch(type -> ControllerToAgentFileCallable.class.isAssignableFrom(type)
                        || ControllerToAgentCallable.class.isAssignableFrom(type))
                .noneMatch(type -> Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("checkRoles")));
    }
}
