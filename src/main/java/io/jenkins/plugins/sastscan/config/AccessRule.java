package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.AutoCompletionCandidates;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.submission.ProjectRanges;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * Allows a folder or job, and everything below it, to use projects of a SAST server. Renaming the folder or job does
 * not update the rule.
 */
public class AccessRule implements Describable<AccessRule> {
    private final String item;
    private String projects = "";
    private String defaultProject;

    /** @param item the full name of a folder or job */
    @DataBoundConstructor
    public AccessRule(String item) {
        // Without the lookbehind, the time for many slashes would grow with the square of their number.
        this.item = (item == null ? "" : item.strip()).replaceAll("^/++|(?<!/)/++$", "");
    }

    public String getItem() {
        return item;
    }

    /** Project IDs and ranges as entered, such as {@code 42, 50-59}; empty for all projects. */
    public String getProjects() {
        return projects;
    }

    @DataBoundSetter
    public void setProjects(String projects) {
        this.projects = projects == null ? "" : projects.strip();
    }

    /** The default project ID as entered; empty if there is none. */
    public String getDefaultProject() {
        return defaultProject == null ? "" : defaultProject;
    }

    @DataBoundSetter
    public void setDefaultProject(String defaultProject) {
        this.defaultProject = defaultProject == null || defaultProject.isBlank() ? null : defaultProject.strip();
    }

    /** Checks the values of the rule, but not whether the folder or job exists. */
    void check() {
        if (item.isEmpty()) {
            throw new InvalidInputException("The folder or job of an access rule is missing. Enter its full name.");
        }
        ProjectRanges allowed = ProjectRanges.parse(projects);
        if (defaultProject != null && !allowed.contains(ProjectId.parse(defaultProject))) {
            throw new InvalidInputException("The default project " + defaultProject
                    + " is not among the project IDs of its access rule. Add it, or enter another one.");
        }
    }

    /**
     * Finds the rules for the job itself, and returns their default projects. If there are no rules for the job, the
     * rules for the nearest parent folder apply. Folders without rules are skipped.
     */
    static Set<ProjectId> defaultProjects(List<AccessRule> rules, String job) {
        List<AccessRule> allowing = rules.stream()
                .filter(rule -> rule.allows(job, Optional.empty()))
                .sorted(Comparator.comparing(rule -> -rule.item.length()))
                .toList();
        return allowing.stream()
                .filter(rule -> rule.item.equals(allowing.get(0).item) && rule.defaultProject != null)
                .map(rule -> ProjectId.parse(rule.defaultProject))
                .collect(Collectors.toSet());
    }

    /** An invalid rule allows nothing. {@code project} is empty for operations without a project. */
    boolean allows(String job, Optional<ProjectId> project) {
        return job.startsWith(item)
                && (job.length() == item.length() || job.charAt(item.length()) == '/')
                && FieldCheck.problem(this::check).isEmpty()
                && (project.isEmpty() || ProjectRanges.parse(projects).contains(project.get()));
    }

    /** Whether the item exists. Rules are case-sensitive, but Jenkins ignores case when it looks up an item. */
    boolean namesItem() {
        Item found = Jenkins.get().getItemByFullName(item);
        return found != null && found.getFullName().equals(item);
    }

    @Extension
    @Restricted(NoExternalUse.class)
    public static class DescriptorImpl extends Descriptor<AccessRule> {
        @POST
        public AutoCompletionCandidates doAutoCompleteItem(@QueryParameter String value) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return AutoCompletionCandidates.ofJobNames(Item.class, Util.fixNull(value), Jenkins.get());
        }

        @POST
        public FormValidation doCheckItem(@QueryParameter String value) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            AccessRule rule = new AccessRule(value);
            FormValidation answer = FieldCheck.administrator(rule::check);
            return rule.getItem().isEmpty() || rule.namesItem()
                    ? answer
                    : FormValidation.warning(Messages.AccessRule_noSuchItem());
        }

        @POST
        public FormValidation doCheckProjects(@QueryParameter String value) {
            return FieldCheck.administrator(() -> ProjectRanges.parse(Util.fixNull(value)));
        }

        @POST
        public FormValidation doCheckDefaultProject(@QueryParameter String value, @QueryParameter String projects) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            AccessRule rule = new AccessRule("any");
            rule.setProjects(projects);
            rule.setDefaultProject(value);
            return FieldCheck.unlessNew(rule::check, value);
        }
    }
}
