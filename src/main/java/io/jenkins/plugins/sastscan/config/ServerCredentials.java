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
public final class ServerCredentials {
    private ServerCredentials() {}

    /**
     * Finds the credentials of the account: in the global store, or in the folders of the job if the access rules say so.
     */
    static <C extends StandardCredentials> C account(
            Class<C> kind, String id, String what, ServiceUrl url, SastServer server, Run<?, ?> run) {
        String ofJobs = server.getAccess().getJobCredentialsId();
        if (ofJobs.isEmpty()) {
            return find(kind, id, what, url, run);
        }
        if (lookUp(kind, ofJobs, requirements(url)) != null) {
            throw new InvalidInputException("The credentials \"" + ofJobs + "\" for the " + what
                    + " must be in the folder of this job, but Jenkins also has credentials with this ID outside of"
                    + " folders. Ask an administrator to use another ID.");
        }
        return tracked(
                run,
                CredentialsMatchers.firstOrNull(
                        CredentialsProvider.lookupCredentialsInItem(
                                kind, run.getParent(), ACL.SYSTEM2, requirements(url)),
                        CredentialsMatchers.withId(ofJobs)),
                "The folder of this job has no credentials \"" + ofJobs + "\" for the " + what
                        + ". Add them to the folder, or ask whoever manages it.");
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
        return tracked(
                run,
                lookUp(kind, id, requirements(url)),
                "The credentials \"" + id + "\" for the " + what
                        + " do not exist in the Jenkins credentials store. An administrator can select others in"
                        + " Manage Jenkins > System > SAST servers.");
    }

    private static <C extends StandardCredentials> C tracked(Run<?, ?> run, C found, String missing) {
        if (found == null) {
            throw new InvalidInputException(missing);
        }
        return run == null ? found : CredentialsProvider.track(run, found);
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
            FieldCheck.problem(() -> requirements.addAll(requirements(url.get())));
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

    static List<DomainRequirement> requirements(ServiceUrl url) {
        return requirements(url.scheme(), url.host(), url.port(), url.path());
    }

    /**
     * Returns what the domain of credentials must contain so that they can be sent to a URL. A URL without a port means
     * the usual port of its scheme. Otherwise, credentials for another port would match, too.
     *
     * @param host an IPv6 address has no brackets
     */
    public static List<DomainRequirement> requirements(String scheme, String host, int port, String path) {
        return URIRequirementBuilder.create()
                .withScheme(scheme)
                .withHostnamePort(host.contains(":") ? "[" + host + "]" : host, port)
                .withPath(path)
                .build();
    }
}
