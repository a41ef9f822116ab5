package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardListBoxModel;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import hudson.Util;
import hudson.model.Run;
import hudson.security.ACL;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import jenkins.model.Jenkins;

/**
 * Finds credentials either in the folders of a job or in the global store, including its SYSTEM credentials. This
 * class never falls back from one store to the other.
 */
final class ServerCredentials {
    private ServerCredentials() {}

    static <C extends StandardCredentials> C account(
            Class<C> kind, String id, String what, ServiceUrl url, SastServer server, Run<?, ?> run) {
        String ofJobs = server.getAccess().getJobCredentialsId();
        return ofJobs.isEmpty() ? find(kind, id, what, url, run) : findInFolders(kind, ofJobs, what, url, run);
    }

    /**
     * Finds credentials in the global store.
     *
     * @param what the purpose of the credentials, for the error message
     * @param url the URL to which the credentials are sent
     * @param run the build that uses the credentials; null outside of builds
     */
    static <C extends StandardCredentials> C find(
            Class<C> kind, String id, String what, ServiceUrl url, Run<?, ?> run) {
        C found = lookUp(kind, id, UrlRequirements.of(url));
        if (found == null) {
            throw new InvalidInputException("The credentials \"" + id + "\" for the " + what
                    + " do not exist in the Jenkins credentials store. An administrator can select others in"
                    + " Manage Jenkins > System > SAST servers.");
        }
        if (run != null) {
            CredentialsProvider.track(run, found);
        }
        return found;
    }

    /**
     * Searches the nearest folder first. Rejects an ID that also exists outside of folders, so that no job uses a
     * shared account by mistake.
     */
    private static <C extends StandardCredentials> C findInFolders(
            Class<C> kind, String id, String what, ServiceUrl url, Run<?, ?> run) {
        if (lookUp(kind, id, UrlRequirements.of(url)) != null) {
            throw new InvalidInputException("The credentials \"" + id + "\" for the " + what
                    + " must be in the folder of this job, but Jenkins also has credentials with this ID outside of"
                    + " folders. Ask an administrator to use another ID.");
        }
        C found = CredentialsMatchers.firstOrNull(
                CredentialsProvider.lookupCredentialsInItem(
                        kind, run.getParent(), ACL.SYSTEM2, UrlRequirements.of(url)),
                CredentialsMatchers.withId(id));
        if (found == null) {
            throw new InvalidInputException("The folder of this job has no credentials \"" + id + "\" for the " + what
                    + ". Add them to the folder, or ask whoever manages it.");
        }
        return CredentialsProvider.track(run, found);
    }

    private static <C extends StandardCredentials> C lookUp(
            Class<C> kind, String id, List<DomainRequirement> requirements) {
        return CredentialsMatchers.firstOrNull(
                CredentialsProvider.lookupCredentialsInItemGroup(kind, Jenkins.get(), ACL.SYSTEM2, requirements),
                CredentialsMatchers.withId(id));
    }

    /**
     * Lists all credentials for a URL if the user is an administrator, and otherwise only the current value.
     *
     * @param url returns the URL that the form contains
     */
    static <C extends StandardCredentials> ListBoxModel items(Class<C> kind, String current, Supplier<ServiceUrl> url) {
        StandardListBoxModel items = new StandardListBoxModel();
        if (Jenkins.get().hasPermission(Jenkins.ADMINISTER)) {
            List<DomainRequirement> requirements = new ArrayList<>();
            // If the URL is invalid, its own field shows an error.
            FieldCheck.problem(() -> requirements.addAll(UrlRequirements.of(url.get())));
            items.includeEmptyValue()
                    .includeMatchingAs(ACL.SYSTEM2, Jenkins.get(), kind, requirements, CredentialsMatchers.always());
        }
        return items.includeCurrentValue(Util.fixNull(current));
    }

    static <C extends StandardCredentials> void requireExisting(Class<C> kind, String id) {
        if (Util.fixEmptyAndTrim(id) != null && lookUp(kind, id.strip(), List.of()) == null) {
            throw new InvalidInputException("These credentials do not exist. Select others.");
        }
    }
}
