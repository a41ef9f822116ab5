package io.jenkins.plugins.sastscan.config;

import hudson.model.Describable;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** The authentication for a SAST server. Contains IDs of credentials, not secrets. */
public abstract class SastAuthentication implements Describable<SastAuthentication> {
    /**
     * Checks everything except the credentials.
     *
     * @param jobCredentials whether jobs use credentials of their own
     * @throws InvalidInputException if a value is invalid
     */
    abstract void check(boolean allowPlainHttp, boolean jobCredentials);

    /**
     * Looks up the credentials for a connection.
     *
     * @param run the build, for credentials tracking; null outside of builds
     * @throws InvalidInputException if credentials are missing
     */
    abstract ServiceAuthentication resolve(SastServer server, Run<?, ?> run);

    /** Identifies the account, so that {@link ServerMonitor} detects a changed account. Contains no secret. */
    abstract String account();
}
