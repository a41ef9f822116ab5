package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.Util;
import hudson.model.Item;
import hudson.util.XStream2;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import java.util.stream.Stream;
import jenkins.model.GlobalConfiguration;
import net.sf.json.JSONObject;
import org.jenkinsci.Symbol;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.StaplerRequest2;

/** The SAST servers that jobs refer to by name. */
@Extension
@Symbol("sast")
public final class SastConfiguration extends GlobalConfiguration {
    private static final Logger LOGGER = Logger.getLogger(SastConfiguration.class.getName());

    /**
     * Earlier plugin versions stored the SAST servers in this field, without the setting {@code jobs}. This version
     * reads the field but never writes it, so a file with this field is always an old file.
     */
    private transient List<SastServer> servers = new ArrayList<>();

    /** This list is replaced, never modified, because builds and pages read it at any time. */
    private volatile List<SastServer> sastServers = new ArrayList<>();

    /** Whether Jenkins read the configuration file to its end. */
    private transient volatile boolean complete;

    public SastConfiguration() {
        load();
        logProblems();
    }

    public static SastConfiguration get() {
        return ExtensionList.lookupSingleton(SastConfiguration.class);
    }

    @Override
    public String getDisplayName() {
        return Messages.SastConfiguration_displayName();
    }

    public List<SastServer> getServers() {
        return List.copyOf(sastServers);
    }

    /**
     * Accepts misconfigured SAST servers, because an exception would discard all input on the same page, or prevent
     * Jenkins from starting. The problems appear in the log, in the form, and in builds.
     */
    @DataBoundSetter
    public void setServers(List<SastServer> servers) {
        sastServers = new ArrayList<>(servers);
        save();
        logProblems();
    }

    @Override
    public boolean configure(StaplerRequest2 request, JSONObject json) {
        // The key is missing if the form has no servers.
        Object form = json.has("servers") ? json.get("servers") : List.of();
        List<SastServer> bound = request.bindJSONToList(SastServer.class, form);
        List<?> fields = each(form).toList();
        for (int i = 0; i < bound.size(); i++) {
            if (!hasAccess(fields.get(i))) {
                bound.get(i).setAccess(ServerAccess.asRead(null, 1));
            }
        }
        setServers(bound);
        return true;
    }

    /** Whether the form has all fields that control access. A script or an outdated page may omit some fields. */
    private static boolean hasAccess(Object server) {
        return server instanceof Map<?, ?> fields
                && fields.containsKey("uploadFrom")
                && fields.get("access") instanceof Map<?, ?> access
                && access.containsKey("jobs")
                && each(access.get("rules"))
                        .allMatch(rule -> rule instanceof Map<?, ?> values && values.containsKey("projects"));
    }

    /** A form submits a single row as an object, not as a list. */
    private static Stream<?> each(Object values) {
        return values instanceof Collection<?> list ? list.stream() : Stream.ofNullable(values);
    }

    @Override
    public synchronized void load() {
        complete = false;
        super.load();
        if (!complete && getConfigFile().exists()) {
            List<SastServer> all = new ArrayList<>(sastServers);
            all.add(unreadable());
            sastServers = all;
        }
    }

    /**
     * Returns a placeholder for unreadable SAST servers. Without the placeholder, a single readable SAST server would
     * become the default for steps that name no SAST server.
     */
    private static SastServer unreadable() {
        SastServer unreadable = new SastServer("", "", null);
        unreadable.setAccess(ServerAccess.asRead(null, 1));
        return unreadable;
    }

    /** Returns the error message for a misconfigured SAST server. */
    Optional<String> problem(SastServer server) {
        return problem(server, getServers());
    }

    private static Optional<String> problem(SastServer server, List<SastServer> all) {
        List<String> otherNames = all.stream()
                .filter(other -> other != server)
                .map(SastServer::getName)
                .toList();
        String name = PlainText.oneLine(server.getName(), FieldCheck.MAX_NAME_LENGTH);
        return FieldCheck.problem(() -> server.check(otherNames))
                .map(problem -> "SAST server \"" + name + "\": " + problem);
    }

