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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns administrators about misconfigured and failing SAST servers, and about licenses that end soon. */
@Extension
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
     * @param days how many of the checks in a row before this one failed
     */
    private record Answer(Optional<License> license, Optional<String> failure, int days) {}

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
            Optional<String> misconfigured = SastConfiguration.get().problem(server);
            Stream<String> texts = misconfigured.isPresent()
                    ? misconfigured.stream()
                    : working(server).map(text -> "SAST server \"" + server.getName() + "\": " + text);
            texts.forEach(text -> problems.add(new Problem(server.getName(), text)));
        }
        return problems;
    }

    private Stream<String> working(SastServer server) {
        Answer answer = answers.getOrDefault(key(server), new Answer(Optional.empty(), Optional.empty(), 0));
        return Stream.of(
                        ConnectionCheck.endingCertificate(new TrustedCertificates(server.getCertificates())),
                        answer.license
                                .flatMap(read -> read.ending(LocalDate.now(clock)))
                                .map(text -> text + "."),
                        answer.failure
                                .filter(failure -> answer.days > 0)
                                .map(failure -> "the daily check has failed for " + Figures.count(answer.days, "day")
                                        + ". " + failure))
                .flatMap(Optional::stream);
    }

    /** Asks the SAST servers for their licenses. Skips those that are misconfigured or use job credentials. */
    void ask() throws InterruptedException {
        Map<String, Answer> current = new HashMap<>();
        for (SastServer server : SastConfiguration.get().getServers()) {
            // The configuration may have changed while another SAST server was checked.
            if (SastConfiguration.get().getServers().contains(server)
                    && SastConfiguration.get().problem(server).isEmpty()
                    && !server.getAccess().usesJobCredentials()) {
                current.put(key(server), ask(server, Optional.ofNullable(answers.get(key(server)))));
            }
        }
        answers = current;
    }

    private static Answer ask(SastServer server, Optional<Answer> last) throws InterruptedException {
        try (ServerConnection connection = new ServerConnection(server, null, retry -> {})) {
            return new Answer(License.read(connection.service()), Optional.empty(), 0);
        } catch (ServiceException | InvalidInputException e) {
            int days = last.filter(answer -> answer.failure.isPresent())
                    .map(answer -> answer.days + 1)
                    .orElse(0);
            return new Answer(last.flatMap(Answer::license), Optional.of(e.getMessage()), days);
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
