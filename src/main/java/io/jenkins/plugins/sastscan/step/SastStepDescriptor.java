package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.Util;
import hudson.model.Item;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.beans.Introspector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.jvnet.localizer.ResourceBundleHolder;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * The common base of the descriptors of all steps. No step requires a {@code node}, but {@code sastSubmit} has options
 * that need the workspace of a node. This class is public so that forms can use it.
 */
public abstract class SastStepDescriptor extends StepDescriptor {
    /** Returns the name in scripts: {@code sastLicense} for {@code SastLicenseStep}. */
    @Override
    public final String getFunctionName() {
        return Introspector.decapitalize(clazz.getSimpleName().replaceFirst("Step$", ""));
    }

    @Override
    public final String getDisplayName() {
        return ResourceBundleHolder.get(Messages.class).format(clazz.getSimpleName() + ".displayName");
    }

    @Override
    public final Set<? extends Class<?>> getRequiredContext() {
        return Set.of(Run.class, TaskListener.class);
    }

    /** This method is deprecated, but no other method receives all arguments of a script. */
    @Override
    @SuppressWarnings("deprecation")
    public final Step newInstance(Map<String, Object> arguments) throws Exception {
        try {
            return super.newInstance(ScriptArguments.checked(getFunctionName(), clazz, arguments));
        } catch (InvalidInputException e) {
            throw new AbortException("SAST: " + e.getMessage());
        }
    }

    @Override
    public final String argumentsToString(Map<String, Object> arguments) {
        String project = text(arguments, "projectId", "project ");
        String server = text(arguments, "server", project.isEmpty() ? "" : "on ");
        String dryRun = "true".equals(String.valueOf(arguments.get("dryRun"))) ? "dry run, " : "";
        return dryRun
                + Stream.of(project, server, text(arguments, "language", ""), text(arguments, "queryName", ""))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" "));
    }

    private static String text(Map<String, Object> arguments, String name, String before) {
        Object value = arguments.get(name);
        return value instanceof CharSequence || value instanceof Number ? before + value : "";
    }

    @POST
    public ListBoxModel doFillServerItems(@AncestorInPath Item item, @QueryParameter String server) {
        FieldCheck.requireConfigurer(item);
        ListBoxModel items = new ListBoxModel();
        List<String> names = SastConfiguration.get().names(item);
        if (names.size() != 1) {
            items.add(Messages.SastStepDescriptor_chooseServer(), "");
        }
        names.forEach(items::add);
        String chosen = Util.fixNull(server).strip();
        if (!chosen.isEmpty() && !names.contains(chosen)) {
            items.add(chosen);
        }
        return items;
    }

    @POST
    public FormValidation doCheckServer(@AncestorInPath Item item, @QueryParameter String value) {
        FieldCheck.requireConfigurer(item);
        if (Util.fixEmptyAndTrim(value) != null) {
            return FieldCheck.configurer(
                    item, value, name -> SastConfiguration.get().server(name, item, Optional.empty()));
        }
        int servers = SastConfiguration.get().names(item).size();
        if (servers == 0 && !SastConfiguration.get().getServers().isEmpty()) {
            return FormValidation.error(Messages.SastStepDescriptor_noServer());
        }
        // The field is empty in every new step. There is nothing to check until a SAST server is selected.
        return servers > 1
                ? FormValidation.ok()
                : problem(item, "").map(FormValidation::warning).orElseGet(FormValidation::ok);
    }

    /** Also checks whether the job can use this project of the SAST server. */
    @POST
    public FormValidation doCheckProjectId(
            @AncestorInPath Item item, @QueryParameter String value, @QueryParameter String server) {
        FieldCheck.requireConfigurer(item);
        if (Util.fixEmptyAndTrim(value) != null) {
            return FieldCheck.configurer(item, value, id -> {
                ProjectId project = ProjectId.parse(id);
                // The field of the SAST server shows all other problems.
                if (problem(item, server).isEmpty()) {
                    SastConfiguration.get().server(server, item, Optional.of(project));
                }
            });
        }
        try {
            return FormValidation.ok(Messages.SastStepDescriptor_defaultProject(
                    SastConfiguration.get().defaultProject(server, item)));
        } catch (InvalidInputException e) {
            // The field is empty in every new step, and only a script or a build can show whether it stays so. Only a
            // build can expand an expression in the name of the SAST server.
            return FormValidation.ok();
        }
    }

    private static Optional<String> problem(Item item, String server) {
        return FieldCheck.problem(() -> SastConfiguration.get().server(server, item, Optional.empty()));
    }
}
