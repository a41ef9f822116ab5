package io.jenkins.plugins.sastscan.build;

import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.Util;
import io.jenkins.plugins.sastscan.build.git.Checkout;
import io.jenkins.plugins.sastscan.build.git.GitDefaults;
import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.List;

/** Determines the Git settings of a build: URL, branch and credentials. */
record BuildGit(BuildContext build, SubmissionLog log) {
    GitPlan plan(ScanRequest.GitRequest request) throws IOException, InterruptedException {
        boolean secret = !id(request).isEmpty();
        List<Checkout> checkouts = BuildCheckouts.of(build.run());
        // With credentials, the URL must not contain expressions, because it decides who receives the secret.
        String given = secret ? request.getUrl() : build.expand("git.url", request.getUrl());
        GitUrl url = GitDefaults.url(given, secret, build.environment(), checkouts, log::line);
        String branch = build.expand("git.branch", request.getBranch());
        String ref = GitDefaults.branch(branch, url, build.environment(), checkouts);
        StandardCredentials credentials = find(request, url);
        if (credentials != null) {
            CredentialsProvider.track(build.run(), credentials);
        }
        GitPlan plan = GitPlan.of(url, ref, GitCredentials.authentication(credentials));
        if (request.isCheckRemote()) {
            checkRemote(plan, credentials);
        }
        return plan;
    }

    /** Checks that the build is still allowed to use the credentials of a plan. */
    void recheck(ScanRequest.GitRequest request, GitPlan plan) {
        find(request, GitUrl.given(plan.remote().url()));
    }

    private static String id(ScanRequest.GitRequest request) {
        return Util.fixNull(request.getCredentialsId()).strip();
    }

    /**
     * Finds credentials of Jenkins and of the job's folders. Does not find credentials with SYSTEM scope. The ID
     * {@code ${KEY}} stands for the credentials parameter {@code KEY}. Jenkins checks the permission of the user who
     * set the parameter. Returns null if the step has no credentials.
     */
    private StandardCredentials find(ScanRequest.GitRequest request, GitUrl url) {
        String id = id(request);
        if (id.isEmpty()) {
            return null;
        }
        StandardCredentials found = CredentialsProvider.findCredentialById(
                id, StandardCredentials.class, build.run(), GitCredentials.requirements(url));
        if (found == null) {
            throw new InvalidInputException("The Git credentials \"" + id + "\" cannot be used for " + url.text()
                    + " by this job, or by the user who started the build. Select credentials of Jenkins or of a folder"
                    + " of the job, or a credentials parameter.");
        }
        return found;
    }

    private void checkRemote(GitPlan plan, StandardCredentials credentials) throws IOException, InterruptedException {
        if (credentials != null && !(credentials instanceof StandardUsernameCredentials)) {
            log.line("The Git remote is not checked, because this requires a user name with password or an SSH key,"
                    + " not an access token.");
            return;
        }
        GitProgram.check(build, plan, (StandardUsernameCredentials) credentials);
        log.line("The Git remote has " + plan.remote().branch());
    }
}
