package io.jenkins.plugins.sastscan.jenkins;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.hudson.plugins.folder.properties.FolderCredentialsProvider;
import com.cloudbees.jenkins.plugins.sshcredentials.impl.BasicSSHUserPrivateKey;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.Descriptor.FormException;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.config.AccessRule;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;

public final class Servers {
    private Servers() {}

    /** A test that needs the access token must add credentials with the ID "token". */
    public static SastServer server(String name) {
        return new SastServer(name, "https://" + name + ".example.org/api", new AccessTokenAuthentication("token"));
    }

    /** @param projects the allowed projects, such as {@code 42} or {@code all} */
    public static AccessRule rule(String item, String projects) {
        AccessRule rule = new AccessRule(item);
        rule.setProjects(projects);
        return rule;
    }

    public static AccessRule rule(String item, String projects, String defaultProject) {
        AccessRule rule = rule(item, projects);
        rule.setDefaultProject(defaultProject);
        return rule;
    }

    public static SastServer restricted(SastServer server, AccessRule... rules) {
        server.getAccess().setAllJobs(false);
        server.getAccess().setRules(List.of(rules));
        return server;
    }

    public static void configure(String... names) {
        SastConfiguration.get().setServers(Stream.of(names).map(Servers::server).toList());
    }

    public static void credentials(StandardCredentials... all) throws Exception {
        SystemCredentialsProvider provider = SystemCredentialsProvider.getInstance();
        provider.getCredentials().clear();
        provider.getCredentials().addAll(List.of(all));
        provider.save();
    }

    public static void addTo(Folder folder, Credentials credentials) throws IOException {
        addTo(folder, Domain.global(), credentials);
    }

    public static void addTo(Folder folder, Domain domain, Credentials credentials) throws IOException {
        for (var store : CredentialsProvider.lookupStores(folder)) {
            if (store.getProvider() instanceof FolderCredentialsProvider && store.getContext() == folder) {
                store.addDomain(domain);
                store.addCredentials(domain, credentials);
                return;
            }
        }
        throw new AssertionError("no store");
    }

    public static StandardCredentials secretText(String id, String secret) {
        return secretText(CredentialsScope.GLOBAL, id, secret);
    }

    public static StandardCredentials secretText(CredentialsScope scope, String id, String secret) {
        return new StringCredentialsImpl(scope, id, "secret text " + id, Secret.fromString(secret));
    }

    /** @param pem a private key without a passphrase */
    public static StandardCredentials sshKey(String id, String pem) {
        return new BasicSSHUserPrivateKey(
                CredentialsScope.GLOBAL,
                id,
                "git",
                new BasicSSHUserPrivateKey.DirectEntryPrivateKeySource(pem),
                "",
                "");
    }

    public static StandardCredentials user(String id, String name, String password) throws FormException {
        return new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, id, "user " + id, name, password);
    }
}
