package io.jenkins.plugins.sastscan.build;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.model.Computer;
import hudson.model.Node;
import hudson.model.TaskListener;
import hudson.plugins.git.Branch;
import hudson.plugins.git.GitException;
import hudson.plugins.git.GitTool;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.build.git.GitDefaults;
import io.jenkins.plugins.sastscan.client.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;
import org.jenkinsci.plugins.gitclient.Git;
import org.jenkinsci.plugins.gitclient.GitClient;

/** Runs git in the workspace of a build. */
final class GitCheckout {
    /** The accepted Git programs for each operating system: an absolute path, or a name without a path. */
    private static final Pattern UNIX = Pattern.compile("/.+|(?!.*\\.exe$)[^/\\\\]+");

    private static final Pattern WINDOWS = Pattern.compile("(?:[A-Za-z]:[/\\\\]|\\\\\\\\).+|[^/\\\\:]+");

    private GitCheckout() {}

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

    /** Returns the remotes of the checkout, each with its branches at the checked-out commit. */
    static List<GitDefaults.Remote> remotes(BuildContext build) throws IOException, InterruptedException {
        try {
            String tool = tool(build);
            return RemoteWork.within(RemoteWork.limit(), build.workspace(), () -> remotes(build, tool));
        } catch (GitException e) {
            throw new InvalidInputException("Git could not read the checkout (" + reason(e, List.of())
                    + "). Set the URL and the branch in the Git settings.");
        }
    }

    private static List<GitDefaults.Remote> remotes(BuildContext build, String tool)
            throws IOException, InterruptedException {
        if (!build.workspace().child(".git").exists()) {
            return List.of();
        }
        // Uses no listener, because git-client would log each command.
        GitClient git = git(build, TaskListener.NULL).using(tool).getClient();
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
            String name = remote.getKey();
            url(git, name).ifPresent(url -> remotes.add(new GitDefaults.Remote(name, url, remote.getValue())));
        }
        if (remotes.isEmpty() && !atHead.isEmpty()) {
            // If the name of a remote contains a slash, the code above finds no URL. Without this exception, the
            // branch in the Git settings would contain the name of the remote, or a part of it.
            throw new GitException("no remote has a URL");
        }
        return remotes;
    }

    /**
     * Returns the URL of a remote. Empty if there is no such remote. For example, a fetch from {@code origin} can
     * create {@code refs/remotes/pr/12}, although there is no remote {@code pr}.
     */
    private static Optional<String> url(GitClient git, String remote) throws InterruptedException {
        try {
            return Optional.ofNullable(git.getRemoteUrl(remote));
        } catch (GitException e) {
            return Optional.empty();
        }
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
                GitClient git = git(build, build.listener()).using(command).getClient();
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

    private static Git git(BuildContext build, TaskListener listener) {
        return Git.with(listener, build.environment()).in(build.workspace());
    }
}
