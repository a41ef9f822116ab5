package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.ExtensionList;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class ServerMonitorJenkinsTest {
    private static JenkinsRule jenkins;

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final ServerMonitor monitor = new ServerMonitor(() -> now);
    private SastJenkins sast;
    private SastServer server;

    @BeforeEach
    void configureOneServer() {
        server = sast.server(SastJenkins.SERVER);
        sast.configure(server);
    }

    private List<String> problems() {
        assertThat(monitor.isActivated()).isEqualTo(!monitor.getProblems().isEmpty());
        return monitor.getProblems().stream().map(ServerMonitor.Problem::text).toList();
    }

    private List<String> problemsAfterCheck() throws Exception {
        monitor.ask();
        return problems();
    }

    private List<String> problemsAfterADay() throws Exception {
        now = now.plus(Duration.ofDays(1));
        return problemsAfterCheck();
    }

    private int checks() {
        return sast.simulator().requests(SimulatedOperation.LICENSE).size();
    }

    @ParameterizedTest
    @CsvSource({"401, does not accept the access token", "503, ''"})
    void a_server_that_fails_for_a_day_is_reported_until_a_check_succeeds(int status, String reason) throws Exception {
        server.setRetries(9);
        sast.configure(server);
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(status));
        assertThat(problemsAfterCheck()).isEmpty();
        assertThat(checks()).as("requests without retries").isEqualTo(1);

        assertThat(problemsAfterADay())
                .singleElement()
                .asString()
                .startsWith("SAST server \"main\": the daily check has failed for 1 day. ")
                .contains(reason)
                .doesNotContain(sast.simulator().accessToken());
        assertThat(problemsAfterADay()).singleElement().asString().contains("failed for 2 days");

        sast.simulator().clearFaults();
        assertThat(problemsAfterADay()).isEmpty();
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(status));
        assertThat(problemsAfterADay()).isEmpty();
    }

    @Test
    void a_failure_is_reported_only_for_the_account_that_failed() throws Exception {
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(401));
        problemsAfterCheck();
        assertThat(problemsAfterADay()).isNotEmpty();

        sast.configure(sast.server("main", server.getUrl(), new AccessTokenAuthentication("another")));
        assertThat(problems()).isEmpty();
    }

    @Test
    void an_account_that_cannot_read_the_license_is_not_reported() throws Exception {
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(403));
        problemsAfterCheck();
        assertThat(problemsAfterADay()).isEmpty();
    }

    @Test
    void credentials_that_are_missing_for_a_day_are_reported() throws Exception {
        Servers.credentials();
        problemsAfterCheck();

        assertThat(problemsAfterADay())
                .singleElement()
                .asString()
                .contains("The credentials \"sast-token\" for the access token (secret text) do not exist");
    }

    @Test
    void a_license_that_expires_soon_is_reported() throws Exception {
        sast.simulator()
                .always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("{\"expirationDate\":\"3/2/2026\"}"));

        assertThat(problemsAfterCheck()).containsExactly("SAST server \"main\": the license ends in 1 day.");
    }

    @Test
    void a_misconfigured_server_is_reported_immediately_but_not_called() throws Exception {
        sast.configure(Servers.restricted(server), new SastServer("", "https://sast.example.org", null));

        assertThat(problemsAfterCheck())
                .containsExactly(
                        "SAST server \"main\": No job can use it, because there is no access rule."
                                + " Add a rule, or select \"All jobs\".",
                        "A SAST server has no name. Enter a name for use in jobs.");
        assertThat(checks()).isZero();
    }

    @Test
    void two_servers_with_one_name_are_reported_once() {
        sast.configure(server, server);
        assertThat(monitor.getProblems()).singleElement().asString().contains("Names must be unique.");
    }

    @Test
    void administrators_see_the_warnings_and_can_turn_them_off() throws Exception {
        sast.configure(Servers.restricted(server));
        var permissions = List.of(Jenkins.READ, Jenkins.MANAGE, Item.READ);
        SastJenkins.users(jenkins, Map.of("administrator", List.of(Jenkins.ADMINISTER), "manager", permissions));
        ServerMonitor shown = ExtensionList.lookupSingleton(ServerMonitor.class);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            assertThat(Browsers.get(jenkins, "manager", "manage/").getContentAsString())
                    .contains("Manage Jenkins")
                    .doesNotContain("there is no access rule");
            var page = client.login("administrator").goTo("manage");
            assertThat(page.asNormalizedText()).contains("SAST server \"main\": No job can use it");
            assertThat(page.getAnchorByText("Open the settings").getHrefAttribute())
                    .endsWith("/manage/configure#sast-server-main");

            jenkins.submit(page.querySelector("form[action*='" + shown.getUrl() + "']"));
            assertThat(client.goTo("manage").asNormalizedText()).doesNotContain("there is no access rule");
        } finally {
            shown.disable(false);
        }
    }
}
