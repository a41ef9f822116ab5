package io.jenkins.plugins.sastscan.config;

import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import hudson.Extension;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.util.RobustReflectionConverter;
import hudson.util.XStream2;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** Defines which jobs can use a SAST server, for which projects, and with whose credentials. */
public class ServerAccess implements Describable<ServerAccess> {
    public enum Jobs {
        /** All jobs, with all projects. */
        ALL,
        /** Only the jobs that an access rule allows. */
        WITH_RULE
    }

    static final String INCOMPLETE =
            "The stored settings could not be read completely. Check all fields, and save them again.";

    /**
     * This field is not an enum, because Jenkins ignores case when it reads an enum. The invalid value {@code all} must
     * not become {@code ALL}, which allows every job.
     */
    private String jobs = Jobs.ALL.name();

    private List<AccessRule> rules = new ArrayList<>();
    private String jobCredentialsId = "";
    private boolean allowChangeRequests;
    /** Whether {@link #setJobs} was called. */
    private transient boolean chosen;

    private transient int readErrors;

    /** Allows all jobs, but no uploads from change requests. All jobs use the credentials of the SAST server. */
    @DataBoundConstructor
    public ServerAccess() {}

    public Jobs getJobs() {
        return Jobs.ALL.name().equals(jobs) && rules.isEmpty() ? Jobs.ALL : Jobs.WITH_RULE;
    }

    @DataBoundSetter
    public void setJobs(Jobs jobs) {
        this.jobs = jobs == null ? "" : jobs.name();
        chosen = true;
    }

    public List<AccessRule> getRules() {
        return List.copyOf(rules);
    }

    /**
     * Selects {@code WITH_RULE} if there are rules and {@link #setJobs} was not called. Deleting all rules does not
     * select {@code ALL} again.
     */
    @DataBoundSetter
    public void setRules(List<AccessRule> rules) {
        this.rules = rules == null ? new ArrayList<>() : new ArrayList<>(rules);
        if (!chosen && !this.rules.isEmpty()) {
            jobs = Jobs.WITH_RULE.name();
        }
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

    /**
     * Tells whether the access token must stay on the controller. With the token, an agent could bypass the access
     * rules.
     */
    boolean keepsTokenFromAgents() {
        return getJobs() != Jobs.ALL && !usesJobCredentials();
    }

    /**
     * Returns the stored settings. If {@code errors} is not 0, no job can use the SAST server. If the settings are
     * missing, no job can use the SAST server until {@link #chooseJobs} is called.
     *
     * @param read the stored settings; null if the SAST server has none
     * @param errors the number of stored values of the SAST server that cannot be read
     */
    static ServerAccess asRead(ServerAccess read, int errors) {
        ServerAccess access = read == null ? new ServerAccess() : read;
        if (errors > 0) {
            access.jobs = "";
        } else if (read == null) {
            access.jobs = null;
        }
        access.readErrors = errors;
        return access;
    }

    int readErrors() {
        return readErrors;
    }

    /** Sets {@code jobs}, which earlier plugin versions did not store. */
    void chooseJobs() {
        if (jobs == null) {
            jobs = (rules.isEmpty() ? Jobs.ALL : Jobs.WITH_RULE).name();
        }
    }

    void check() {
        boolean all = Jobs.ALL.name().equals(jobs);
        if (!all && !Jobs.WITH_RULE.name().equals(jobs)) {
            throw new InvalidInputException(INCOMPLETE);
        }
        if (all && !rules.isEmpty()) {
            throw new InvalidInputException("There are access rules, but \"All jobs\" is selected."
                    + " Delete the rules, or select \"Only jobs with an access rule\".");
        }
        if (!all && rules.isEmpty()) {
            throw new InvalidInputException(
                    "No job can use it, because there is no access rule. Add a rule, or select \"All jobs\".");
        }
        rules.forEach(AccessRule::check);
    }

    /**
     * @param job the full name of the job
     * @param project the project; empty for operations without one
     */
    public boolean allows(String job, Optional<ProjectId> project) {
        return getJobs() == Jobs.ALL || rules.stream().anyMatch(rule -> rule.allows(job, project));
    }

    /**
     * If the XML contains anything that this class does not store, no job can use the SAST server. Jenkins itself would
     * read elements inside {@code projects} as empty text, and empty text allows all projects.
     */
    @Restricted(NoExternalUse.class)
    public static final class ConverterImpl extends RobustReflectionConverter {
        private static final Set<String> NEEDED = Set.of("rules", "jobCredentialsId", "allowChangeRequests");

        public ConverterImpl(XStream2 xstream) {
            super(xstream.getMapper(), xstream.getReflectionProvider());
        }

        @Override
        public Object unmarshal(HierarchicalStreamReader reader, UnmarshallingContext context) {
            require(reader.getAttributeCount() == 0, context);
            ServerAccess access = new ServerAccess();
            Map<String, String> texts = new HashMap<>();
            forEachChild(reader, name -> {
                String text = name.equals("rules") ? "" : text(reader, context);
                if (name.equals("rules")) {
                    access.rules = rules(reader, context);
                }
                require(texts.put(name, text) == null, context);
            });
            require(texts.keySet().containsAll(NEEDED), context);
            access.jobs = texts.remove("jobs");
            access.setJobCredentialsId(texts.remove("jobCredentialsId"));
            String changeRequests = texts.getOrDefault("allowChangeRequests", "");
            access.allowChangeRequests = changeRequests.equals("true");
            require(List.of("true", "false").contains(changeRequests), context);
            require(NEEDED.containsAll(texts.keySet()), context);
            return access;
        }

        private static List<AccessRule> rules(HierarchicalStreamReader reader, UnmarshallingContext context) {
            List<AccessRule> rules = new ArrayList<>();
            require(reader.getAttributeCount() == 0 && reader.getValue().isBlank(), context);
            forEachChild(reader, type -> {
                require(reader.getAttributeCount() == 0, context);
                Map<String, String> texts = new HashMap<>();
                if (type.equals(AccessRule.class.getName())) {
                    forEachChild(reader, name -> require(texts.put(name, text(reader, context)) == null, context));
                }
                texts.putIfAbsent("defaultProject", "");
                boolean complete = texts.keySet().equals(Set.of("item", "projects", "defaultProject"));
                require(complete, context);
                if (complete) {
                    AccessRule rule = new AccessRule(texts.get("item"));
                    rule.setProjects(texts.get("projects"));
                    rule.setDefaultProject(texts.get("defaultProject"));
                    rules.add(rule);
                }
            });
            return rules;
        }

        private static void forEachChild(HierarchicalStreamReader reader, Consumer<String> read) {
            while (reader.hasMoreChildren()) {
                reader.moveDown();
                read.accept(reader.getNodeName());
                reader.moveUp();
            }
        }

        private static String text(HierarchicalStreamReader reader, UnmarshallingContext context) {
            require(reader.getAttributeCount() == 0 && !reader.hasMoreChildren(), context);
            return reader.getValue();
        }

        private static void require(boolean readable, UnmarshallingContext context) {
            if (!readable) {
                addErrorInContext(context, new IllegalArgumentException(INCOMPLETE));
            }
        }
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<ServerAccess> {}
}
