package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.CredentialsScope;
import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.security.ACL;
import hudson.security.ACLContext;
import hudson.security.AccessDeniedException3;
import hudson.security.AuthorizationStrategy;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.config.AccessRule;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;
import org.kohsuke.stapler.verb.POST;

/** The checks that run while users fill in form fields, and the choices in lists. */
@WithSast
class FieldsJenkinsTest {
    private static JenkinsRule jenkins;
    private static FreeStyleProject job;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        job = rule.createFreeStyleProject();
    }

    @BeforeEach
    void configureOneServer() throws Exception {
        Servers.configure("main");
        Servers.credentials(
                Servers.secretText("token", "a token"),
                Servers.secretText(CredentialsScope.SYSTEM, "system-token", "a token"),
                Servers.user("user", "ci", "a password"));
    }

    /**
     * Semicolons separate the values. The first value is the text in the field. The other values are further arguments
     * of the check method. Missing values are empty.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SastServer.name | other;https://s.example | OK",
                "SastServer.name | ' ;https://s.example' | ERROR The name is missing",
                "SastServer.name | '' | OK",
                "SastServer.url | https://sast.example.org/api/;main | OK",
                "SastServer.url | ;main | ERROR missing",
                "SastServer.url | '' | OK",
                "SastServer.url | http://sast.example.org | ERROR begins with http://",
                "SastServer.excludes | **/secrets/**, *.pem | OK",
                "SastServer.excludes | ../** | ERROR Invalid exclude pattern",
                "AccessTokenAuthentication.credentialsId | token;https://s.example | OK",
                "AccessTokenAuthentication.credentialsId | ;https://s.example | ERROR access token are missing",
                "AccessTokenAuthentication.credentialsId | ;https://s.example;sast-team | OK",
                "AccessTokenAuthentication.credentialsId | user;https://s.example | ERROR do not exist",
                "OAuthAuthentication.tokenUrl | https://sast.example.org/token?a=b;https://s.example | OK",
                "OAuthAuthentication.tokenUrl | token;https://s.example | ERROR is not a valid https:// URL",
                "OAuthAuthentication.tokenUrl | ' ;https://s.example/api/'"
                        + " | OK If this field is empty: https://s.example/api/auth/identity/connect/token",
                "OAuthAuthentication.clientId | ;https://s.example | ERROR OAuth client ID is missing",
                "OAuthAuthentication.clientSecretId | user | ERROR do not exist",
                "OAuthAuthentication.userCredentialsId | user | OK",
                "OAuthAuthentication.userCredentialsId | '' | OK",
                "OAuthAuthentication.userCredentialsId | token | ERROR do not exist",
                "AccessRule.item | '' | ERROR is missing",
                "AccessRule.projects | '42, 50-' | ERROR Invalid project IDs",
                "AccessRule.projects | '' | WARNING This rule allows no project",
                "AccessRule.defaultProject | 50;42, 50-59 | OK",
                "AccessRule.defaultProject | 43;42 | ERROR The default project 43 is not among the project IDs",
                "SastSubmitStep.server | main | OK",
                "SastSubmitStep.server | ${SERVER} | OK",
                "SastSubmitStep.server | gone | ERROR There is no SAST server",
                "SastSubmitStep.projectId | ${SAST_PROJECT};main | OK",
                "SastSubmitStep.projectId | ' ;main' | OK",
                "SastSubmitStep.projectId | forty-two;main | ERROR project",
                "SourceSettings.directory | ../${MODULE} | OK",
                "SourceSettings.directory | ../other | ERROR workspace",
                "SourceSettings.archive | a.zip | OK",
                "SourceSettings.archive | ../source.zip | ERROR workspace",
                "SourceSettings.includes | /${MODULE}/** | OK",
                "SourceSettings.includes | src/**, /etc/passwd | ERROR Invalid include pattern",
                "SourceSettings.excludes | src/**, docs/** | OK",
                "GitSettings.url | git@git.example.org:app.git | ERROR requires an SSH key",
                "GitSettings.url | $GIT_URL | OK",
                "GitSettings.url | $GIT_URL;user | ERROR contains an expression",
                "GitSettings.branch | feature/a | OK",
                "GitSettings.branch | feature a | ERROR branch",
                "GitSettings.credentialsId | user | OK",
                "GitSettings.credentialsId | ${GIT} | OK",
                "GitSettings.credentialsId | gone | ERROR This job cannot use credentials",
                "GitSettings.credentialsId | system-token | ERROR This job cannot use credentials",
            })
    void a_field_is_checked_while_its_value_is_typed(String field, String values, String answer) throws Exception {
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
    void every_field_answers_any_text_with_ok_or_a_safe_message(String field) throws Exception {
        for (String text : BadTexts.values()) {
            String answer = Forms.check(job, field, text, text, text, text);

            assertThat(answer).doesNotContain("<script", "<img src=x");
            assertThat(answer.equals("OK") || BadTexts.isSentence(answer.replaceFirst("^[A-Z]+ ", "")))
                    .as(answer)
                    .isTrue();
        }
    }

    static Stream<Arguments> formMethods() {
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.clazz.getName().startsWith("io.jenkins.plugins.sastscan."))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method -> method.getName().matches("do[A-Z].*"))
                        .filter(method -> method.isAnnotationPresent(POST.class))
                        .map(method -> Arguments.of(descriptor, method)));
    }

    /** The limit is generous, but the time for a text of this length must not grow with its square. */
    @ParameterizedTest
    @MethodSource("formMethods")
    @Timeout(10)
    @SuppressWarnings("try") // the ACL context is held but not used
    void without_permission_a_form_method_does_nothing_even_with_a_long_text(Descriptor<?> descriptor, Method method)
            throws Exception {
        jenkins.jenkins.setAuthorizationStrategy(new MockAuthorizationStrategy());
        String text = "x" + "/".repeat(1_000_000) + "x";
        Object[] arguments = Stream.of(method.getParameterTypes())
                .map(type -> type == String.class
                        ? text
                        : type == boolean.class ? (Object) false : type == Item.class ? job : null)
                .toArray();
        Object answer;
        try (ACLContext anonymous = ACL.as2(Jenkins.ANONYMOUS2)) {
            answer = method.invoke(descriptor, arguments);
        } catch (InvocationTargetException e) {
            answer = e.getCause();
        } finally {
            jenkins.jenkins.setAuthorizationStrategy(AuthorizationStrategy.UNSECURED);
        }
        if (answer instanceof ListBoxModel items) {
            assertThat(values(items)).containsExactly(text);
        } else if (answer instanceof FormValidation validation) {
            assertThat(validation.kind).isEqualTo(FormValidation.Kind.OK);
        } else {
            assertThat(answer).isInstanceOf(AccessDeniedException3.class);
        }
    }

    private static <D extends Descriptor<?>> D of(Class<D> kind) {
        return kind.cast(jenkins.jenkins.getDescriptorByType(kind));
    }

    private static List<String> values(ListBoxModel list) {
        return list.stream().map(option -> option.value).toList();
    }

    @Test
    void credential_lists_contain_the_current_value_and_credentials_of_the_supported_type() {
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
    void the_item_field_of_an_access_rule_suggests_items_and_is_checked() throws Exception {
        Folder team = jenkins.createProject(Folder.class, "team");
        team.createProject(FreeStyleProject.class, "app");
        AccessRule.DescriptorImpl rule = of(AccessRule.DescriptorImpl.class);

        assertThat(rule.doAutoCompleteItem("tea").getValues()).containsExactly("team");
        assertThat(rule.doAutoCompleteItem("team/").getValues()).containsExactly("team/app");
        assertThat(Forms.check(team, "AccessRule.item", "team/app")).isEqualTo("OK");
        assertThat(Forms.check(team, "AccessRule.item", "Team")).startsWith("WARNING");
    }
}