    private void logProblems() {
        // With a method reference instead of a lambda, the log would show Optional as the source of the message.
        getServers().forEach(server -> problem(server).ifPresent(problem -> LOGGER.warning(problem)));
    }

    /**
     * Finds a SAST server, and checks that a job can use it. The error message appears in the build log, so it shows no
     * access rules, and suggests only SAST servers that the job can use.
     *
     * @param name the name of the SAST server; can be blank if there is only one
     * @param job the job; null if an administrator acts outside of a job
     * @param project the project; empty for operations without one
     * @throws InvalidInputException if the SAST server does not exist, is misconfigured, or cannot be used by the job
     */
    public SastServer server(String name, Item job, Optional<ProjectId> project) {
        List<SastServer> all = getServers();
        String given = Util.fixNull(name).strip();
        SastServer server = all.stream()
                .filter(each ->
                        given.isEmpty() ? all.size() == 1 : each.getName().equals(given))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        all.isEmpty()
                                ? "No SAST server is configured. An administrator can add one in Manage Jenkins > System > SAST servers."
                                : FieldCheck.unknownServer(given, names(job))));
        if (job != null && !server.getAccess().allows(job.getFullName(), project)) {
            boolean known = !given.isEmpty() || names(job).contains(server.getName());
            throw new InvalidInputException("This job cannot use "
                    + (project.isPresent() ? "project " + project.get() + " of " : "")
                    + (known ? "SAST server \"" + server.getName() + "\"" : "the SAST server")
                    + ". Ask an administrator of Jenkins for access.");
        }
        // The full message can quote a rule for another team, so jobs get a short message.
        if (job != null && FieldCheck.problem(server.getAccess()::check).isPresent()) {
            throw new InvalidInputException(
                    "SAST server \"" + server.getName() + "\" is misconfigured. Ask an administrator of Jenkins.");
        }
        problem(server, all).ifPresent(sentence -> {
            throw new InvalidInputException(sentence);
        });
        return server;
    }

    /**
     * Returns the project for steps that omit the project ID.
     *
     * @throws InvalidInputException if {@link #server} fails, or if the job does not have exactly one default project
     */
    public ProjectId defaultProject(String name, Item job) {
        SastServer server = server(name, job, Optional.empty());
        Set<ProjectId> projects =
                AccessRule.defaultProjects(server.getAccess().getRules(), job == null ? "" : job.getFullName());
        if (projects.size() != 1) {
            throw new InvalidInputException("The project ID is missing, and SAST server \"" + server.getName()
                    + "\" has "
                    + (projects.isEmpty() ? "no default project" : "several default projects") + " for this job."
                    + " Enter the project ID from the SAST server, or ask an administrator for a default project.");
        }
        return projects.iterator().next();
    }

    /** Returns the names of the SAST servers that a job can use, or all names if the job is null. */
    public List<String> names(Item job) {
        return getServers().stream()
                .filter(server -> job == null || server.getAccess().allows(job.getFullName(), Optional.empty()))
                .map(SastServer::getName)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Restricted(NoExternalUse.class)
    public static final class ConverterImpl extends DefaultsConverter<SastConfiguration> {
        public ConverterImpl(XStream2 xstream) {
            super(xstream, null);
        }

        @Override
        void afterReading(SastConfiguration configuration, int errors) {
            List<SastServer> all = new ArrayList<>(configuration.sastServers);
            boolean earlierVersion = all.isEmpty();
            all.addAll(configuration.servers);
            boolean incomplete = all.removeIf(Objects::isNull);
            if (earlierVersion) {
                all.forEach(server -> {
                    server.getAccess().chooseJobs();
                    // Earlier versions stored 3 retries by default, so perhaps no administrator has chosen this number.
                    if (server.getRetries() == 3) {
                        server.setRetries(CallPolicy.DEFAULT.retries());
                    }
                });
            }
            int known = all.stream()
                    .mapToInt(server -> server.getAccess().readErrors())
                    .sum();
            if (incomplete || errors > known) {
                all.add(unreadable());
            }
            configuration.servers = new ArrayList<>();
            configuration.sastServers = all;
            configuration.complete = true;
        }
    }
}
