package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.GitRemote;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;

/**
 * The Git settings to write. A remote with an SSH key is written with the operation made for keys, everything else with
 * the general one.
 */
public record GitPlan(GitRemote remote, GitAuthentication authentication) {
    /**
     * Decides how a repository is to be written, with what a credentials store holds for it.
     *
     * @throws InvalidInputException if the service cannot take these credentials, or the URL has no use for them
     */
    public static GitPlan of(GitUrl url, String branchRef, GitCredential credential) {
        GitAuthentication authentication = authentication(credential);
        boolean key = authentication instanceof GitAuthentication.SshKey;
        if (key && !url.ssh()) {
            throw new InvalidInputException("The credentials are an SSH key, but the Git URL is not an SSH one; give"
                    + " ssh://user@host/path or user@host:path, or choose other credentials.");
        }
        if (authentication instanceof GitAuthentication.Token && url.ssh()) {
            throw new InvalidInputException("The credentials are an access token, but the Git URL is an SSH one; give"
                    + " an https URL, or choose an SSH key.");
        }
        return new GitPlan(new GitRemote(url.text(), BranchRef.of(branchRef)), authentication);
    }

    /** How a credential is said to the service. */
    private static GitAuthentication authentication(GitCredential credential) {
        if (credential instanceof GitCredential.UserPassword user) {
            return new GitAuthentication.UserPassword(user.userName(), user.password());
        }
        if (credential instanceof GitCredential.Token token) {
            return new GitAuthentication.Token(token.token());
        }
        if (credential instanceof GitCredential.SshKeys keys) {
            return new GitAuthentication.SshKey(onlyKey(keys.privateKeys(), keys.passphrase()));
        }
        return new GitAuthentication.None();
    }

    private static SecretText onlyKey(List<SecretText> keys, boolean passphrase) {
        if (keys.size() != 1) {
            throw new InvalidInputException("The SSH credentials hold " + (keys.isEmpty() ? "no" : keys.size())
                    + " private keys; the service takes exactly one.");
        }
        if (passphrase) {
            throw new InvalidInputException("The SSH credentials have a passphrase, which the service has no field for;"
                    + " use a key without one, made for this purpose alone.");
        }
        return SshPrivateKey.checked(keys.get(0));
    }
}
