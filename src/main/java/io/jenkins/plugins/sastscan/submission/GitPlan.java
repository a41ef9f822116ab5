package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.GitRemote;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** The Git settings to write. SSH keys have an operation of their own; everything else uses the general one. */
public record GitPlan(GitRemote remote, GitAuthentication authentication) {
    /**
     * Creates the plan for a repository and its credentials.
     *
     * @throws InvalidInputException if the SAST server does not support the credentials, or they do not match the URL
     */
    public static GitPlan of(GitUrl url, String branchRef, GitAuthentication authentication) {
        boolean key = authentication instanceof GitAuthentication.SshKey;
        if (key && !url.ssh()) {
            throw new InvalidInputException("The credentials are an SSH key, but the Git URL is not an SSH URL. Use"
                    + " ssh://user@host/path or user@host:path, or select other credentials.");
        }
        if (authentication instanceof GitAuthentication.Token && url.ssh()) {
            throw new InvalidInputException("The credentials are an access token, but the Git URL is an SSH URL. Use"
                    + " an https URL, or select an SSH key.");
        }
        return new GitPlan(new GitRemote(url.text(), BranchRef.of(branchRef)), authentication);
    }
}
