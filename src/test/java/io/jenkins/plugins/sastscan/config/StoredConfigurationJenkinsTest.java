package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.model.FreeStyleProject;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.LogRecorder;

/** How Jenkins reads configurations that are current, from an earlier version, or damaged. */
@WithSast
class StoredConfigurationJenkinsTest {
    /** The format of versions that did not store which jobs can use a SAST server. */
    private static final String EARLIER = """
            <?xml version='1.1' encoding='UTF-8'?>
            <io.jenkins.plugins.sastscan.config.SastConfiguration>
              <servers>
                <io.jenkins.plugins.sastscan.config.SastServer>
                  <name>main</name>
                  <url>https://main.example.org/api</url>
                  <authentication class="io.jenkins.plugins.sastscan.config.AccessTokenAuthentication">
                    <credentialsId>token</credentialsId>
                  </authentication>
                  <uploadEncoding>FORM</uploadEncoding>
                  <uploadFrom>AGENT</uploadFrom>
                  <sizeLimitMegabytes>4000</sizeLimitMegabytes>
                  <connectTimeoutSeconds>30</connectTimeoutSeconds>
                  <readTimeoutSeconds>1200</readTimeoutSeconds>
                  <writeTimeoutSeconds>120</writeTimeoutSeconds>
                  <retries>3</retries>
                  <allowPlainHttp>false</allowPlainHttp>
                  <access>
                    <rules/>
                    <jobCredentialsId></jobCredentialsId>
                    <allowChangeRequests>false</allowChangeRequests>
                  </access>
                </io.jenkins.plugins.sastscan.config.SastServer>
              </servers>
            </io.jenkins.plugins.sastscan.config.SastConfiguration>
            """;

    private static final String RULE = "<io.jenkins.plugins.sastscan.config.AccessRule><item>team</item>"
            + "<projects></projects></io.jenkins.plugins.sastscan.config.AccessRule>";
    private static final String UNREADABLE = "The stored settings could not be read completely.";

    private static JenkinsRule jenkins;

    @TempDir
    private Path directory;

    @BeforeEach
    @AfterEach
    void removeConfiguration() {
        Servers.configure();
    }

    private static Path file() {
        return jenkins.jenkins.getRootDir().toPath().resolve(SastConfiguration.class.getName() + ".xml");
    }

    /** Returns the file that this version stores for these SAST servers. */
    private static String stored(String... names) throws Exception {
        Servers.configure(names);
        return Files.readString(file());
    }

    private static String replace(String text, String regex, String replacement) {
        String replaced = text.replaceAll("(?s)" + regex, replacement);
        assertThat(replaced).isNotEqualTo(text);
        return replaced;
    }

    /** Reads a file as Jenkins does when it starts. */
    private static SastConfiguration read(String xml) throws Exception {
        Files.writeString(file(), xml);
        return new SastConfiguration();
    }

    private static boolean allows(SastServer server, String job) {
        return server.getAccess().allows(job, Optional.empty());
    }

