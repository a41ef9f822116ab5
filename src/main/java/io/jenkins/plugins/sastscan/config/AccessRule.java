package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.AutoCompletionCandidates;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * Allows a folder or job, and everything below it, to use projects of a SAST server. Renaming the folder or job does
 * not update the rule.
 */
public class AccessRule implements Describable<AccessRule> {
    private static final Pattern RANGE = Pattern.compile("\\s*([0-9]+)(?:\\s*-\\s*([0-9]+))?\\s*");

    private final String item;
    private String projects = "";
    private String defaultProject = "";

    /** @param item the full name of a folder or job; a rule without an item allows nothing */
    @DataBoundConstructor
    public AccessRule(String item) {
        // Without the lookbehind, the time for many slashes would grow with the square of their number.
        this.item = Objects.toString(item, "").strip().replaceAll("^/++|(?<!/)/++$", "");
    }

    public String getItem() {
        return Objects.toString(item, "");
    }

    /** Project IDs and ranges as entered, such as {@code 42, 50-59}, or {@code all}. Empty if no project is allowed. */
    public String getProjects() {
        return Objects.toString(projects, "");
    }

    @DataBoundSetter
    public void setProjects(String projects) {
        this.projects = Objects.toString(projects, "").strip();
    }

    /** The default project ID as entered; empty if there is none. */
    public String getDefaultProject() {
        return Objects.toString(defaultProject, "");
    }

    @DataBoundSetter
    public void setDefaultProject(String defaultProject) {
        this.defaultProject = Objects.toString(defaultProject, "").strip();
    }

    /** Checks the values of the rule, but not whether the folder or job exists. */
    void check() {
        if (getItem().isEmpty()) {
            throw new InvalidInputException("The folder or job of an access rule is missing. Enter its full name.");
        }
        Predicate<ProjectId> allowed = allowed(getProjects());
        if (!getDefaultProject().isEmpty() && !allowed.test(ProjectId.parse(defaultProject))) {
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
                .toList();
        int nearest =
                allowing.stream().mapToInt(rule -> rule.item.length()).max().orElse(0);
        return allowing.stream()
                .filter(rule -> rule.item.length() == nearest
                        && !rule.getDefaultProject().isEmpty())
                .map(rule -> ProjectId.parse(rule.defaultProject))
                .collect(Collectors.toSet());
    }

    /** An invalid rule allows nothing. {@code project} is empty for operations without a project. */
    boolean allows(String job, Optional<ProjectId> project) {
        return (job + "/").startsWith(item + "/")
                && FieldCheck.problem(this::check).isEmpty()
                && (project.isEmpty() || allowed(getProjects()).test(project.get()));
    }

    /**
     * Parses project IDs and ranges, such as {@code 42, 50-59}, or {@code all}. An empty text allows no project.
     *
     * @throws InvalidInputException if a part of the text is not a positive number or a range
     */
    static Predicate<ProjectId> allowed(String text) {
        if (text.strip().equalsIgnoreCase("all")) {
            return project -> true;
        }
        Stream<String> parts = text.isBlank() ? Stream.empty() : Stream.of(text.split(",", -1));
        List<Predicate<ProjectId>> ranges = parts.map(AccessRule::range).toList();
        return project -> ranges.stream().anyMatch(range -> range.test(project));
    }

    private static Predicate<ProjectId> range(String part) {
        Matcher matcher = RANGE.matcher(part);
        if (matcher.matches()) {
            try {
                long first = Long.parseLong(matcher.group(1));
                long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
                if (first > 0 && first <= last) {
                    return project -> first <= project.value() && project.value() <= last;
                }
            } catch (NumberFormatException e) {
                // The number is larger than Long.MAX_VALUE.
            }
        }
        throw new InvalidInputException("Invalid project IDs: " + PlainText.quoted(part.strip())
                + ". Enter positive numbers and ranges, such as 42, 50-59, or the word all.");
    }

    @Extension
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
            // Rules are case-sensitive, but Jenkins ignores case when it looks up an item.
            Item found = rule.item.isEmpty() ? null : Jenkins.get().getItemByFullName(rule.item);
            return rule.item.isEmpty() || found != null && found.getFullName().equals(rule.item)
                    ? FieldCheck.administrator(rule::check)
                    : FormValidation.warning(Messages.AccessRule_noSuchItem());
        }

        @POST
        public FormValidation doCheckProjects(@QueryParameter String value) {
            FormValidation answer = FieldCheck.administrator(() -> allowed(Util.fixNull(value)));
            return Util.fixEmptyAndTrim(value) == null
                    ? FormValidation.warning(Messages.AccessRule_noProjects())
                    : answer;
        }

        @POST
        public FormValidation doCheckDefaultProject(@QueryParameter String value, @QueryParameter String projects) {
            return FieldCheck.administrator(() -> {
                AccessRule rule = new AccessRule("any");
                rule.setProjects(projects);
                rule.setDefaultProject(value);
                rule.check();
            });
        }
    }
}
