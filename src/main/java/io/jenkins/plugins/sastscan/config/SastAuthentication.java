package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.model.Describable;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** The authentication for a SAST server. Contains IDs of credentials, not secrets. */
public abstract class SastAuthentication implements Describable<SastAuthentication> {
    /**
     * Checks everything except the credentials.
     *
     * @param jobCredentials whether jobs bring the credentials of the account
     * @throws InvalidInputException if a value is invalid
     */
    abstract void check(boolean allowPlainHttp, boolean jobCredentials);

    /**
     * Looks up the credentials for a connection.
     *
     * @throws InvalidInputException if credentials are missing
     */
    abstract ServiceAuthentication resolve(Context context);

    /** Names what tokens are requested with, so that a change is noticed. Contains no secret. */
    abstract String account();

    /**
     * The connection that credentials are for.
     *
     * @param jobCredentialsId the ID of the credentials that jobs bring; empty to use those of the SAST server
     * @param run the build, for credentials tracking; null outside of builds
     */
    record Context(String url, boolean allowPlainHttp, String jobCredentialsId, Run<?, ?> run) {
        /** Finds the credentials of the account: those of the SAST server with this ID, or those of the job. */
        <C extends StandardCredentials> C account(Class<C> kind, String id, String what, String target) {
            return jobCredentialsId.isEmpty()
                    ? ServerCredentials.find(kind, id, what, target, run)
                    : ServerCredentials.findInFolders(kind, jobCredentialsId, what, target, run);
        }
    }
}
