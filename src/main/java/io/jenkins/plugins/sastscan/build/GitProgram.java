package io.jenkins.plugins.sastscan.build;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.model.Computer;
import hudson.model.Node;
import hudson.plugins.git.GitException;
import hudson.plugins.git.GitTool;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jenkinsci.plugins.gitclient.Git;
import org.jenkinsci.plugins.gitclient.GitClient;

/** Runs git in the workspace of a build. */
final class GitProgram {
    /** A name, or an absolute path. A relative path could lead to a file of the workspace. */
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
        // JGit has no program.
        return program != null && valid.matcher(program).matches() && !program.startsWith("jgit")
                ? program
                : Selection.GIT;
    }

    /**
     * Checks that the credentials can read the branch of the plan.
     *
     * @param credentials null to connect without credentials
     */
    static void check(BuildContext build, GitPlan plan, StandardUsernameCredentials credentials)
            throws IOException, InterruptedException {
        build.requireWorkspace("Checking the Git remote");
        String url = plan.remote().url();
        String branch = plan.remote().branch();
        try {
            // Runs git as a process, because an abort cannot interrupt JGit while it waits for the remote.
            String program = tool(build);
            boolean found = RemoteWork.within(RemoteWork.limit(), build.workspace(), () -> {
                GitClient git = Git.with(build.listener(), build.environment())
                        .in(build.workspace())
                        .using(program)
                        .getClient();
                if (credentials != null) {
                    git.addDefaultCredentials(credentials);
                }
                return git.getRemoteReferences(url, branch, false, false).containsKey(branch);
            });
            if (!found) {
                throw new InvalidInputException(
                        "The Git remote " + url + " has no " + branch + ". Set another branch in the Git settings.");
            }
        } catch (GitException e) {
            // The remote can echo the secrets.
            SecretText secret = plan.authentication().secret();
            String user = plan.authentication().userName();
            String reason = SecretMask.of(secret, new SecretText(user + ":" + secret.reveal()))
                    .andName(user)
                    .mask(String.valueOf(e.getMessage()));
            throw new InvalidInputException("The Git remote " + url + " cannot be read with these credentials ("
                    + PlainText.oneLine(reason.strip().replaceAll("\\s+", " "))
                    + "). Check the URL and the credentials in the Git settings.");
        }
    }
}
