package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Tokens of an OAuth 2.0 token endpoint (RFC 6749, sections 4.3 and 4.4), one at a time. */
final class OAuthTokens extends TokenSource {
    /** A token is renewed so long before its end, or a tenth of its life if that is less. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final Duration LONGEST_LIFE = Duration.ofDays(365);

    private final OAuthSettings settings;
    private final Caller caller;
    private final ReentrantLock lock = new ReentrantLock();

    private Held held;

    OAuthTokens(OAuthSettings settings, Caller caller) {
        this.settings = Objects.requireNonNull(settings);
        this.caller = caller;
    }

    /** A token, and when to use it no longer: at all times if the endpoint does not say how long it lives. */
    private record Held(AccessToken token, Optional<Deadline> use) {
        boolean isUsable() {
            return use.isEmpty() || !use.get().isOver();
        }
    }

    @Override
    AccessToken current(Deadline deadline) throws ServiceException, InterruptedException {
        return get(null, deadline);
    }

    @Override
    Optional<AccessToken> renew(AccessToken refused, Deadline deadline) throws ServiceException, InterruptedException {
        return Optional.of(get(Objects.requireNonNull(refused), deadline));
    }

    private AccessToken get(AccessToken refused, Deadline deadline) throws ServiceException, InterruptedException {
        PreparedCall call = caller.prepared(call());
        if (!lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
            throw Diagnosis.deadline(call, deadline.whole());
        }
        try {
            if (held == null || !held.isUsable() || held.token().equals(refused)) {
                held = null;
                held = ask(call, deadline);
            }
            return held.token();
        } finally {
            lock.unlock();
        }
    }

    private Held ask(PreparedCall call, Deadline deadline) throws ServiceException, InterruptedException {
        Deadline life = new Deadline(caller.pace(), LONGEST_LIFE);
        JsonNode json = ResponseCheck.success(call, caller.call(call, deadline), UploadEncoding.FORM);
        JsonFields fields = new JsonFields(json);
        String token = fields.text("access_token").orElse("");
        if (!AccessToken.sendable(token)) {
            throw unusable(call, "JSON without a usable access_token");
        }
        if (!fields.text("token_type").orElse("Bearer").equalsIgnoreCase("Bearer")) {
            throw unusable(call, "a token that is no Bearer token");
        }
        Optional<Deadline> use = fields.number("expires_in").map(seconds -> usable(life, seconds));
        return new Held(new AccessToken(SecretText.of(token)), use);
    }

    private static UnexpectedResponseException unusable(PreparedCall call, String what) {
        return new UnexpectedResponseException(call.tried(), 200, what, "Check the token URL.");
    }

    /** How long to use a token, beginning when it was asked for. */
    private static Deadline usable(Deadline life, long seconds) {
        Duration lives = Duration.ofSeconds(Math.max(0, Math.min(seconds, LONGEST_LIFE.toSeconds())));
        Duration tenth = lives.dividedBy(10);
        return life.within(lives.minus(tenth.compareTo(MARGIN) < 0 ? tenth : MARGIN));
    }

    private PreparedCall call() {
        Map<String, String> form = new LinkedHashMap<>();
        SecretMask secrets = SecretMask.of(settings.client().secret());
        if (settings.grant() instanceof OAuthSettings.Password user) {
            form.put("grant_type", "password");
            form.put("username", user.userName());
            form.put("password", user.password().reveal());
            secrets = secrets.and(user.password());
        } else {
            form.put("grant_type", "client_credentials");
        }
        if (!settings.scope().isEmpty()) {
            form.put("scope", settings.scope());
        }
        form.put("client_id", settings.client().id());
        if (!settings.client().secret().reveal().isEmpty()) {
            form.put("client_secret", settings.client().secret().reveal());
        }
        return new PreparedCall(
                Operation.TOKEN, settings.tokenUrl().url(), Optional.of(RequestBodies.form(form)), secrets);
    }
}
