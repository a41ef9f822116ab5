package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.http.ServiceCall;
import java.util.List;

/** How calls are authenticated: with an access token, or with tokens that are requested when a call needs them. */
public interface ServiceAuthentication {
    /** Returns the configured token, or a token from {@code requested}. */
    AccessToken token(RequestedTokens requested) throws ServiceException, InterruptedException;

    /** Texts that no message may show. */
    List<SecretText> secrets();

    /** The requested tokens of one connection. */
    @FunctionalInterface
    interface RequestedTokens {
        /** Makes the call to the token endpoint, unless a token from an earlier call can still be used. */
        AccessToken get(ServiceCall request) throws ServiceException, InterruptedException;
    }
}
