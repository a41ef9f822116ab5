package io.jenkins.plugins.sastscan.build;

import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import hudson.EnvVars;
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
        EnvVars environment = build.environment();
        String credentialsId = Util.fixNull(request.getCredentialsId()).strip();
        if (!credentialsId.isEmpty()) {
            // Missing credentials must be reported before an invalid URL. The empty list stands for all credentials
            // domains.
            find(credentialsId, List.of());
        }
        List<Checkout> checkouts = BuildCheckouts.of(build.run());
        boolean secret = !credentialsId.isEmpty();
        // With credentials, the URL must not contain expressions, because it decides who receives the secret.
        String given = secret ? Util.fixNull(request.getUrl()) : build.expand("git.url", request.getUrl());
        GitUrl url = GitDefaults.url(given, secret, environment, checkouts);
        if (given.isBlank()) {
            log.line("Git URL " + url.text() + " from " + GitDefaults.origin(secret, environment, checkouts));
        }
        String branch =
                GitDefaults.branch(build.expand("git.branch", request.getBranch()), url, environment, checkouts);
        StandardCredentials credentials = null;
        if (!credentialsId.isEmpty()) {
            credentials = find(credentialsId, GitCredentials.requirements(url));
            CredentialsProvider.track(build.run(), credentials);
        }
        GitPlan plan = GitPlan.of(url, branch, GitCredentials.authentication(credentials));
        if (request.isCheckRemote()) {
            checkRemote(plan, credentials);
        }
        return plan;
    }

    /** Checks that the build is still allowed to use the credentials of a plan. */
    void recheck(ScanRequest.GitRequest request, GitPlan plan) {
        String credentialsId = Util.fixNull(request.getCredentialsId()).strip();
        if (!credentialsId.isEmpty()) {
            find(
                    credentialsId,
                    GitCredentials.requirements(GitUrl.given(plan.remote().url())));
        }
    }

    /**
     * Finds credentials of Jenkins and of the job's folders. Does not find credentials with SYSTEM scope. The ID
     * {@code ${KEY}} stands for the credentials parameter {@code KEY}. Jenkins checks the permission of the user who
     * set the parameter.
     */
    private StandardCredentials find(String id, List<DomainRequirement> domain) {
        StandardCredentials found =
                CredentialsProvider.findCredentialById(id, StandardCredentials.class, build.run(), domain);
        if (found == null) {
            throw new InvalidInputException(
                    id.contains("$")
                            ? "The Git credentials \"" + id + "\" cannot be used: the build has no such credentials"
                                    + " parameter, or the user who started it has no permission to use its credentials."
                            : "The Git credentials \"" + id + "\" are not available to this job."
                                    + " Select credentials of its folder or of Jenkins.");
        }
        return found;
    }

    private void checkRemote(GitPlan plan, StandardCredentials credentials) throws IOException, InterruptedException {
        if (credentials != null && !(credentials instanceof StandardUsernameCredentials)) {
            log.line("The Git remote is not checked, because this requires a user name with password or an SSH key,"
                    + " not an access token.");
            return;
        }
        GitProgram.check(build, plan.remote(), (StandardUsernameCredentials) credentials);
        log.line("The Git remote has " + plan.remote().branch());
    }
}
