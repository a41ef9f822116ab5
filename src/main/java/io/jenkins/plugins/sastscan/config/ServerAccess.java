package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.model.Describable;
import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** Which jobs can use a SAST server, for which projects, and with whose credentials. */
public class ServerAccess implements Describable<ServerAccess> {
    private List<AccessRule> rules = new ArrayList<>();
    private String jobCredentialsId = "";
    private boolean allowChangeRequests;

    /** Creates access for all jobs, with the credentials of the SAST server, except for change requests. */
    @DataBoundConstructor
    public ServerAccess() {}

    public List<AccessRule> getRules() {
        return List.copyOf(rules);
    }

    @DataBoundSetter
    public void setRules(List<AccessRule> rules) {
        this.rules = rules == null ? new ArrayList<>() : new ArrayList<>(rules);
    }

    /** Returns the ID of the credentials in the folder of each job. Empty to use the credentials of the SAST server. */
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

    /**
     * Tells whether the access token must stay on the controller: it can do more than rules allow, unless jobs use
     * their own.
     */
    boolean keepsTokenFromAgents() {
        return !rules.isEmpty() && !usesJobCredentials();
    }

    /** @throws InvalidInputException if a rule is invalid */
    void check() {
        rules.forEach(AccessRule::check);
    }

    /**
     * Tells whether a job can use a project. Without rules, it can.
     *
     * @param job the full name of the job
     * @param project the project; empty for operations without one
     */
    public boolean allows(String job, Optional<ProjectId> project) {
        return rules.isEmpty() || rules.stream().anyMatch(rule -> rule.allows(job, project));
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<ServerAccess> {}
}
