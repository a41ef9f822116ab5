package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.Util;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import jenkins.model.GlobalConfiguration;
import net.sf.json.JSONObject;
import org.jenkinsci.Symbol;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.StaplerRequest2;

/** The SAST servers that jobs refer to by name. */
@Extension
@Symbol("sast")
public final class SastConfiguration extends GlobalConfiguration {
    private static final Logger LOGGER = Logger.getLogger(SastConfiguration.class.getName());

    /** This list is replaced, never modified, because builds and pages read it at any time. */
    private volatile List<SastServer> servers = List.of();

    private volatile int overdueAfterDays;

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
        return servers.stream().filter(SastServer.class::isInstance).toList();
    }

    /** Returns the SAST servers with a URL. */
    public List<SastServer> getServers(String url) {
        return getServers().stream()
                .filter(server -> FieldCheck.problem(server::address).isEmpty()
                        && server.address().toString().equals(url))
                .toList();
    }

    public int getOverdueAfterDays() {
        return overdueAfterDays;
    }

    /**
     * @param days administrators see a warning about a project whose last submission is older; 0 for no warning
     */
    @DataBoundSetter
    public void setOverdueAfterDays(int days) {
        overdueAfterDays = Math.max(0, days);
        save();
    }

    /**
     * Accepts misconfigured SAST servers, because an exception would discard all input on the same page, or prevent
     * Jenkins from starting. The problems appear in the log, in the form, and in builds.
     */
    @DataBoundSetter
    public void setServers(List<SastServer> servers) {
        this.servers = new ArrayList<>(servers);
        save();
        logProblems();
    }

    @Override
    public boolean configure(StaplerRequest2 request, JSONObject json) {
        // Without SAST servers, the form has no value for them, and Jenkins would call no setter.
        overdueAfterDays = Math.max(0, json.optInt("overdueAfterDays"));
        setServers(request.bindJSONToList(SastServer.class, json.get("servers")));
        return true;
    }

    /** Returns the error message for a misconfigured SAST server. */
    Optional<String> problem(SastServer server) {
        String name = PlainText.oneLine(server.getName(), FieldCheck.MAX_NAME_LENGTH);
        return name.isEmpty()
                ? Optional.of("A SAST server has no name. Enter a name for use in jobs.")
                : FieldCheck.problem(() -> server.check(names(null)))
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
        problem(server).ifPresent(sentence -> {
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
}
