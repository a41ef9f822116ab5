package io.jenkins.plugins.sastscan.config;

import hudson.model.Describable;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** The authentication for a SAST server. Contains IDs of credentials, not secrets. */
public abstract class SastAuthentication implements Describable<SastAuthentication> {
    /**
     * Checks all values, but not whether the credentials exist.
     *
     * @param server the SAST server to which this authentication belongs
     * @throws InvalidInputException if a value is missing or invalid
     */
    abstract void check(SastServer server);

    /**
     * @param run the build that uses the credentials; null outside of builds
     * @throws InvalidInputException if credentials are missing
     */
    abstract Authentication resolve(SastServer server, Run<?, ?> run);

    /** Returns a text that identifies the account. It contains no secret. */
    abstract String account();
}
