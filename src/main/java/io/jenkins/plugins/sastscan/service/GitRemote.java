package io.jenkins.plugins.sastscan.service;

/**
 * The Git repository and branch that a project takes its source from.
 *
 * @param url URL of the repository, on one line
 * @param branch branch as a full ref, such as {@code refs/heads/main}, on one line
 */
public record GitRemote(String url, String branch) {
    public GitRemote {
        Checks.line("Git URL", url);
        Checks.line("Git branch", branch);
    }
}
