package io.jenkins.plugins.sastscan.service;

import java.util.Objects;
import java.util.Optional;

/** A token that was given, and no way to another. */
final class FixedToken extends TokenSource {
    private final AccessToken token;

    FixedToken(AccessToken token) {
        this.token = Objects.requireNonNull(token);
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