    @Test
    void a_server_without_access_settings_stored_by_an_earlier_version_allows_all_jobs() throws Exception {
        assertThat(read(replace(EARLIER, "<access>.*</access>", "")).getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("main")));
    }

    @Test
    void a_server_without_rules_stored_by_an_earlier_version_allows_all_jobs() throws Exception {
        assertThat(read(EARLIER).getServers()).usingRecursiveComparison().isEqualTo(List.of(Servers.server("main")));
    }

    @Test
    void the_default_retries_of_an_earlier_version_become_the_current_default_but_configured_retries_stay()
            throws Exception {
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
    void a_server_with_rules_stored_by_an_earlier_version_allows_only_jobs_with_a_rule() throws Exception {
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
    void a_rule_with_or_without_a_default_project_is_stored_and_read_unchanged() throws Exception {
        SastServer main = Servers.server("main");
        main.getAccess().setRules(List.of(Servers.rule("team", "42"), Servers.rule("team/app", "42, 50-59", "50")));
        SastConfiguration.get().setServers(List.of(main));

        assertThat(Files.readString(file())).containsOnlyOnce("<defaultProject>50</defaultProject>");
        assertThat(new SastConfiguration().getServers())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.chosen")
                .isEqualTo(List.of(main));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<defaultProject><x/></defaultProject>",
                "<defaultProject class=\"com.example.Id\">42</defaultProject>",
                "<defaultProject>42</defaultProject><defaultProject>42</defaultProject>",
                "<defaultProjects>42</defaultProjects>"
            })
    void an_unreadable_default_project_is_reported_and_makes_the_server_unusable(String stored) throws Exception {
        String damaged = RULE.replace("</projects>", "</projects>" + stored);

        SastConfiguration configuration = read(replace(EARLIER, "<rules/>", "<rules>" + damaged + "</rules>"));

        assertReported(configuration, UNREADABLE);
    }

    @Test
    void an_earlier_configuration_is_saved_in_the_current_format() throws Exception {
        String now = stored("main");

        SastConfiguration configuration = read(EARLIER);
        configuration.save();

        assertThat(Files.readString(file())).isEqualTo(now);
        assertThat(new SastConfiguration().getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(Servers.server("main")));
    }

    @ParameterizedTest
    @CsvSource({
        "<rules/>, <rules><com.example.Rule/></rules>",
        "<rules/>, <rules><null/></rules>",
        "<rules/>, <rules class=\"com.example.Rules\"/>",
        "<rules/>, <rulez/>",
        "<rules/>, ''",
        "<access>, <access class=\"com.example.Access\">",
        "<(/?)access>, <$1acess>",
        "<jobCredentialsId>, <jobCredentialsId class=\"com.example.Id\">",
        "<jobCredentialsId></jobCredentialsId>, ''",
        "<jobCredentialsId></jobCredentialsId>, <jobCredentialsId><x/></jobCredentialsId>",
        "<access>, <access class=\"linked-hash-map\">",
        "<rules/>, <rules>text</rules>",
        "<allowChangeRequests>false, <allowChangeRequests>perhaps",
        "AGENT, agents",
        "FORM, letter",
        "config.AccessTokenAuthentication, config.Unknown"
    })
    void a_damaged_server_of_an_earlier_version_allows_no_job(String damaged, String by) throws Exception {
        assertClosed(replace(EARLIER, damaged, by));
    }

    @ParameterizedTest
    @CsvSource({
        "<jobs>ALL</jobs>, <jobs>maybe</jobs>",
        "<jobs>ALL</jobs>, <jobs>all</jobs>",
        "<jobs>ALL</jobs>, <jobs>true</jobs>",
        "<jobs>ALL</jobs>, <jobs/>",
        "<jobs>ALL</jobs>, <open>ALL</open>",
        "<jobs>ALL</jobs>, ''",
        "<jobs>ALL</jobs>, <jobs>WITH_RULE</jobs><jobs>ALL</jobs>",
        "<access>.*</access>, ''",
        "<access>.*</access>, <access/>",
        "<rules/>, <rules><com.example.Rule/></rules>",
        "<rules/>, ''",
        "AGENT, agents"
    })
    void a_damaged_server_allows_no_job(String damaged, String by) throws Exception {
        assertClosed(replace(stored("main"), damaged, by));
    }

    private static void assertClosed(String xml) throws Exception {
        SastConfiguration configuration = read(xml);
        SastServer server = configuration.getServers().get(0);

        assertThat(allows(server, "any")).isFalse();
        assertThat(server.getAccess().keepsTokenFromAgents()).isTrue();
        assertReported(configuration, UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "servers, <rules/>, <rules><com.example.Rule/></rules>",
        "sastServers, <jobs>ALL</jobs>, <jobs>maybe</jobs>",
        "sastServers, <jobs>ALL</jobs>, ''",
        "sastServers, <access>.*</access>, ''"
    })
    void a_damaged_server_still_allows_no_job_after_saving_the_form_or_importing_its_export(
            String list, String damaged, String by) throws Exception {
        String undamaged = list.equals("servers") ? EARLIER : stored("main");
        Files.writeString(file(), replace(undamaged, damaged, by));
        SastConfiguration.get().load();
        assertThat(new ServerMonitor().getProblems()).anyMatch(problem -> problem.contains(UNREADABLE));
        String exported = ConfigurationAsCodeJenkinsTest.exported();

        saveTheForm();
        assertStillClosed();

        Servers.configure();
        Path yaml = Files.writeString(directory.resolve("jenkins.yaml"), exported);
        ConfigurationAsCode.get().configure(yaml.toUri().toString());
        assertStillClosed();
    }

    private static void assertReported(SastConfiguration configuration, String message) throws Exception {
        try (var log = new LogRecorder()) {
            log.record(SastConfiguration.class, Level.WARNING).capture(10);
            new SastConfiguration();
            assertThat(log.getMessages()).anyMatch(line -> line.contains(message));
        }
        assertThatThrownBy(() -> configuration.server("", null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private static void assertStillClosed() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        for (SastConfiguration configuration : List.of(SastConfiguration.get(), new SastConfiguration())) {
            SastServer server = configuration.getServers().get(0);
            assertThat(server.getAccess().getJobs()).isEqualTo(ServerAccess.Jobs.WITH_RULE);
            assertThat(server.getAccess().keepsTokenFromAgents()).isTrue();
            assertThatThrownBy(() -> configuration.server("main", job, Optional.empty()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("This job cannot use");
        }
        job.delete();
    }

    private static void saveTheForm() throws Exception {
        try (var client = Browsers.open(jenkins)) {
            HtmlPage page = client.goTo("manage/configure");
            Forms.settle(page);
            assertThat(page.querySelectorAll("[name=servers] .jenkins-alert")).isNotEmpty();
            Forms.save(jenkins, page.getFormByName("config"));
        }
    }

    @Test
    void a_server_with_rules_and_all_jobs_selected_is_reported_and_allows_only_jobs_with_a_rule() throws Exception {
        SastConfiguration configuration = read(replace(stored("main"), "<rules/>", "<rules>" + RULE + "</rules>"));

        assertThat(allows(configuration.getServers().get(0), "other")).isFalse();
        assertReported(configuration, "All jobs can use it, but there are access rules.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<item>team</item>", "<projects></projects>"})
    void an_incomplete_access_rule_allows_no_job(String missing) throws Exception {
        SastConfiguration configuration =
                read(replace(EARLIER, "<rules/>", "<rules>" + RULE.replace(missing, "") + "</rules>"));

        assertThat(configuration.getServers().get(0).getAccess().getRules()).isEmpty();
        assertThat(allows(configuration.getServers().get(0), "team")).isFalse();
        assertReported(configuration, UNREADABLE);
    }

    @Test
    void an_unknown_element_in_the_projects_of_a_rule_makes_the_server_unusable() throws Exception {
        String damaged = RULE.replace("<projects></projects>", "<projects><range>42</range></projects>");

        SastConfiguration configuration = read(replace(EARLIER, "<rules/>", "<rules>" + damaged + "</rules>"));

        assertReported(configuration, UNREADABLE);
    }

    @Test
    void an_unknown_element_in_the_jobs_setting_makes_the_server_unusable() throws Exception {
        assertReported(read(replace(stored("main"), "<jobs>ALL", "<jobs>ALL<x/>")), UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<uploadFrom>cloud</uploadFrom>", "<uploadFrom/>", ""})
    void an_unknown_upload_location_keeps_the_token_on_the_controller(String damaged) throws Exception {
        String xml = replace(stored("main"), "<uploadFrom>AGENT</uploadFrom>", damaged);

        assertThat(read(xml).getServers())
                .singleElement()
                .extracting(SastServer::getUploadFrom)
                .isEqualTo(UploadFrom.CONTROLLER);
        assertReported(new SastConfiguration(), UNREADABLE);
    }

    @Test
    void an_unknown_upload_location_becomes_the_controller_when_the_form_is_saved() throws Exception {
        Files.writeString(file(), replace(stored("main"), "<uploadFrom>AGENT</uploadFrom>", ""));
        SastConfiguration.get().load();

        saveTheForm();

        assertThat(SastConfiguration.get().getServers())
                .singleElement()
                .extracting(SastServer::getUploadFrom)
                .isEqualTo(UploadFrom.CONTROLLER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<com.example.Server/>",
                "<null/>",
                "<io.jenkins.plugins.sastscan.config.SastServer resolves-to=\"com.example.Server\"/>",
            })
    void an_unreadable_server_prevents_another_one_from_becoming_the_default(String lost) throws Exception {
        for (String list : List.of("servers", "sastServers")) {
            String xml = list.equals("servers") ? EARLIER : stored("main");
            SastConfiguration configuration = read(replace(xml, "</" + list + ">", lost + "</" + list + ">"));

            assertThat(allows(configuration.server("main", null, Optional.empty()), "any"))
                    .isTrue();
            assertThatThrownBy(() -> configuration.server("", null, Optional.empty()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("Several SAST servers are configured.");
        }
    }

    @Test
    void the_only_server_read_from_a_truncated_file_does_not_become_the_default() throws Exception {
        String xml = replace(stored("main"), "<sastServers>", "<sastServers><com.example.Server/>");

        SastConfiguration configuration =
                read(xml.substring(0, xml.indexOf("</sastServers>") + "</sastServers>".length()));

        assertThatThrownBy(() -> configuration.server("", null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access", "_.jobs", "_.projects", "_.uploadFrom"})
    void saving_a_form_without_an_access_field_makes_the_server_unusable(String field) throws Exception {
        SastServer server = Servers.server("main");
        server.getAccess().setRules(List.of(Servers.rule("team", "42")));
        SastConfiguration.get().setServers(List.of(server));
        try (var client = Browsers.open(jenkins)) {
            HtmlPage page = client.goTo("manage/configure");
            Forms.settle(page);
            page.executeJavaScript("document.querySelectorAll(\"[name=servers] [name='" + field
                    + "'], [name=servers] [name$='" + field.replace("_.", "") + "']\").forEach(each => each.remove())");
            Forms.save(jenkins, page.getFormByName("config"));
        }

        SastServer saved = SastConfiguration.get().getServers().get(0);
        assertThat(allows(saved, "other")).isFalse();
        assertThat(saved.getAccess().allows("team", Optional.of(new ProjectId(43))))
                .isFalse();
        assertReported(SastConfiguration.get(), UNREADABLE);
    }

    @Test
    void an_unreadable_server_is_still_shown_in_the_form() throws Exception {
        Files.writeString(file(), replace(stored("main"), "</sastServers>", "<com.example.Server/></sastServers>"));
        SastConfiguration.get().load();
        assertThat(new ServerMonitor().getProblems()).anyMatch(problem -> problem.contains(UNREADABLE));

        saveTheForm();

        assertThatThrownBy(() -> SastConfiguration.get().server("", null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Several SAST servers are configured.");
    }

    @Test
    void a_server_created_without_access_settings_allows_no_job_and_uploads_from_the_controller() {
        SastServer server = Servers.server("main");
        server.setAccess(null);
        server.setUploadFrom(null);
        SastConfiguration.get().setServers(List.of(server));

        assertThat(allows(server, "any")).isFalse();
        assertThat(server.getUploadFrom()).isEqualTo(UploadFrom.CONTROLLER);
        assertThat(SastConfiguration.get().problem(server).orElseThrow()).contains(UNREADABLE);
        server.setAccess(new ServerAccess());
        assertThat(SastConfiguration.get().problem(server).orElseThrow()).contains(UNREADABLE);
    }

    @Test
    void a_damaged_server_does_not_affect_other_servers() throws Exception {
        String xml = replace(stored("one", "two", "three"), "(<name>two</name>.*?<jobs>)ALL", "$1maybe");

        assertThat(read(xml).getServers())
                .extracting(server -> allows(server, "any"))
                .containsExactly(true, false, true);
    }

    /**
     * A server that replaces the configuration when its name is read, as if an administrator saved the form at that
     * moment.
     */
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
    void replacing_a_server_during_a_lookup_does_not_make_its_name_ambiguous() {
        Replaced replaced = new Replaced();
        SastConfiguration.get().setServers(List.of(replaced));
        replaced.ready = true;

        assertThat(SastConfiguration.get().server("main", null, Optional.empty()))
                .isSameAs(replaced);
        assertThat(SastConfiguration.get().getServers()).doesNotContain(replaced);
    }
}
