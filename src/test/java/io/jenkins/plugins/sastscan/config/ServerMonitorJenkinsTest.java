package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.ExtensionList;
import hudson.model.Item;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.client.MovableClock;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.time.Duration;
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

    private final MovableClock clock = new MovableClock();
    private SastJenkins sast;
    private SastServer server;

    @BeforeEach
    void forgetEarlierChecks() throws Exception {
        Files.deleteIfExists(jenkins.jenkins.getRootDir().toPath().resolve(ServerMonitor.class.getName() + ".xml"));
        server = sast.server(SastJenkins.SERVER);
        sast.configure(server);
    }

    /** A new monitor, as if Jenkins had restarted. */
    private ServerMonitor monitor() {
        return new ServerMonitor(clock);
    }

    private List<String> problemsAfterCheck() throws Exception {
        ServerMonitor monitor = monitor();
        monitor.ask();
        assertThat(monitor.isActivated()).isEqualTo(!monitor.getProblems().isEmpty());
        return monitor.getProblems();
    }

    private List<String> problemsAfterADay() throws Exception {
        clock.move(Duration.ofDays(1));
        return problemsAfterCheck();
    }

    private void configureRules(AccessRule... rules) {
        server.getAccess().setRules(List.of(rules));
        sast.configure(server);
    }

    private int checks() {
        return sast.simulator().requests(SimulatedOperation.LICENSE).size();
    }

    @ParameterizedTest
    @CsvSource({"401, does not accept the access token", "500, ''"})
    void a_server_that_fails_for_a_day_is_reported_until_a_check_succeeds(int status, String reason) throws Exception {
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(status));
        assertThat(problemsAfterCheck()).isEmpty();

        assertThat(problemsAfterADay())
                .singleElement()
                .asString()
                .startsWith("SAST server \"main\": the daily check has failed for 1 day. ")
                .contains(reason)
                .doesNotContain(sast.simulator().accessToken());
        assertThat(problemsAfterADay()).singleElement().asString().contains("failed for 2 days");

        sast.simulator().clearFaults();
        assertThat(problemsAfterADay()).isEmpty();
    }

    @Test
    void a_successful_check_ends_the_failure_period() throws Exception {
        sast.simulator().schedule(SimulatedOperation.LICENSE, Fault.answer(401), Fault.none(), Fault.answer(401));
        for (int day = 0; day < 3; day++) {
            assertThat(problemsAfterADay()).isEmpty();
        }
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
    void an_access_rule_for_a_missing_item_is_reported() throws Exception {
        configureRules(Servers.rule("team/app", "42"));
        List<String> reported = List.of("SAST server \"main\": an access rule names \"team/app\", but there is no such"
                + " folder or job. Change or delete the rule.");

        assertThat(monitor().getProblems()).isEqualTo(reported);
        Folder team = jenkins.createProject(Folder.class, "team");
        Folder app = team.createProject(Folder.class, "app");
        assertThat(monitor().getProblems()).isEmpty();
        team.renameTo("crew");
        assertThat(monitor().getProblems()).isEqualTo(reported);
        team.renameTo("team");
        assertThat(monitor().getProblems()).isEmpty();
        app.delete();
        assertThat(monitor().getProblems()).isEqualTo(reported);
        team.delete();
    }

    @Test
    void a_server_that_rejects_form_encoded_uploads_is_reported_until_multipart_is_set() throws Exception {
        ServerMonitor shown = ExtensionList.lookupSingleton(ServerMonitor.class);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(415));
        var build = jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));

        String advice = "status 415 (if multipart works, set it as the upload encoding of the SAST server)";
        assertThat(JenkinsRule.getLog(build)).contains("  upload: " + advice + ", sent again as multipart");
        assertThat(SastJenkins.submission(build).getStages())
                .extracting(StageReport::getRetryReason)
                .contains(advice);
        assertThat(shown.getProblems())
                .containsExactly("SAST server \"main\": it rejects the upload encoding form (status 415). If uploads"
                        + " succeed as multipart, set the upload encoding to multipart to avoid failed attempts.");
        server.setUploadEncoding(UploadEncoding.MULTIPART);
        sast.configure(server);
        assertThat(shown.getProblems()).isEmpty();
    }

    @Test
    void contradictory_default_projects_of_one_item_are_reported_as_one_problem() throws Exception {
        Folder team = jenkins.createProject(Folder.class, "team");
        team.createProject(Folder.class, "app");
        configureRules(
                Servers.rule("team", "", "42"), Servers.rule("team/app", "", "43"), Servers.rule("team/app", "", "44"));

        assertThat(monitor().getProblems())
                .containsExactly("SAST server \"main\": access rules for \"team/app\" have different default projects."
                        + " Delete all but one.");
        server.getAccess().setRules(server.getAccess().getRules().subList(0, 2));
        assertThat(monitor().getProblems()).isEmpty();
        team.delete();
    }

    @Test
    void an_invalid_server_is_reported_immediately_but_not_called() throws Exception {
        configureRules(Servers.rule("team", "42"));
        configureRules();

        assertThat(problemsAfterCheck())
                .containsExactly("SAST server \"main\": No job can use it, because there is no access rule."
                        + " Add a rule, or select \"All jobs\".");
        assertThat(checks()).isZero();
    }

    @Test
    void status_401_is_reported_until_another_account_is_set_but_status_403_is_never_reported() throws Exception {
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(403));
        problemsAfterCheck();
        assertThat(problemsAfterADay()).isEmpty();

        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(401));
        problemsAfterADay();
        assertThat(problemsAfterADay()).isNotEmpty();
        sast.configure(sast.server("main", server.getUrl(), new AccessTokenAuthentication("another")));
        assertThat(monitor().getProblems()).isEmpty();
    }

    @Test
    void administrators_see_the_monitor_and_can_dismiss_it() throws Exception {
        configureRules(Servers.rule("gone", ""));
        var permissions = List.of(Jenkins.READ, Jenkins.MANAGE, Item.READ);
        SastJenkins.users(jenkins, Map.of("administrator", List.of(Jenkins.ADMINISTER), "manager", permissions));
        ServerMonitor shown = ExtensionList.lookupSingleton(ServerMonitor.class);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            assertThat(Browsers.get(jenkins, "manager", "manage/").getContentAsString())
                    .contains("Manage Jenkins")
                    .doesNotContain("an access rule names");
            var page = client.login("administrator").goTo("manage");
            assertThat(page.asNormalizedText()).contains("an access rule names \"gone\"");
            assertThat(page.getAnchorByText("Configure the SAST servers").getHrefAttribute())
                    .endsWith("/manage/configure");

            jenkins.submit(page.querySelector("form[action*='" + shown.getUrl() + "']"));
            assertThat(client.goTo("manage").asNormalizedText()).doesNotContain("gone");
        } finally {
            shown.disable(false);
        }
    }
}
