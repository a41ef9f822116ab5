package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jenkins.model.GlobalConfiguration;
import net.sf.json.JSONObject;
import org.jenkinsci.Symbol;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.StaplerRequest2;

/** The named servers, set up by administrators; jobs refer to them by name. */
@Extension
@Symbol("sast")
public final class SastConfiguration extends GlobalConfiguration {
    private List<SastServer> servers = new ArrayList<>();

    public SastConfiguration() {
        load();
    }

    public static SastConfiguration get() {
        return ExtensionList.lookupSingleton(SastConfiguration.class);
    }

    @Override
    public String getDisplayName() {
        return Messages.SastConfiguration_displayName();
    }

    public List<SastServer> getServers() {
        return List.copyOf(servers);
    }

    /**
     * Sets all servers.
     *
     * @throws InvalidInputException if one cannot be used or two have one name; nothing is changed then
     */
    @DataBoundSetter
    public void setServers(List<SastServer> servers) {
        Set<String> names = new HashSet<>();
        for (SastServer server : servers) {
            server.check();
            if (!names.add(server.getName())) {
                throw new InvalidInputException(
                        "Two SAST servers have the name \"" + server.getName() + "\"; give each a name of its own.");
            }
        }
        this.servers = new ArrayList<>(servers);
        save();
    }

    @Override
    public boolean configure(StaplerRequest2 request, JSONObject json) throws FormException {
        try {
            // A form without servers has no such key at all.
            setServers(json.has("servers") ? request.bindJSONToList(SastServer.class, json.get("servers")) : List.of());
        } catch (InvalidInputException e) {
            throw new Descriptor.FormException(e.getMessage(), "servers");
        }
        return true;
    }

    /**
     * Finds a server. Failures do not name the others: more people read logs than may see servers.
     *
     * @param name its name; blank for the only one there is
     * @throws InvalidInputException if there is none of that name, or a blank name stands for several
     */
    public SastServer server(String name) {
        List<SastServer> all = getServers();
        if (all.isEmpty()) {
            throw new InvalidInputException(
                    "No SAST server is set up; an administrator does so in Manage Jenkins, System, SAST servers.");
        }
        if (name == null || name.isBlank()) {
            if (all.size() == 1) {
                return all.get(0);
            }
            throw new InvalidInputException(
                    "No SAST server is named, and several are set up. Name the one to use, or ask an administrator for it.");
        }
        return all.stream()
                .filter(server -> server.getName().equals(name.strip()))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("There is no SAST server \"" + name.strip()
                        + "\". Check the name, or ask an administrator for it."));
    }
}
