package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import hudson.model.Item;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.Optional;

/** Shared parts of the forms of all steps. */
final class ScanForm {
    private ScanForm() {}

    /** Lists the names of the SAST servers that the job can use, for users who can configure it. */
    static ListBoxModel servers(Item item, String current) {
        FieldCheck.requireConfigurer(item);
        ListBoxModel items = new ListBoxModel();
        List<SastServer> servers = SastConfiguration.get().getServers().stream()
                .filter(server -> item == null || server.getAccess().allows(item.getFullName(), Optional.empty()))
                .toList();
        String chosen = Util.fixNull(current).strip();
        if (servers.size() != 1) {
            items.add(Messages.ScanForm_chooseServer(), "");
        }
        servers.forEach(server -> items.add(server.getName()));
        if (!chosen.isEmpty()
                && servers.stream().noneMatch(server -> server.getName().equals(chosen))) {
            items.add(chosen);
        }
        return items;
    }

    static FormValidation checkServer(Item item, String value) {
        FieldCheck.requireConfigurer(item);
        String name = Util.fixNull(value).strip();
        if (name.contains("$")) {
            return FormValidation.ok();
        }
        try {
            SastConfiguration.get().server(name, item, Optional.empty());
            return FormValidation.ok();
        } catch (InvalidInputException e) {
            // Every new step starts without a server.
            return name.isEmpty() ? FormValidation.warning(e.getMessage()) : FormValidation.error(e.getMessage());
        }
    }

    /** Checks a project ID, and warns if the job can use the SAST server, but not this project. */
    static FormValidation checkProjectId(Item item, String value, String server) {
        if (Util.fixEmptyAndTrim(value) == null) {
            return FieldCheck.required(item, value, Messages.ScanForm_projectIdMissing());
        }
        return FieldCheck.configurer(item, value, ProjectId::parse, id -> outsideRules(item, server, id));
    }

    private static Optional<String> outsideRules(Item item, String server, String id) {
        String name = Util.fixNull(server).strip();
        return canUse(item, name, Optional.empty()) && !canUse(item, name, Optional.of(ProjectId.parse(id)))
                ? Optional.of(Messages.ScanForm_projectOutsideRules())
                : Optional.empty();
    }

    private static boolean canUse(Item item, String server, Optional<ProjectId> project) {
        try {
            SastConfiguration.get().server(server, item, project);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }
}
