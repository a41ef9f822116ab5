package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.EARLIER;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.RULE;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.UNREADABLE;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.assertReported;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.read;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationFile.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.jenkins.ConfigurationFile;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WithSast
class DamagedConfigurationJenkinsTest {
    private static boolean allows(SastServer server, String job) {
        return server.getAccess().allows(job, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<projects></projects><defaultProject><x/></defaultProject>",
                "<projects></projects><defaultProject class=\"com.example.Id\">42</defaultProject>",
                "<projects></projects><defaultProject>42</defaultProject><defaultProject>42</defaultProject>",
                "<projects></projects><defaultProjects>42</defaultProjects>",
                "<projects><range>42</range></projects>"
            })
    void an_unreadable_access_rule_is_reported_and_makes_the_server_unusable(String stored) throws Exception {
        String damaged = RULE.replace("<projects></projects>", stored);

        SastConfiguration configuration = read(replace(EARLIER, "<rules/>", "<rules>" + damaged + "</rules>"));

        assertReported(configuration, UNREADABLE);
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
    void no_job_can_use_a_server_with_a_damaged_configuration_from_an_earlier_plugin_version(String damaged, String by)
            throws Exception {
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
    void no_job_can_use_a_damaged_server(String damaged, String by) throws Exception {
        assertClosed(replace(ConfigurationFile.of("main"), damaged, by));
    }

    private static void assertClosed(String xml) throws Exception {
        SastConfiguration configuration = read(xml);
        SastServer server = configuration.getServers().get(0);

        assertThat(allows(server, "any")).isFalse();
        assertThat(server.getAccess().keepsTokenFromAgents()).isTrue();
        assertReported(configuration, UNREADABLE);
    }

    @Test
    void a_stored_server_with_access_rules_cannot_be_open_to_all_jobs() throws Exception {
        SastConfiguration configuration =
                read(replace(ConfigurationFile.of("main"), "<rules/>", "<rules>" + RULE + "</rules>"));

        assertThat(allows(configuration.getServers().get(0), "other")).isFalse();
        assertReported(configuration, "There are access rules, but \"All jobs\" is selected.");
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
    void an_unknown_element_in_the_jobs_setting_makes_the_server_unusable() throws Exception {
        assertReported(read(replace(ConfigurationFile.of("main"), "<jobs>ALL", "<jobs>ALL<x/>")), UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<uploadFrom>cloud</uploadFrom>", "<uploadFrom/>", ""})
    void the_controller_uploads_archives_if_the_stored_setting_is_missing_or_unknown(String damaged) throws Exception {
        String xml = replace(ConfigurationFile.of("main"), "<uploadFrom>AGENT</uploadFrom>", damaged);

        assertThat(read(xml).getServers())
                .singleElement()
                .extracting(SastServer::getUploadFrom)
                .isEqualTo(UploadFrom.CONTROLLER);
        assertReported(new SastConfiguration(), UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<com.example.Server/>",
                "<null/>",
                "<io.jenkins.plugins.sastscan.config.SastServer resolves-to=\"com.example.Server\"/>",
            })
    void an_unreadable_server_prevents_a_readable_server_from_becoming_the_default(String lost) throws Exception {
        for (String list : List.of("servers", "sastServers")) {
            String xml = list.equals("servers") ? EARLIER : ConfigurationFile.of("main");
            SastConfiguration configuration = read(replace(xml, "</" + list + ">", lost + "</" + list + ">"));

            assertThat(allows(configuration.server("main", null, Optional.empty()), "any"))
                    .isTrue();
            assertThatThrownBy(() -> configuration.server("", null, Optional.empty()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("Several SAST servers are configured.");
        }
    }

    @Test
    void the_only_readable_server_in_a_truncated_file_does_not_become_the_default() throws Exception {
        String xml = replace(ConfigurationFile.of("main"), "<sastServers>", "<sastServers><com.example.Server/>");

        SastConfiguration configuration =
                read(xml.substring(0, xml.indexOf("</sastServers>") + "</sastServers>".length()));

        assertThatThrownBy(() -> configuration.server("", null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void a_server_with_missing_settings_allows_no_job_and_no_upload_from_agents() {
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
        String xml = replace(ConfigurationFile.of("one", "two", "three"), "(<name>two</name>.*?<jobs>)ALL", "$1maybe");

        assertThat(read(xml).getServers())
                .extracting(server -> allows(server, "any"))
                .containsExactly(true, false, true);
    }
}
