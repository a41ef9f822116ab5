package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.MovableClock;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** Which SAST servers the daily check calls, and when. */
@WithSast
class DailyCheckJenkinsTest {
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

    private int checks() {
        return sast.simulator().requests(SimulatedOperation.LICENSE).size();
    }

    @Test
    void a_server_is_checked_once_a_day_even_if_jenkins_restarts() throws Exception {
        ServerMonitor monitor = monitor();
        monitor.ask();
        monitor.ask();
        clock.move(Duration.ofHours(23));
        monitor().ask();
        assertThat(checks()).isEqualTo(1);

        clock.move(Duration.ofHours(1));
        monitor.ask();
        assertThat(checks()).isEqualTo(2);
    }

    @Test
    void a_server_is_checked_even_if_the_clock_was_set_back_since_the_last_check() throws Exception {
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(401));
        monitor().ask();
        clock.move(Duration.ofDays(-30));
        monitor().ask();
        assertThat(checks()).isEqualTo(2);
        assertThat(monitor().getProblems()).isEmpty();

        clock.move(Duration.ofDays(1));
        assertThat(monitor().getProblems())
                .singleElement()
                .asString()
                .contains("the daily check has failed for 1 day.");
    }

    @Test
    void a_server_whose_jobs_use_their_own_credentials_is_not_called() throws Exception {
        server.getAccess().setJobCredentialsId("sast-team");
        sast.configure(server);

        monitor().ask();
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void a_server_is_not_called_if_its_jobs_get_their_own_credentials_during_the_check() throws Exception {
        SastServer changed = sast.server("changed");
        SastServer last = sast.server("last");
        sast.configure(server, changed, last);
        HeldFault held = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.LICENSE, held);
        FutureTask<Void> check = new FutureTask<>(() -> {
            monitor().ask();
            return null;
        });
        new Thread(check).start();
        held.awaitArrival();

        SastServer own = sast.server("changed");
        own.getAccess().setJobCredentialsId("sast-team");
        sast.configure(server, own, last);
        held.release();

        check.get(1, TimeUnit.MINUTES);
        assertThat(checks()).isEqualTo(2);
        assertThat(monitor().getProblems()).isEmpty();
    }

    @Test
    void the_daily_check_and_the_connection_test_do_not_retry() throws Exception {
        server.setRetries(9);
        sast.configure(server);
        sast.simulator().always(SimulatedOperation.LICENSE, Fault.answer(503));

        monitor().ask();
        assertThat(checks()).isEqualTo(1);
        ServerConnection.test(server.getUrl(), true, "", "", server.getAuthentication(), "");
        assertThat(checks()).isEqualTo(2);
    }
}
