package io.jenkins.plugins.sastscan.run;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.FilePath;
import hudson.plugins.git.Branch;
import hudson.plugins.git.GitException;
import io.jenkins.plugins.sastscan.service.GitRemote;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.submission.GitDefaults;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.jenkinsci.plugins.gitclient.Git;
import org.jenkinsci.plugins.gitclient.GitClient;

/** Asks git in the workspace of a build. */
final class GitCheckout {
    private GitCheckout() {}

    /** The remotes of the checkout in the workspace, with their branches that are where it is; none without a checkout. */
    static List<GitDefaults.Remote> remotes(BuildContext build) throws IOException, InterruptedException {
        GitClient git = client(build, build.workspace());
        try {
            if (!git.hasGitRepo(false)) {
                return List.of();
            }
            ObjectId head = git.revParse("HEAD");
            Map<String, List<String>> atHead = new LinkedHashMap<>();
            for (Branch branch : git.getRemoteBranches()) {
                String[] remoteAndName = branch.getName().split("/", 2);
                if (remoteAndName.length == 2 && !remoteAndName[1].equals("HEAD")) {
                    List<String> branches = atHead.computeIfAbsent(remoteAndName[0], any -> new ArrayList<>());
                    if (branch.getSHA1().equals(head)) {
                        branches.add(remoteAndName[1]);
                    }
                }
            }
            List<GitDefaults.Remote> remotes = new ArrayList<>();
            for (Map.Entry<String, List<String>> remote : atHead.entrySet()) {
                remotes.add(
                        new GitDefaults.Remote(remote.getKey(), git.getRemoteUrl(remote.getKey()), remote.getValue()));
            }
            return remotes;
        } catch (GitException e) {
            throw new InvalidInputException("Git could not tell what is checked out (" + reason(e, List.of())
                    + "); set URL and branch in the Git settings.");
        }
    }

    /**
     * Checks that a branch is there and open to the credentials, from the machine that has the workspace.
     *
     * @param credentials null for none
     */
    static void check(BuildContext build, GitRemote remote, StandardUsernameCredentials credentials)
            throws IOException, InterruptedException {
        FilePath workspace = build.requireWorkspace("Checking the Git remote");
        // The program, not the library: an abort ends a process, but not a library that waits for a silent remote.
        GitClient git = git(build, workspace).using("git").getClient();
        try {
            if (credentials != null) {
                git.addDefaultCredentials(credentials);
            }
            if (!git.getRemoteReferences(remote.url(), remote.branch(), false, false)
                    .containsKey(remote.branch())) {
                throw new InvalidInputException("The Git remote " + remote.url() + " has no " + remote.branch()
                        + "; set another branch in the Git settings.");
            }
        } catch (GitException e) {
            throw new InvalidInputException(
                    "The Git remote " + remote.url() + " cannot be read with these credentials ("
                            + reason(e, GitCredentials.secrets(credentials))
                            + "); check URL and credentials in the Git settings.");
        }
    }

    /** What git said, on one line; a remote may have made it repeat what it was sent. */
    private static String reason(GitException failure, List<SecretText> secrets) {
        String said = SecretText.mask(String.valueOf(failure.getMessage()), secrets);
        String line = said.strip().replaceAll("\\s+", " ");
        return PlainText.oneLine(SecretText.mask(line, secrets));
    }

    private static GitClient client(BuildContext build, FilePath workspace) throws IOException, InterruptedException {
        return git(build, workspace).getClient();
    }

    private static Git git(BuildContext build, FilePath workspace) {
        return Git.with(build.listener(), build.environment()).in(workspace);
    }
}
