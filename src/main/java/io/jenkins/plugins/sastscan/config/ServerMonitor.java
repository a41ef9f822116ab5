package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.XmlFile;
import hudson.model.AdministrativeMonitor;
import hudson.model.AsyncPeriodicWork;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.AccountReport;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Warns administrators about misconfigured or failing SAST servers, wrong access rules, and licenses that end soon.
 * Asks each SAST server at most once a day, even across restarts.
 */
@Extension
@Restricted(NoExternalUse.class)
public final class ServerMonitor extends AdministrativeMonitor {
    private static final Duration DAY = Duration.ofDays(1);

    private final Clock clock;
    /** The SAST servers that have rejected the form encoding since Jenkins started. */
    private final Set<String> formRejected = ConcurrentHashMap.newKeySet();

    /** This map is replaced, never modified, because pages read it at any time. */
    private volatile Map<String, Answer> answers = Map.of();

    public ServerMonitor() {
        this(Clock.systemDefaultZone());
    }

    @SuppressWarnings("unchecked")
    ServerMonitor(Clock clock) {
        this.clock = clock;
        try {
            if (file().exists()) {
                answers = (Map<String, Answer>) file().read();
            }
        } catch (IOException | ClassCastException e) {
            // If the stored responses are unreadable, the monitor asks the SAST servers again.
        }
    }

    /** The last response of a SAST server. Not a record, because XStream cannot read records. */
    private static final class Answer {
        private final long asked;
        private String licenseEnd = "";
        private String failure = "";
        private long failingSince;

        Answer(Instant asked) {
            this.asked = asked.toEpochMilli();
        }
    }

    @Override
    public String getDisplayName() {
        return Messages.ServerMonitor_displayName();
    }

    @Override
    public boolean isActivated() {
        return !getProblems().isEmpty();
    }

    /** Returns one message per problem, without secrets. */
    public List<String> getProblems() {
        List<String> problems = new ArrayList<>();
        for (SastServer server : SastConfiguration.get().getServers()) {
            SastConfiguration.get().problem(server).ifPresent(problems::add);
            String named = "SAST server \"" + server.getName() + "\": ";
            List<AccessRule> rules = server.getAccess().getRules();
            for (AccessRule rule : rules) {
                if (!rule.namesItem()) {
                    problems.add(named + "an access rule names \"" + rule.getItem()
                            + "\", but there is no such folder or job. Change or delete the rule.");
                }
                if (AccessRule.defaultProjects(rules, rule.getItem()).size() > 1) {
                    problems.add(named + "access rules for \"" + rule.getItem()
                            + "\" have different default projects. Delete all but one.");
                }
            }
            if (server.getUploadEncoding() == UploadEncoding.FORM && formRejected.contains(key(server))) {
                problems.add(
                        named + "it rejects the upload encoding form (status 415). If uploads succeed as multipart, set"
                                + " the upload encoding to multipart to avoid failed attempts.");
            }
            Answer answer = answers.get(key(server));
            if (answer != null) {
                AccountReport.ending(answer.licenseEnd, LocalDate.now(clock))
                        .ifPresent(ending -> problems.add(named + ending + "."));
                long days = age(answer.failingSince).toDays();
                if (!answer.failure.isEmpty() && days > 0) {
                    problems.add(named + "the daily check has failed for " + Figures.count(days, "day") + ". "
                            + answer.failure);
                }
            }
        }
        return problems.stream().distinct().toList();
    }

    void formRejected(SastServer server) {
        formRejected.add(key(server));
    }

    /**
     * Asks the SAST servers for their licenses. Skips SAST servers that were asked in the last 24 hours, are
     * misconfigured, or use job credentials.
     */
    void ask() throws IOException, InterruptedException {
        List<String> keys = askable().map(ServerMonitor::key).toList();
        Map<String, Answer> current = new HashMap<>(answers);
        current.keySet().retainAll(keys);
        try {
            for (String key : keys) {
                Answer last = current.get(key);
                // If the clock was set back, the time of the last check can be in the future.
                if (last == null || age(last.asked).abs().compareTo(DAY) >= 0) {
                    // The configuration may have changed while another SAST server was checked.
                    Optional<SastServer> server =
                            askable().filter(each -> key(each).equals(key)).findFirst();
                    if (server.isPresent()) {
                        current.put(key, ask(server.get(), last));
                    }
                }
            }
        } finally {
            answers = current;
            file().write(current);
        }
    }

    private static Stream<SastServer> askable() {
        return SastConfiguration.get().getServers().stream()
                .filter(server -> !server.getAccess().usesJobCredentials())
                .filter(server -> SastConfiguration.get().problem(server).isEmpty());
    }

    private Duration age(long time) {
        return Duration.between(Instant.ofEpochMilli(time), clock.instant());
    }

    private Answer ask(SastServer server, Answer last) throws InterruptedException {
        Answer answer = new Answer(clock.instant());
        try (ServerConnection connection = new ServerConnection(server, null, retry -> {})) {
            answer.licenseEnd = AccountReport.license(connection.service())
                    .flatMap(license -> license.text("expirationDate"))
                    .orElse("");
        } catch (ServiceException | InvalidInputException e) {
            answer.failure = e.getMessage();
            answer.failingSince =
                    last == null || last.failure.isEmpty() ? answer.asked : Math.min(last.failingSince, answer.asked);
            answer.licenseEnd = last == null ? "" : last.licenseEnd;
        }
        return answer;
    }

    /** Returns a key that changes when the name, the URL or the account of the SAST server changes. */
    private static String key(SastServer server) {
        return server.getName() + "\n" + ServerConnection.account(server);
    }

    private static XmlFile file() {
        return new XmlFile(new File(Jenkins.get().getRootDir(), ServerMonitor.class.getName() + ".xml"));
    }

    @Extension
    public static final class DailyCheck extends AsyncPeriodicWork {
        public DailyCheck() {
            super("sast-server-check");
        }

        @Override
        public long getRecurrencePeriod() {
            return HOUR;
        }

        /** Gives Jenkins time to start. */
        @Override
        public long getInitialDelay() {
            return HOUR;
        }

        @Override
        protected void execute(TaskListener listener) throws IOException, InterruptedException {
            ExtensionList.lookupSingleton(ServerMonitor.class).ask();
        }
    }
}
