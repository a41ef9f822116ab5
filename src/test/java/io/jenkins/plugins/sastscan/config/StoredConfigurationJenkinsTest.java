package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.read;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.XmlFile;
import hudson.model.FreeStyleProject;
import hudson.model.Items;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.jenkins.ConfigurationFile;
import io.jenkins.plugins.sastscan.jenkins.ConfigurationYaml;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.htmlunit.html.HtmlForm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.LogRecorder;

/** Settings that are missing in the stored file, or cannot be read, let no job use the SAST server. */
@WithSast
class StoredConfigurationJenkinsTest {
    private static final String UNREADABLE = "The stored settings could not be read completely.";
    private static final String NO_RULE = "No job can use it, because there is no access rule.";

    private static JenkinsRule jenkins;
    private static FreeStyleProject job;

    @BeforeEach
    void configureRulesAndJobCredentials() throws Exception {
        SastServer server = Servers.restricted(
                Servers.server("main"), Servers.rule("team", "all"), Servers.rule("team/app", "42, 50-59", "50"));
        server.getAccess().setJobCredentialsId("sast-team");
        SastConfiguration.get().setServers(List.of(server, Servers.server("open")));
        job = jenkins.createFreeStyleProject();
    }

    private static String stored() throws Exception {
        return Files.readString(ConfigurationFile.path());
    }

    private static Optional<String> problem(SastServer server) {
        return SastConfiguration.get().problem(server);
    }

    /** Each line damages the file of a SAST server that all jobs can use. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<allJobs>true</allJobs> | ''",
                "<allJobs>true</allJobs> | <allJobs/>",
                "<allJobs>true</allJobs> | <allJobs>maybe</allJobs>",
                "<allJobs>true</allJobs> | <allJobs><x/></allJobs>",
                "<allJobs>true</allJobs> | <allJobs class=\"com.example.Jobs\">true</allJobs>",
                "<rules/> | ''",
                "<rules/> | <rules class=\"com.example.Rules\"/>",
                "<jobCredentialsId></jobCredentialsId> | ''",
                "<jobCredentialsId> | <jobCredentialsId class=\"com.example.Id\">",
                "<access> | <access class=\"com.example.Access\">",
                "<access>.*?</access> | ''",
                "<access>.*?</access> | <access/>",
                "<access>.*?</access> | <access><allJobs>true</allJobs></access>",
                "AUTOMATIC | AUTOMATICALLY",
                "<uploadFrom>AUTOMATIC</uploadFrom> | ''",
                "FORM | LETTER",
                "<excludes></excludes> | ''",
            })
    void no_job_can_use_a_server_with_damaged_settings_even_after_the_next_save(String damaged, String by)
            throws Exception {
        Servers.configure("open");

        read(replace(stored(), damaged, by));

        assertClosed();
        SastConfiguration.get().save();
        SastConfiguration.get().load();
        assertClosed();
        ConfigurationYaml.configure(ConfigurationYaml.exported());
        assertClosed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<access>.*?</access>",
                "<jobCredentialsId></jobCredentialsId>",
                "<uploadFrom>AUTOMATIC</uploadFrom>"
            })
    void the_form_shows_damaged_settings_and_saves_none_that_allow_a_job(String damaged) throws Exception {
        Servers.configure("open");
        read(replace(stored(), damaged, ""));

        HtmlForm form = Forms.ofSystem(jenkins);
        assertThat(form.querySelectorAll("[name=servers] .jenkins-alert-danger"))
                .hasSize(1);
        Forms.save(jenkins, form);
        assertClosed();
    }

    private static void assertClosed() throws Exception {
        SastServer server = SastConfiguration.get().getServers().get(0);
        assertThat(server.getAccess().allows(job.getFullName(), Optional.empty()))
                .isFalse();
        assertThat(problem(server).orElseThrow()).containsAnyOf(UNREADABLE, NO_RULE);
        assertThat(new ServerMonitor().getProblems()).hasSize(1);
        assertThatThrownBy(() -> SastConfiguration.get().server("open", job, Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("This job cannot use");
        try (var log = new LogRecorder()) {
            log.record(SastConfiguration.class, Level.WARNING).capture(10);
            new SastConfiguration();
            assertThat(log.getMessages()).singleElement().asString().containsAnyOf(UNREADABLE, NO_RULE);
        }
    }

    /** Damage to a rule never allows more than the rule did. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<projects>all</projects> | ''",
                "<projects>all</projects> | <projects/>",
                "<projects>all</projects> | <projects><all/></projects>",
                "<projects>all</projects> | <projects class=\"com.example.All\">all</projects>",
                "<item>team</item> | ''",
                "<item>team</item> | <item/>",
                "config.AccessRule> | config.Rule>",
                "<(/?)rules> | <$1rulez>",
            })
    void a_damaged_rule_allows_no_project(String damaged, String by) throws Exception {
        read(replace(stored(), damaged, by));

        ServerAccess access = SastConfiguration.get().getServers().get(0).getAccess();
        assertThat(access.allows("team/other", Optional.of(new ProjectId(42)))).isFalse();
        assertThat(access.allows("other", Optional.empty())).isFalse();
    }

    static Stream<Class<?>> storedClasses() {
        return Stream.of(
                SastServer.class,
                ServerAccess.class,
                AccessRule.class,
                AccessTokenAuthentication.class,
                OAuthAuthentication.class);
    }

    @ParameterizedTest
    @MethodSource("storedClasses")
    void an_empty_element_of_each_stored_class_is_read_and_saved_again(Class<?> type, @TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("stored.xml");
        for (String content : List.of("", "garbage", "<unknown/>")) {
            Files.writeString(file, "<" + type.getName() + ">" + content + "</" + type.getName() + ">");
            XmlFile stored = new XmlFile(Items.XSTREAM2, file.toFile());

            Object read = stored.read();
            SastServer server = read instanceof SastServer itself
                    ? itself
                    : new SastServer(
                            "main",
                            "https://main.example.org",
                            read instanceof SastAuthentication authentication
                                    ? authentication
                                    : new AccessTokenAuthentication("token"));
            if (read instanceof ServerAccess access) {
                server.setAccess(access);
            } else if (read instanceof AccessRule rule) {
                Servers.restricted(server, rule);
            }
            assertThat(FieldCheck.problem(() -> server.check(List.of()))).isPresent();
            stored.write(read);
            assertThat(stored.read()).usingRecursiveComparison().isEqualTo(read);
        }
    }

    @Test
    void setters_without_a_value_allow_nothing() {
        List<Consumer<SastServer>> setters = List.of(
                server -> server.setAccess(null),
                server -> server.setUploadFrom(null),
                server -> server.setUploadEncoding(null));
        for (Consumer<SastServer> setter : setters) {
            SastServer server = Servers.server("main");
            setter.accept(server);

            assertThat(server.getAccess().allows("any", Optional.empty())).isFalse();
            assertThat(problem(server).orElseThrow()).contains(UNREADABLE);
        }
    }
}
