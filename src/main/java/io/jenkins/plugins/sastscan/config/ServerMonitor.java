package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.Util;
import hudson.model.AdministrativeMonitor;
import hudson.model.AsyncPeriodicWork;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns administrators about misconfigured and failing SAST servers, and about licenses that end soon. */
@Extension
public final class ServerMonitor extends AdministrativeMonitor {
    private final InstantSource clock;
    /** This map is replaced, never modified, because pages read it at any time. */
    private volatile Map<String, Answer> answers = Map.of();

    public ServerMonitor() {
        this(InstantSource.system());
    }

    ServerMonitor(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The result of the last check of a SAST server.
     *
     * @param license from the last check that did not fail
     * @param failure the error message, if the check failed
     * @param failures how many checks in a row failed
     */
    private record Answer(Optional<License> license, String failure, int failures) {
        static final Answer NONE = new Answer(Optional.empty(), "", 0);
    }

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
        // Two servers with one name have the same problem.
        return problems.stream().distinct().toList();
    }

    private Stream<String> working(SastServer server) {
        Answer answer = answers.getOrDefault(key(server), Answer.NONE);
        return Stream.of(
                        ConnectionCheck.endingCertificate(new TrustedCertificates(server.getCertificates())),
                        answer.license
                                .flatMap(read ->
                                        read.ending(LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault())))
                                .map(text -> text + "."),
                        Optional.of("the daily check has failed for " + Figures.count(answer.failures - 1, "day") + ". "
                                        + answer.failure)
                                .filter(text -> answer.failures > 1))
                .flatMap(Optional::stream);
    }

    /** Asks the SAST servers for their licenses. Skips those that are misconfigured or use job credentials. */
    void ask() throws InterruptedException {
        Map<String, Answer> current = new HashMap<>();
        for (SastServer server : SastConfiguration.get().getServers()) {
            if (SastConfiguration.get().problem(server).isEmpty()
                    && !server.getAccess().usesJobCredentials()) {
                current.put(key(server), ask(server, answers.getOrDefault(key(server), Answer.NONE)));
            }
        }
        answers = current;
    }

    private static Answer ask(SastServer server, Answer last) throws InterruptedException {
        try {
            SastClient client = new ServerConnection(server, null, retry -> {}).service();
            return new Answer(License.read(client), "", 0);
        } catch (ServiceException | InvalidInputException e) {
            return new Answer(last.license, e.getMessage(), last.failures + 1);
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
