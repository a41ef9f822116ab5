package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.EARLIER;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.RULE;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.UNREADABLE;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.assertReported;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.read;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.jenkins.ConfigurationFile;
import io.jenkins.plugins.sastscan.jenkins.ConfigurationYaml;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class StoredConfigurationJenkinsTest {
    private static JenkinsRule jenkins;

    @BeforeEach
    @AfterEach
    void removeConfiguration() {
        Servers.configure();
    }

    @Test
    void all_jobs_can_use_a_server_that_an_earlier_version_stored_without_access_settings() throws Exception {
        assertThat(read(replace(EARLIER, "<access>.*</access>", "")).getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("main")));
    }

    @Test
    void all_jobs_can_use_a_server_that_an_earlier_version_stored_without_rules() throws Exception {
        assertThat(read(EARLIER).getServers()).usingRecursiveComparison().isEqualTo(List.of(Servers.server("main")));
    }

    @Test
    void an_old_default_number_of_retries_is_replaced_but_a_configured_number_is_kept() throws Exception {
        assertThat(read(EARLIER).getServers())
                .extracting(SastServer::getRetries)
                .containsExactly(CallPolicy.DEFAULT.retries());
        assertThat(read(replace(EARLIER, "<retries>3<", "<retries>5<")).getServers())
                .extracting(SastServer::getRetries)
                .containsExactly(5);

        SastServer own = Servers.server("main");
        own.setRetries(3);
        SastConfiguration.get().setServers(List.of(own));
        assertThat(new SastConfiguration().getServers())
                .extracting(SastServer::getRetries)
                .containsExactly(3);
    }

    @Test
    void access_rules_from_an_earlier_plugin_version_still_apply() throws Exception {
        SastServer main = Servers.server("main");
        main.getAccess().setRules(List.of(Servers.rule("team", "")));

        SastConfiguration configuration = read(replace(EARLIER, "<rules/>", "<rules>" + RULE + "</rules>"));

        assertThat(configuration.getServers()).usingRecursiveComparison().isEqualTo(List.of(main));
        assertThat(configuration
                        .server("main", null, Optional.empty())
                        .getAccess()
                        .getJobs())
                .isEqualTo(ServerAccess.Jobs.WITH_RULE);
    }

    @Test
    void an_earlier_configuration_is_saved_in_the_current_format() throws Exception {
        String now = ConfigurationFile.of("main");

        SastConfiguration configuration = read(EARLIER);
        configuration.save();

        assertThat(Files.readString(ConfigurationFile.path())).isEqualTo(now);
        assertThat(new SastConfiguration().getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("main")));
    }

    @Test
    void a_rule_with_or_without_a_default_project_is_stored_and_read_unchanged() throws Exception {
        SastServer main = Servers.server("main");
        main.getAccess().setRules(List.of(Servers.rule("team", "42"), Servers.rule("team/app", "42, 50-59", "50")));
        SastConfiguration.get().setServers(List.of(main));

        assertThat(Files.readString(ConfigurationFile.path())).containsOnlyOnce("<defaultProject>50</defaultProject>");
        assertThat(new SastConfiguration().getServers())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.chosen")
                .isEqualTo(List.of(main));
    }

    @Test
    void a_damaged_rule_from_an_earlier_version_keeps_its_server_unusable_after_the_next_save() throws Exception {
        assertStaysUnusable(replace(EARLIER, "<rules/>", "<rules><com.example.Rule/></rules>"), "main");
    }

    @Test
    void a_server_with_damaged_access_settings_stays_unusable_after_the_next_save() throws Exception {
        String jobs = "(<name>%s</name>.*?)<jobs>ALL</jobs>";
        String[] names = {"unknown", "missing", "no-access"};
        String xml = ConfigurationFile.of(names);
        xml = replace(xml, String.format(jobs, "unknown"), "$1<jobs>maybe</jobs>");
        xml = replace(xml, String.format(jobs, "missing"), "$1");
        assertStaysUnusable(replace(xml, "(<name>no-access</name>.*?)<access>.*</access>", "$1"), names);
    }

    /** Saves the configuration in two ways: through the form, and by importing its export. */
    private static void assertStaysUnusable(String xml, String... names) throws Exception {
        Files.writeString(ConfigurationFile.path(), xml);
        SastConfiguration.get().load();
        assertThat(new ServerMonitor().getProblems())
                .filteredOn(problem -> problem.contains(UNREADABLE))
                .hasSameSizeAs(names);
        String exported = ConfigurationYaml.exported();
        saveTheForm(names.length);
        assertStillClosed(names);
        Servers.configure();
        ConfigurationYaml.configure(exported);
        assertStillClosed(names);
    }

    private static void assertStillClosed(String... names) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        for (SastConfiguration configuration : List.of(SastConfiguration.get(), new SastConfiguration())) {
            assertThat(configuration.getServers())
                    .extracting(SastServer::getName)
                    .containsExactly(names);
            for (SastServer server : configuration.getServers()) {
                assertThat(server.getAccess().getJobs()).isEqualTo(ServerAccess.Jobs.WITH_RULE);
                assertThat(server.getAccess().keepsTokenFromAgents()).isTrue();
                assertThatThrownBy(() -> configuration.server(server.getName(), job, Optional.empty()))
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageStartingWith("This job cannot use");
            }
        }
        job.delete();
    }

    private static void saveTheForm(int problems) throws Exception {
        HtmlForm form = Forms.ofSystem(jenkins);
        assertThat(form.querySelectorAll("[name=servers] .jenkins-alert")).hasSize(problems);
        Forms.save(jenkins, form);
    }

    @Test
    void saving_the_form_does_not_remove_an_unreadable_server() throws Exception {
        Files.writeString(
                ConfigurationFile.path(),
                replace(ConfigurationFile.of("main"), "</sastServers>", "<com.example.Server/></sastServers>"));
        SastConfiguration.get().load();
        assertThat(new ServerMonitor().getProblems()).anyMatch(problem -> problem.contains(UNREADABLE));

        saveTheForm(1);

        assertThatThrownBy(() -> SastConfiguration.get().server("", null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Several SAST servers are configured.");
    }

    @Test
    void the_form_selects_the_controller_if_the_file_does_not_say_which_machine_uploads() throws Exception {
        Files.writeString(
                ConfigurationFile.path(), replace(ConfigurationFile.of("main"), "<uploadFrom>AGENT</uploadFrom>", ""));
        SastConfiguration.get().load();

        saveTheForm(1);

        assertThat(SastConfiguration.get().getServers())
                .singleElement()
                .extracting(SastServer::getUploadFrom)
                .isEqualTo(UploadFrom.CONTROLLER);
    }

    @Test
    void a_server_becomes_unusable_if_an_access_field_is_missing_from_the_saved_form() throws Exception {
        List<String> fields = List.of("access", "jobs", "projects", "uploadFrom", "nothing");
        Servers.configure(fields.toArray(String[]::new));
        SastConfiguration.get()
                .getServers()
                .forEach(server -> server.getAccess().setRules(List.of(Servers.rule("team", "42"))));
        HtmlPage page = (HtmlPage) Forms.ofSystem(jenkins).getPage();
        for (String field : fields) {
            page.executeJavaScript("document.querySelectorAll('.repeated-chunk[name=servers]')[" + fields.indexOf(field)
                    + "].querySelectorAll(\"[name$='" + field + "']\").forEach(each => each.remove())");
        }
        Forms.save(jenkins, page.getFormByName("config"));
        SastConfiguration saved = SastConfiguration.get();
        assertThat(saved.getServers()).extracting(SastServer::getName).isEqualTo(fields);
        for (SastServer server : saved.getServers()) {
            ServerAccess access = server.getAccess();
            assertThat(access.allows("other", Optional.empty())).isFalse();
            assertThat(access.allows("team", Optional.of(new ProjectId(43)))).isFalse();
            if (server.getName().equals("nothing")) {
                assertThat(access.allows("team", Optional.of(new ProjectId(42))))
                        .isTrue();
                assertThat(saved.problem(server)).isEmpty();
            } else {
                assertReported(saved, server.getName(), UNREADABLE);
            }
        }
    }

    /** The method {@code getName} replaces the configuration, as if an administrator saved the form at this moment. */
    private static final class Replaced extends SastServer {
        private transient boolean ready;

        Replaced() {
            super("main", "https://main.example.org/api", new AccessTokenAuthentication("token"));
        }

        @Override
        public String getName() {
            if (ready) {
                ready = false;
                Servers.configure("main");
            }
            return super.getName();
        }
    }

    @Test
    void a_lookup_returns_the_old_server_if_it_is_replaced_during_the_lookup() {
        Replaced replaced = new Replaced();
        SastConfiguration.get().setServers(List.of(replaced));
        replaced.ready = true;

        assertThat(SastConfiguration.get().server("main", null, Optional.empty()))
                .isSameAs(replaced);
        assertThat(SastConfiguration.get().getServers()).doesNotContain(replaced);
    }
}
