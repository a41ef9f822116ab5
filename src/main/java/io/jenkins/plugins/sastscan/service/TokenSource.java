package io.jenkins.plugins.sastscan.service;

import java.util.Objects;
import java.util.Optional;
import okhttp3.OkHttpClient;

/**
 * Where access tokens come from. One instance serves one run: it asks for a token when it is first needed and keeps it
 * until shortly before its end. Safe for use by many threads.
 */
public abstract sealed class TokenSource permits TokenSource.Fixed, OAuthTokens {
    /** A token that was given; there is no other when the service refuses it. */
    public static TokenSource fixed(AccessToken token) {
        return new Fixed(Objects.requireNonNull(token));
    }

    /** Tokens of an OAuth 2.0 token endpoint, asked through {@code client}. */
    public static TokenSource oauth(OAuthSettings settings, OkHttpClient client, CallPolicy policy) {
        return new OAuthTokens(settings, new Caller(client, policy, CallClock.REAL));
    }

    /** The token to use now. */
    abstract AccessToken current(Deadline deadline) throws ServiceException, InterruptedException;

    /**
     * Another token in place of one that the service refused: the current one if that is another already, so that calls
     * side by side renew it once; empty if there is no way to get another.
     */
    abstract Optional<AccessToken> renew(AccessToken refused, Deadline deadline)
            throws ServiceException, InterruptedException;

    /** A token that was given. */
    static final class Fixed extends TokenSource {
        private final AccessToken token;

        Fixed(AccessToken token) {
            this.token = token;
        }

        @Override
        AccessToken current(Deadline deadline) {
            return token;
        }

        @Override
        Optional<AccessToken> renew(AccessToken refused, Deadline deadline) {
            return refused.equals(token) ? Optional.empty() : Optional.of(token);
        }
    }
}
