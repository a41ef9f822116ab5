package io.jenkins.plugins.sastscan.build;

import com.cloudbees.jenkins.plugins.sshcredentials.SSHUserPrivateKey;
import com.cloudbees.plugins.credentials.CredentialsMatcher;
import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernamePasswordCredentials;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import hudson.Util;
import hudson.plugins.git.GitException;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.build.git.GitDefaults;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.Checkout;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.build.git.SshPrivateKey;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.config.ServerCredentials;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.List;
import org.jenkinsci.plugins.gitclient.Git;
import org.jenkinsci.plugins.gitclient.GitClient;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;

/** Determines the Git settings of a build: URL, branch and credentials. */
public final class BuildGit {
    /** Credentials that a SAST server can use for a Git repository. */
    public static final CredentialsMatcher USABLE = CredentialsMatchers.anyOf(
            CredentialsMatchers.instanceOf(StandardUsernamePasswordCredentials.class),
            CredentialsMatchers.instanceOf(SSHUserPrivateKey.class),
            CredentialsMatchers.instanceOf(StringCredentials.class));

    private BuildGit() {}

    static GitPlan plan(BuildContext build, ScanRequest.GitRequest request, SubmissionLog log)
            throws IOException, InterruptedException {
        boolean secret = Util.fixEmptyAndTrim(request.credentialsId()) != null;
        List<Checkout> checkouts = BuildCheckouts.of(build.run());
        // With credentials, the URL must not contain expressions, because it decides who receives the secret.
        String given = secret ? request.url() : build.expand("git.url", request.url());
        GitUrl url = GitDefaults.url(given, secret, build.environment(), checkouts, log::line);
        String branch = build.expand("git.branch", request.branch());
        String ref = GitDefaults.branch(branch, url, build.environment(), checkouts);
        StandardCredentials credentials = CredentialsProvider.track(build.run(), find(build, request, url));
        GitPlan plan = new GitPlan(new GitRemote(url.text(), ref), authentication(credentials));
        GitPlan.requireMatch(url, plan.authentication());
        if (request.checkRemote() && credentials instanceof StringCredentials) {
            log.line("The Git remote is not checked, because this requires a user name with password or an SSH key,"
                    + " not an access token.");
        } else if (request.checkRemote()) {
            checkRemote(build, plan, (StandardUsernameCredentials) credentials);
            log.line("The Git remote has " + ref);
        }
        return plan;
    }

    /**
     * Finds credentials of Jenkins and of the job's folders, but none with SYSTEM scope. The ID {@code ${KEY}} stands for
     * a credentials parameter: Jenkins checks the permission of the user who set it. Null if the step has no credentials.
     */
    static StandardCredentials find(BuildContext build, ScanRequest.GitRequest request, GitUrl url) {
        String id = Util.fixEmptyAndTrim(request.credentialsId());
        if (id == null) {
            return null;
        }
        StandardCredentials found =
                CredentialsProvider.findCredentialById(id, StandardCredentials.class, build.run(), requirements(url));
        if (found == null) {
            throw new InvalidInputException("The Git credentials \"" + id + "\" cannot be used for " + url.text()
                    + " by this job, or by the user who started the build. Select credentials of Jenkins or of a folder"
                    + " of the job, or a credentials parameter.");
        }
        return found;
    }

    public static List<DomainRequirement> requirements(GitUrl url) {
        return ServerCredentials.requirements(url.scheme(), url.host(), url.port(), url.path());
    }

    /** Returns {@link GitAuthentication#NONE} if the credentials are null. */
    public static GitAuthentication authentication(StandardCredentials credentials) {
        if (credentials == null) {
            return GitAuthentication.NONE;
        }
        try {
            if (credentials instanceof SSHUserPrivateKey key) {
                return SshPrivateKey.only(
                        key.getPrivateKeys().stream().map(SecretText::new).toList(),
                        !Secret.toString(key.getPassphrase()).isEmpty());
            }
            if (credentials instanceof StandardUsernamePasswordCredentials user) {
                SecretText password = new SecretText(user.getPassword().getPlainText());
                if (password.reveal().isEmpty()) {
                    throw new InvalidInputException("They have no password.");
                }
                return new GitAuthentication(
                        GitAuthentication.Kind.USER_PASSWORD, user.getUsername(), password, user.isUsernameSecret());
            }
            if (credentials instanceof StringCredentials token) {
                SecretText secret = new SecretText(token.getSecret().getPlainText());
                return new GitAuthentication(GitAuthentication.Kind.TOKEN, secret);
            }
            throw new InvalidInputException("Their type is not supported.");
        } catch (InvalidInputException e) {
            throw new InvalidInputException("The Git credentials \"" + credentials.getId() + "\" cannot be used. "
                    + e.getMessage()
                    + " Select a user name with password, a secret text (access token) or an SSH key.");
        }
    }

    static void checkRemote(BuildContext build, GitPlan plan, StandardUsernameCredentials credentials)
            throws IOException, InterruptedException {
        build.requireWorkspace("Checking the Git remote");
        String url = plan.remote().url();
        String branch = plan.remote().branch();
        try {
            // Runs git as a process, because an abort cannot interrupt JGit while it waits for the remote.
            String program = build.gitProgram();
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
