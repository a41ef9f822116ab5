package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** How the fields of the steps are judged as they are typed, and what the lists offer. */
@WithSast
class StepFieldsJenkinsTest {
    private static final String FINE = "";
    private static final String WARNING = "Warning: ";

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

    private static <D extends Descriptor<?>> D of(Class<D> kind) {
        return kind.cast(jenkins.jenkins.getDescriptorByType(kind));
    }

    private static Arguments check(
            String what, BiFunction<Item, String, FormValidation> check, String value, String message) {
        return Arguments.of(what, check, value, message);
    }

    static Stream<Arguments> checks() {
        SourceSettings.DescriptorImpl source = of(SourceSettings.DescriptorImpl.class);
        GitSettings.DescriptorImpl git = of(GitSettings.DescriptorImpl.class);
        BiFunction<Item, String, FormValidation> gitUrl = (item, value) -> git.doCheckUrl(item, value, "");
        SastQueryStep.DescriptorImpl query = of(SastQueryStep.DescriptorImpl.class);
        SastScanStep.DescriptorImpl scan = of(SastScanStep.DescriptorImpl.class);
        BiFunction<Item, String, FormValidation> id = (item, value) -> scan.doCheckProjectId(item, value, "main");
        return Stream.of(
                check("server", scan::doCheckServer, "main", FINE),
                check("the only server", scan::doCheckServer, "", FINE),
                check("server of an expression", scan::doCheckServer, "${SERVER}", FINE),
                check("no such server", scan::doCheckServer, "gone", "There is no SAST server"),
                check("project ID", id, "42", FINE),
                check("project ID of an expression", id, "${SAST_PROJECT}", FINE),
                check("no project ID", id, " ", WARNING + "Enter the project ID"),
                check("project ID in words", id, "forty-two", "project"),
                check("directory", source::doCheckDirectory, "services/billing", FINE),
                check("directory of an expression", source::doCheckDirectory, "../${MODULE}", FINE),
                check("no directory", source::doCheckDirectory, "", FINE),
                check("directory outside", source::doCheckDirectory, "../other", "workspace"),
                check("archive", source::doCheckArchive, "target/source.zip", FINE),
                check("archive outside", source::doCheckArchive, "../source.zip", "workspace"),
                check("files", source::doCheckFiles, "TRACKED", FINE),
                check("files of an expression", source::doCheckFiles, "${FILES}", FINE),
                check("unknown files", source::doCheckFiles, "COMMITTED", "Use ALL, NOT_IGNORED or TRACKED"),
                check("includes", source::doCheckIncludes, "src/**, pom.xml", FINE),
                check("includes of an expression", source::doCheckIncludes, "/${MODULE}/**", FINE),
                check("absolute include", source::doCheckIncludes, "src/**, /etc/passwd", "Invalid include pattern"),
                check("excludes", source::doCheckExcludes, "**/test/**\n**/*.min.js", FINE),
                check("two patterns in one", source::doCheckExcludes, "src/** docs/**", WARNING + "is one pattern"),
                check("exclude that climbs", source::doCheckExcludes, "../**", "Invalid exclude pattern"),
                check("Git URL", gitUrl, "https://git.example.org/app.git", FINE),
                check("short Git URL without a key", gitUrl, "git@git.example.org:app.git", "requires an SSH key"),
                check("Git URL of an expression", gitUrl, "$GIT_URL", FINE),
                check("no Git URL", gitUrl, "", FINE),
                check(
                        "Git URL of an expression with credentials",
                        (item, value) -> git.doCheckUrl(item, value, "user"),
                        "$GIT_URL",
                        "contains an expression"),
                check("a file as Git URL", gitUrl, "/srv/app.git", "URL"),
                check("branch", git::doCheckBranch, "feature/a", FINE),
                check("branch with a blank", git::doCheckBranch, "feature a", "branch"),
                check("Git credentials", git::doCheckCredentialsId, "user", FINE),
                check("no Git credentials", git::doCheckCredentialsId, "", FINE),
                check("Git credentials of an expression", git::doCheckCredentialsId, "${GIT}", FINE),
                check(
                        "Git credentials that are gone",
                        git::doCheckCredentialsId,
                        "gone",
                        "This job cannot use credentials"),
                check(
                        "those of Jenkins alone",
                        git::doCheckCredentialsId,
                        "system-token",
                        "This job cannot use credentials"),
                check("language", query::doCheckLanguage, "Java", FINE),
                check("no language", query::doCheckLanguage, "", WARNING + "Enter the language"),
                check("query", query::doCheckQueryName, "SQL_Injection", FINE),
                check("no query", query::doCheckQueryName, "", WARNING + "Enter the name of the query"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("checks")
    void a_field_is_judged_as_it_is_typed(
            String what, BiFunction<Item, String, FormValidation> check, String value, String message) {
        FormValidation answer = check.apply(job, value);

        if (message.isEmpty()) {
            assertThat(answer.kind).isEqualTo(FormValidation.Kind.OK);
        } else {
            boolean warning = message.startsWith(WARNING);
            assertThat(answer.kind).isEqualTo(warning ? FormValidation.Kind.WARNING : FormValidation.Kind.ERROR);
            assertThat(answer.getMessage()).containsIgnoringCase(message.replace(WARNING, ""));
        }
    }

    @Test
    void no_server_of_several_is_a_warning_and_one_that_cannot_work_is_an_error_with_its_reason() {
        SastScanStep.DescriptorImpl step = of(SastScanStep.DescriptorImpl.class);
        SastConfiguration.get().setServers(List.of(Servers.server("main"), new SastServer("bad", "none", null)));

        assertThat(step.doCheckServer(job, "").kind).isEqualTo(FormValidation.Kind.WARNING);
        assertThat(step.doCheckServer(job, "bad"))
                .hasMessageContaining("The server URL does not begin with https://")
                .extracting(answer -> answer.kind)
                .isEqualTo(FormValidation.Kind.ERROR);
    }

    private static List<String> values(ListBoxModel list) {
        return list.stream().map(option -> option.value).toList();
    }

    @Test
    void the_servers_are_offered_in_their_order_with_one_that_is_gone_but_chosen() {
        SastScanStep.DescriptorImpl step = of(SastScanStep.DescriptorImpl.class);
        assertThat(values(step.doFillServerItems(job, ""))).containsExactly("main");
        assertThat(values(step.doFillServerItems(job, "gone"))).containsExactly("main", "gone");

        Servers.configure("two", "one");
        assertThat(values(step.doFillServerItems(job, ""))).containsExactly("", "two", "one");
    }

    @Test
    void the_severities_of_the_interface_description_are_proposed() {
        assertThat(of(SastQueryStep.DescriptorImpl.class).doFillSeverityItems(job))
                .containsExactly("Info", "Low", "Medium", "High");
    }

    @Test
    void what_else_is_chosen_stays_in_the_list_of_files() {
        SourceSettings.DescriptorImpl source = of(SourceSettings.DescriptorImpl.class);
        assertThat(values(source.doFillFilesItems(job, "TRACKED"))).containsExactly("ALL", "NOT_IGNORED", "TRACKED");
        assertThat(values(source.doFillFilesItems(job, "${FILES}"))).contains("TRACKED", "${FILES}");
    }

    @Test
    void git_credentials_are_those_that_a_build_of_the_job_can_use_and_none() {
        GitSettings.DescriptorImpl git = of(GitSettings.DescriptorImpl.class);
        assertThat(values(git.doFillCredentialsIdItems(job, "", "git@git.example.org:app.git")))
                .containsExactlyInAnyOrder("", "token", "user");
        assertThat(values(git.doFillCredentialsIdItems(job, "gone", ""))).contains("gone", "user");
    }
}
