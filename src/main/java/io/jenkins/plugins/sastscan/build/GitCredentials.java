package io.jenkins.plugins.sastscan.build;

import com.cloudbees.jenkins.plugins.sshcredentials.SSHUserPrivateKey;
import com.cloudbees.plugins.credentials.CredentialsMatcher;
import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernamePasswordCredentials;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.build.git.SshPrivateKey;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.config.UrlRequirements;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Converts Jenkins credentials to credentials for a Git repository. */
@Restricted(NoExternalUse.class)
public final class GitCredentials {
    public static final CredentialsMatcher MATCHER = CredentialsMatchers.anyOf(
            CredentialsMatchers.instanceOf(StandardUsernamePasswordCredentials.class),
            CredentialsMatchers.instanceOf(SSHUserPrivateKey.class),
            CredentialsMatchers.instanceOf(StringCredentials.class));

    private GitCredentials() {}

    public static List<DomainRequirement> requirements(GitUrl url) {
        return UrlRequirements.of(url.scheme(), url.host(), url.port(), url.encodedPath());
    }

    /** Returns {@link GitAuthentication#NONE} if the credentials are null. */
    public static GitAuthentication authentication(StandardCredentials credentials) {
        if (credentials == null) {
            return GitAuthentication.NONE;
        }
        if (credentials instanceof StandardUsernamePasswordCredentials user) {
            String password = user.getPassword().getPlainText();
            if (user.getUsername().isBlank() || password.isEmpty()) {
                throw unusable(credentials, "have no user name or no password");
            }
            return new GitAuthentication(
                    GitAuthentication.Kind.USER_PASSWORD,
                    user.getUsername(),
                    new SecretText(password),
                    user.isUsernameSecret());
        }
        if (credentials instanceof StringCredentials token) {
            String secret = token.getSecret().getPlainText();
            if (secret.isBlank()) {
                throw unusable(credentials, "are empty");
            }
            return new GitAuthentication(GitAuthentication.Kind.TOKEN, new SecretText(secret));
        }
        if (credentials instanceof SSHUserPrivateKey key) {
            return SshPrivateKey.only(
                    key.getPrivateKeys().stream().map(SecretText::new).toList(),
                    !Secret.toString(key.getPassphrase()).isEmpty());
        }
        throw unusable(credentials, "have an unsupported type");
    }

    private static InvalidInputException unusable(StandardCredentials credentials, String why) {
        return new InvalidInputException("The Git credentials \"" + credentials.getId() + "\" " + why
                + ". Select a user name with password, a secret text (access token) or an SSH key.");
    }
}
