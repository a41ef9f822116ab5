package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.Util;
import hudson.model.AdministrativeMonitor;
import hudson.model.AsyncPeriodicWork;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Warns administrators about misconfigured and failing SAST servers, and about licenses that end soon. */
@Extension
@Restricted(NoExternalUse.class)
public final class ServerMonitor extends AdministrativeMonitor {
    private final Clock clock;
    /** This map is replaced, never modified, because pages read it at any time. */
    private volatile Map<String, Answer> answers = Map.of();

    public ServerMonitor() {
        this(Clock.systemDefaultZone());
    }

    ServerMonitor(Clock clock) {
        this.clock = clock;
    }

    /**
     * The result of the last check of a SAST server.
     *
     * @param failure the error message, if the check failed
     * @param failingSince the time of the first of the checks in a row that failed
     */
    private record Answer(Optional<License> license, Optional<String> failure, Instant failingSince) {}

    @Override
    public String getDisplayName() {
        return Messages.ServerMonitor_displayName();
    }

    @Override
    public boolean isActivated() {
        return !getProblems().isEmpty();
    }

    /**
     * A problem of a SAST server.
     *
     * @param server the name of the SAST server; empty if it has none
     * @param text a sentence without secrets that names the SAST server
     */
    public record Problem(String server, String text) {
        /** Returns the part of the URL after {@code #} that leads to the block of the SAST server. */
        public String fragment() {
            return "sast-server-" + Util.rawEncode(server);
        }
    }

    public List<Problem> getProblems() {
        List<Problem> problems = new ArrayList<>();
        for (SastServer server : SastConfiguration.get().getServers()) {
            String name = server.getName();
            Optional<String> misconfigured = SastConfiguration.get().problem(server);
            misconfigured.ifPresent(text -> problems.add(new Problem(name, text)));
            misconfigured
                    .map(text -> Optional.<String>empty())
                    .orElseGet(() -> CertificateCheck.ending(new TrustedCertificates(server.getCertificates())))
                    .ifPresent(text -> problems.add(new Problem(name, "SAST server \"" + name + "\": " + text)));
            Answer answer = misconfigured.isPresent() ? null : answers.get(key(server));
            if (answer != null) {
                String named = "SAST server \"" + name + "\": ";
                answer.license
                        .flatMap(license -> license.ending(LocalDate.now(clock)))
                        .ifPresent(ending -> problems.add(new Problem(name, named + ending + ".")));
                long days =
                        Duration.between(answer.failingSince, clock.instant()).toDays();
                answer.failure
                        .filter(failure -> days > 0)
                        .ifPresent(failure -> problems.add(new Problem(
                                name,
                                named + "the daily check has failed for " + Figures.count(days, "day") + ". "
                                        + failure)));
            }
        }
        return problems;
    }

    /** Asks the SAST servers for their licenses. Skips those that are misconfigured or use job credentials. */
    void ask() throws InterruptedException {
        Map<String, Answer> current = new HashMap<>();
        for (String key : askable().map(ServerMonitor::key).toList()) {
            // The configuration may have changed while another SAST server was checked.
            Optional<SastServer> server =
                    askable().filter(each -> key(each).equals(key)).findFirst();
            if (server.isPresent()) {
                current.put(key, ask(server.get(), Optional.ofNullable(answers.get(key))));
            }
        }
        answers = current;
    }

    private static Stream<SastServer> askable() {
        return SastConfiguration.get().getServers().stream()
                .filter(server -> SastConfiguration.get().problem(server).isEmpty())
                .filter(server -> !server.getAccess().usesJobCredentials());
    }

    private Answer ask(SastServer server, Optional<Answer> last) throws InterruptedException {
        Instant now = clock.instant();
        try (ServerConnection connection = new ServerConnection(server, null, retry -> {})) {
            return new Answer(License.read(connection.service()), Optional.empty(), now);
        } catch (ServiceException | InvalidInputException e) {
            Instant since = last.filter(answer -> answer.failure.isPresent())
                    .map(Answer::failingSince)
                    .orElse(now);
            return new Answer(last.flatMap(Answer::license), Optional.of(e.getMessage()), since);
        }
    }

    /** Returns a key that changes when the name, the URL or the account of the SAST server changes. */
    private static String key(SastServer server) {
        return server.getName() + "\n" + ServerConnection.account(server);
    }

    @Extension
    public static final class DailyCheck extends AsyncPeriodicWork {
        public DailyCheck() {
            super("sast-server-check");
        }

        @Override
        public long getRecurrencePeriod() {
            return DAY;
        }

        /** Gives Jenkins time to start. */
        @Override
        public long getInitialDelay() {
            return HOUR;
        }

        @Override
        protected void execute(TaskListener listener) throws InterruptedException {
            ExtensionList.lookupSingleton(ServerMonitor.class).ask();
        }
    }
}
