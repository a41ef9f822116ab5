package io.jenkins.plugins.sastscan.submission.git;

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
        requireMatch(url, authentication);
        return new GitPlan(new GitRemote(url.text(), BranchRef.of(branchRef)), authentication);
    }

    /**
     * Checks that the URL is of the kind that the credentials are for: an SSH URL for an SSH key, and only for it; an
     * https URL for an access token.
     *
     * @throws InvalidInputException if it is not
     */
    public static void requireMatch(GitUrl url, GitAuthentication authentication) {
        if (authentication instanceof GitAuthentication.SshKey) {
            if (!url.ssh()) {
                throw new InvalidInputException("The credentials are an SSH key, but the Git URL is not an SSH URL. Use"
                        + " ssh://user@host/path or user@host:path, or select other credentials.");
            }
        } else if (url.ssh()) {
            throw new InvalidInputException("The Git URL is an SSH URL, which requires an SSH key as credentials."
                    + " Select an SSH key, or use an https URL.");
        } else if (authentication instanceof GitAuthentication.Token
                && !url.address().getScheme().equals("https")) {
            throw new InvalidInputException("The credentials are an access token, which requires an https URL."
                    + " Use an https URL, or select other credentials.");
        }
    }
}
