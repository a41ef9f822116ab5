package io.jenkins.plugins.sastscan.run;

import com.cloudbees.jenkins.plugins.sshcredentials.SSHUserPrivateKey;
import com.cloudbees.plugins.credentials.CredentialsMatcher;
import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernamePasswordCredentials;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import com.cloudbees.plugins.credentials.domains.URIRequirementBuilder;
import hudson.Util;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.input.InvalidInputException;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.submission.GitCredential;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;

/** What the kinds of credentials in Jenkins mean for a Git repository. */
public final class GitCredentials {
    /** The kinds that the service has a way for. */
    public static final CredentialsMatcher MATCHER = CredentialsMatchers.anyOf(
            CredentialsMatchers.instanceOf(StandardUsernamePasswordCredentials.class),
            CredentialsMatchers.instanceOf(SSHUserPrivateKey.class),
            CredentialsMatchers.instanceOf(StringCredentials.class));

    private static final Pattern SHORT_URL = Pattern.compile("(?:[^@/:]+@)?([^@/:]+):(?!//).*");

    private GitCredentials() {}

    /** The domain that a URL belongs to; git's short form counts as the SSH URL that it stands for. */
    public static List<DomainRequirement> requirements(String url) {
        Matcher shortUrl = SHORT_URL.matcher(Util.fixNull(url).strip());
        return URIRequirementBuilder.fromUri(shortUrl.matches() ? "ssh://" + shortUrl.group(1) : Util.fixNull(url))
                .build();
    }

    /** The values of credentials, or of none where they are null. */
    static GitCredential credential(StandardCredentials credentials) {
        if (credentials == null) {
            return new GitCredential.None();
        }
        if (credentials instanceof StandardUsernamePasswordCredentials user) {
            return new GitCredential.UserPassword(user.getUsername(), secret(user.getPassword()));
        }
        if (credentials instanceof StringCredentials token) {
            return new GitCredential.Token(secret(token.getSecret()));
        }
        if (credentials instanceof SSHUserPrivateKey key) {
            Secret passphrase = key.getPassphrase();
            return new GitCredential.SshKeys(
                    key.getPrivateKeys().stream().map(SecretText::of).toList(),
                    passphrase != null && !passphrase.getPlainText().isEmpty());
        }
        throw new InvalidInputException("The Git credentials \"" + credentials.getId()
                + "\" are of a kind that the service has no way for; choose a user name with password, a secret text"
                + " (access token) or an SSH key.");
    }

    private static SecretText secret(Secret secret) {
        return SecretText.of(secret.getPlainText());
    }
}
