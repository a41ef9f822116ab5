package io.jenkins.plugins.sastscan.run;

import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.Util;
import io.jenkins.plugins.sastscan.submission.GitDefaults;
import io.jenkins.plugins.sastscan.submission.GitPlan;
import io.jenkins.plugins.sastscan.submission.GitUrl;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.List;

/** Finds what Git settings a build is to write: URL and branch, and its credentials in the job's context. */
final class BuildGit {
    private final BuildContext build;
    private final SubmissionLog log;

    BuildGit(BuildContext build, SubmissionLog log) {
        this.build = build;
        this.log = log;
    }

    GitPlan plan(ScanRequest.GitRequest request) throws IOException, InterruptedException {
        GitDefaults.Environment environment = GitDefaults.Environment.of(build.environment());
        String credentialsId = Util.fixNull(request.credentialsId()).strip();
        String givenUrl = credentialsId.isEmpty()
                ? build.expand(request.url())
                : GitDefaults.urlForCredentials(request.url(), CheckoutRecord.urls(build.run()))
                        .text();
        String givenBranch = build.expand(request.branch());
        List<GitDefaults.Remote> remotes =
                needsCheckout(givenUrl, givenBranch, environment) ? GitCheckout.remotes(build) : List.of();
        GitUrl url = GitDefaults.url(givenUrl, environment, remotes);
        String branch = GitDefaults.branch(givenBranch, environment, remotes);
        StandardCredentials credentials = credentialsId.isEmpty() ? null : credentials(credentialsId, url);
        GitPlan plan = GitPlan.of(url, branch, GitCredentials.credential(credentials));
        if (request.checkRemote()) {
            checkRemote(plan, credentials);
        }
        return plan;
    }

    private boolean needsCheckout(String url, String branch, GitDefaults.Environment environment) {
        boolean urlKnown = !url.isEmpty() || environment.url().isPresent();
        boolean branchKnown = !branch.isEmpty()
                || environment.branchName().isPresent()
                || environment.gitBranch().filter(BuildGit::tellsItsRemote).isPresent();
        return build.workspace() != null && !(urlKnown && branchKnown);
    }

    /** Whether it is clear without a look at the checkout what of a name is the remote's and what the branch's. */
    private static boolean tellsItsRemote(String gitBranch) {
        return gitBranch.startsWith("origin/") || !gitBranch.contains("/");
    }

    /**
     * In the context of the job: its folders count, SYSTEM scope does not. An expression stands for a credentials
     * parameter and is never replaced here, since Jenkins has to see whose word it is: what its value names must be open
     * to the user who chose it.
     */
    private StandardCredentials credentials(String id, GitUrl url) {
        StandardCredentials found = CredentialsProvider.findCredentialById(
                id, StandardCredentials.class, build.run(), GitCredentials.requirements(url));
        if (found == null) {
            throw new InvalidInputException(
                    id.contains("$")
                            ? "The Git credentials \"" + id + "\" are refused: this is no credentials parameter of the"
                                    + " build, or whoever started the build may not use the credentials that it names."
                            : "The Git credentials \"" + id + "\" are not to be found for this job;"
                                    + " choose credentials that its folder or Jenkins as a whole offers.");
        }
        CredentialsProvider.track(build.run(), found);
        return found;
    }

    private void checkRemote(GitPlan plan, StandardCredentials credentials) throws IOException, InterruptedException {
        if (credentials != null && !(credentials instanceof StandardUsernameCredentials)) {
            log.line("The Git remote is not checked first: that is possible with a user and password or an SSH key,"
                    + " not with an access token.");
            return;
        }
        GitCheckout.check(build, plan.remote(), (StandardUsernameCredentials) credentials);
        log.line("The Git remote has " + plan.remote().branch());
    }
}
