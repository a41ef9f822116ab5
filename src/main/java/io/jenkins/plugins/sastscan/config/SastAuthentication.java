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
     * @throws InvalidInputException if a value is invalid
     */
    abstract void check(boolean allowPlainHttp);

    /**
     * Looks up the credentials for a connection.
     *
     * @throws InvalidInputException if credentials are missing
     */
    abstract ServiceAuthentication resolve(Context context);

    /**
     * The connection that credentials are for.
     *
     * @param run the build, for credentials tracking; null outside of builds
     */
    record Context(String url, boolean allowPlainHttp, Run<?, ?> run) {}
}
