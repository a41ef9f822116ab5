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

/** Shared parts of the forms of all steps. */
final class ScanForm {
    private ScanForm() {}

    /** Lists the names of the SAST servers for users who can configure the job. */
    static ListBoxModel servers(Item item, String current) {
        FieldCheck.requireConfigurer(item);
        ListBoxModel items = new ListBoxModel();
        List<SastServer> servers = SastConfiguration.get().getServers();
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
            SastConfiguration.get().server(name);
            return FormValidation.ok();
        } catch (InvalidInputException e) {
            // Every new step starts without a server.
            return name.isEmpty() ? FormValidation.warning(e.getMessage()) : FormValidation.error(e.getMessage());
        }
    }

    static FormValidation checkProjectId(Item item, String value) {
        return Util.fixEmptyAndTrim(value) == null
                ? FieldCheck.required(item, value, Messages.ScanForm_projectIdMissing())
                : FieldCheck.configurer(item, value, ProjectId::parse);
    }
}
