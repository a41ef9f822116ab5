package io.jenkins.plugins.sastscan.config;

import hudson.model.Describable;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** How a server is authenticated with. Secrets are in the credentials store; this holds their ids. */
public abstract class SastAuthentication implements Describable<SastAuthentication> {
    /**
     * Judges what can be judged without the credentials.
     *
     * @throws InvalidInputException if something cannot be used
     */
    abstract void check(boolean allowPlainHttp);

    /**
     * The tokens for one run.
     *
     * @param context the connection they are for
     * @throws InvalidInputException if credentials are missing
     */
    abstract TokenSource tokens(Context context);

    /**
     * What tokens are made for.
     *
     * @param run the build whose use of the credentials is tracked, or null outside of builds
     */
    record Context(String url, boolean allowPlainHttp, HttpSession http, Run<?, ?> run) {}
}
