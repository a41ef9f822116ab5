package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardListBoxModel;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import com.cloudbees.plugins.credentials.domains.URIRequirementBuilder;
import hudson.Util;
import hudson.model.Run;
import hudson.security.ACL;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import jenkins.model.Jenkins;

/** Credentials of servers: looked up at the root, where no folder can put others in their place; SYSTEM scope counts. */
final class ServerCredentials {
    private ServerCredentials() {}

    /**
     * Finds credentials, and notes that the build uses them.
     *
     * @param what what they are, for the message
     * @param url what they are sent to
     * @param run the build whose use of them is noted, or null outside of builds
     * @throws InvalidInputException if there are none of that id and kind
     */
    static <C extends StandardCredentials> C find(Class<C> kind, String id, String what, String url, Run<?, ?> run) {
        C found = lookUp(kind, id, requirements(url));
        if (found == null) {
            throw new InvalidInputException("The credentials \"" + id + "\" for the " + what
                    + " are not to be found in the Jenkins credentials store; an administrator chooses others in"
                    + " Manage Jenkins, System, SAST servers.");
        }
        if (run != null) {
            CredentialsProvider.track(run, found);
        }
        return found;
    }

    private static <C extends StandardCredentials> C lookUp(Class<C> kind, String id, List<DomainRequirement> url) {
        return CredentialsMatchers.firstOrNull(
                CredentialsProvider.lookupCredentialsInItemGroup(kind, Jenkins.get(), ACL.SYSTEM2, url),
                CredentialsMatchers.withId(id));
    }

    /** The choice of credentials, for administrators; anybody else is shown what is chosen and nothing more. */
    static <C extends StandardCredentials> ListBoxModel items(Class<C> kind, String current, String url) {
        StandardListBoxModel items = new StandardListBoxModel();
        if (!Jenkins.get().hasPermission(Jenkins.ADMINISTER)) {
            return items.includeCurrentValue(Util.fixNull(current));
        }
        return items.includeEmptyValue()
                .includeMatchingAs(ACL.SYSTEM2, Jenkins.get(), kind, requirements(url), CredentialsMatchers.always())
                .includeCurrentValue(Util.fixNull(current));
    }

    /** Whether credentials of that id and kind exist. */
    static <C extends StandardCredentials> FormValidation validate(Class<C> kind, String id) {
        return Validation.administrator(() -> {
            if (Util.fixEmptyAndTrim(id) != null && lookUp(kind, id.strip(), List.of()) == null) {
                throw new InvalidInputException("These credentials do not exist any more; choose others.");
            }
        });
    }

    static SecretText secret(Secret secret) {
        return SecretText.of(secret.getPlainText());
    }

    private static List<DomainRequirement> requirements(String url) {
        return URIRequirementBuilder.fromUri(Util.fixNull(url)).build();
    }
}
