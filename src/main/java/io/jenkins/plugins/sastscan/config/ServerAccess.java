package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.model.Describable;
import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/**
 * Defines which jobs can use a SAST server, for which projects, and with whose credentials.
 *
 * <p>Jenkins calls no constructor when it reads this class from a file. What is missing there, or cannot be read, is
 * false or null, and then no job can use the SAST server.
 */
public class ServerAccess implements Describable<ServerAccess> {
    private boolean allJobs = true;
    /** Null if the stored settings of the SAST server are incomplete. */
    private List<AccessRule> rules = new ArrayList<>();

    private String jobCredentialsId = "";
    private boolean allowChangeRequests;

    /** Allows all jobs, but no uploads from change requests. All jobs use the credentials of the SAST server. */
    @DataBoundConstructor
    public ServerAccess() {}

    /** Returns settings that let no job use the SAST server until an administrator enters others. */
    static ServerAccess unreadable() {
        ServerAccess access = new ServerAccess();
        access.allJobs = false;
        access.rules = null;
        return access;
    }

    private Object readResolve() {
        return rules == null || jobCredentialsId == null ? unreadable() : this;
    }

    /** Returns whether every job can use every project. If false, only the jobs with an access rule can. */
    public boolean isAllJobs() {
        return allJobs;
    }

    @DataBoundSetter
    public void setAllJobs(boolean allJobs) {
        this.allJobs = allJobs;
    }

    public List<AccessRule> getRules() {
        return rules == null
                ? List.of()
                : rules.stream().filter(AccessRule.class::isInstance).toList();
    }

    @DataBoundSetter
    public void setRules(List<AccessRule> rules) {
        this.rules = rules == null ? new ArrayList<>() : new ArrayList<>(rules);
    }

    /**
     * The ID of the folder credentials that jobs use. If the ID is empty, jobs use the credentials of the SAST server.
     */
    public String getJobCredentialsId() {
        return jobCredentialsId;
    }

    @DataBoundSetter
    public void setJobCredentialsId(String jobCredentialsId) {
        this.jobCredentialsId = jobCredentialsId == null ? "" : jobCredentialsId.strip();
    }

    public boolean isAllowChangeRequests() {
        return allowChangeRequests;
    }

    @DataBoundSetter
    public void setAllowChangeRequests(boolean allowChangeRequests) {
        this.allowChangeRequests = allowChangeRequests;
    }

    boolean usesJobCredentials() {
        return !jobCredentialsId.isEmpty();
    }

    private boolean isOpen() {
        return allJobs && getRules().isEmpty();
    }

    /**
     * Tells whether the access token must stay on the controller. With the token, an agent could bypass the access
     * rules.
     */
    boolean keepsTokenFromAgents() {
        return !isOpen() && !usesJobCredentials();
    }

    void check() {
        if (rules == null) {
            throw new InvalidInputException(
                    "The stored settings could not be read completely. Check all fields, and save them again.");
        }
        if (allJobs && !isOpen()) {
            throw new InvalidInputException("There are access rules, but \"All jobs\" is selected."
                    + " Delete the rules, or select \"Only jobs with an access rule\".");
        }
        if (!allJobs && getRules().isEmpty()) {
            throw new InvalidInputException(
                    "No job can use it, because there is no access rule. Add a rule, or select \"All jobs\".");
        }
        getRules().forEach(AccessRule::check);
    }

    /**
     * @param job the full name of the job
     * @param project the project; empty for operations without one
     */
    public boolean allows(String job, Optional<ProjectId> project) {
        return isOpen() || getRules().stream().anyMatch(rule -> rule.allows(job, project));
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<ServerAccess> {}
}
