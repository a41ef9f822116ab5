package io.jenkins.plugins.sastscan.build;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.model.Computer;
import hudson.model.Node;
import hudson.plugins.git.GitException;
import hudson.plugins.git.GitTool;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.client.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jenkinsci.plugins.gitclient.Git;
import org.jenkinsci.plugins.gitclient.GitClient;

/** Runs git in the workspace of a build. */
final class GitProgram {
    /** The accepted Git programs for each operating system: an absolute path, or a name without a path. */
    private static final Pattern UNIX = Pattern.compile("/.+|(?!.*\\.exe$)[^/\\\\]+");

    private static final Pattern WINDOWS = Pattern.compile("(?:[A-Za-z]:[/\\\\]|\\\\\\\\).+|[^/\\\\:]+");

    private GitProgram() {}

    /**
     * Returns the default Git tool of the machine that has the workspace. Neither variables of the build nor files in
     * the workspace can select another program.
     */
    static String tool(BuildContext build) throws IOException, InterruptedException {
        Computer computer = build.workspace().toComputer();
        Node node = computer == null ? null : computer.getNode();
        if (node == null) {
            return Selection.GIT;
        }
        String program = RemoteWork.within(
                RemoteWork.MOMENT,
                build.workspace(),
                () -> GitTool.getDefaultInstallation()
                        .forNode(node, build.listener())
                        .forEnvironment(computer.buildEnvironment(build.listener()))
                        .getGitExe());
        Pattern valid = build.workspace().getRemote().startsWith("/") ? UNIX : WINDOWS;
        return program != null && valid.matcher(program).matches() ? program : Selection.GIT;
    }

    /** Returns {@code git} if the tool is JGit, because JGit has no program. */
    static String command(String tool) {
        return tool.equals("jgit") || tool.equals("jgitapache") ? Selection.GIT : tool;
    }

    /**
     * Checks that the credentials can read a branch.
     *
     * @param credentials null to connect without credentials
     */
    static void check(BuildContext build, GitRemote remote, StandardUsernameCredentials credentials)
            throws IOException, InterruptedException {
        build.requireWorkspace("Checking the Git remote");
        try {
            String command = command(tool(build));
            // Runs git as a process, because an abort cannot interrupt JGit while it waits for the remote.
            boolean found = RemoteWork.within(RemoteWork.limit(), build.workspace(), () -> {
                GitClient git = Git.with(build.listener(), build.environment())
                        .in(build.workspace())
                        .using(command)
                        .getClient();
                if (credentials != null) {
                    git.addDefaultCredentials(credentials);
                }
                return git.getRemoteReferences(remote.url(), remote.branch(), false, false)
                        .containsKey(remote.branch());
            });
            if (!found) {
                throw new InvalidInputException("The Git remote " + remote.url() + " has no " + remote.branch()
                        + ". Set another branch in the Git settings.");
            }
        } catch (GitException e) {
            throw new InvalidInputException(
                    "The Git remote " + remote.url() + " cannot be read with these credentials ("
                            + reason(e, GitCredentials.secrets(credentials))
                            + "). Check the URL and the credentials in the Git settings.");
        }
    }

    /** Masks secrets, because the remote can echo them. */
    private static String reason(GitException failure, List<SecretText> secrets) {
        String said = SecretMask.of(secrets).mask(String.valueOf(failure.getMessage()));
        String line = said.strip().replaceAll("\\s+", " ");
        return PlainText.oneLine(SecretMask.of(secrets).mask(line));
    }
}
