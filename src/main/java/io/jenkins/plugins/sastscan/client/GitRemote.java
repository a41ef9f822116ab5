package io.jenkins.plugins.sastscan.client;

/**
 * The Git repository and branch of a project.
 *
 * @param branch a full ref, such as {@code refs/heads/main}
 */
public record GitRemote(String url, String branch) {
    public GitRemote {
        Checks.line("Git URL", url);
        Checks.line("Git branch", branch);
    }
}
