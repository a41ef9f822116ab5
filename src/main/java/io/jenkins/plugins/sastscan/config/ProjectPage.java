package io.jenkins.plugins.sastscan.config;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** The address of a project's page in the web interface of a SAST server. */
@Restricted(NoExternalUse.class)
public final class ProjectPage {
    /** Stands for the project ID. */
    public static final String PLACEHOLDER = "{projectId}";

    private ProjectPage() {}

    /** @throws InvalidInputException if the address is not empty, and is not a web address with the placeholder */
    static void check(String address) {
        if (!address.isEmpty() && (!address.contains(PLACEHOLDER) || !isWebAddress(of(address, new ProjectId(1))))) {
            throw new InvalidInputException("The address of the project page is invalid. Enter the web address of a"
                    + " project, with " + PLACEHOLDER + " in place of the ID. Example: https://sast.example/projects/"
                    + PLACEHOLDER);
        }
    }

    /** Returns the page of the project; empty if the SAST server has no address for project pages. */
    public static String of(String address, ProjectId project) {
        return address.replace(PLACEHOLDER, project.toString());
    }

    private static boolean isWebAddress(String address) {
        try {
            URI uri = new URI(address);
            return uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getScheme().toLowerCase(Locale.ROOT).matches("https?");
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
