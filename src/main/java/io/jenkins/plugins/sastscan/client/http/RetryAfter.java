package io.jenkins.plugins.sastscan.client.http;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The wait that the SAST server requests with {@code Retry-After}: a number of seconds or a date. A date is compared
 * with the header {@code Date}, or with the current time if that header is missing.
 */
final class RetryAfter {
    static final Duration MAX = Duration.ofDays(365);

    /** Longer text would take too long to parse. */
    private static final int MAX_DATE_LENGTH = 100;

    private static final String NAME = "Retry-After";
    private static final String HIDDEN = "Sast-Scan-Retry-After";

    private RetryAfter() {}

    /** Returns the requested wait, at most {@link #MAX}. Returns zero if the header is missing or invalid. */
    static Duration of(ServiceResponse response, Instant now) {
        String name = response.header(HIDDEN).isPresent() ? HIDDEN : NAME;
        Optional<String> value = response.header(name);
        if (value.isEmpty()) {
            return Duration.ZERO;
        }
        Duration time;
        if (value.get().matches("[0-9]+")) {
            time = value.get().length() > 9 ? MAX : Duration.ofSeconds(Long.parseLong(value.get()));
        } else {
            Instant here = date(response, "Date").orElse(now);
            time = Duration.between(here, date(response, name).orElse(here));
        }
        return Collections.max(List.of(Duration.ZERO, Collections.min(List.of(time, MAX))));
    }

    /** Hides the header from OkHttp. After status 503 and {@code Retry-After: 0}, OkHttp would retry immediately. */
    static Response hide(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        Response.Builder hidden = response.newBuilder().removeHeader(NAME).removeHeader(HIDDEN);
        String value = response.header(NAME);
        return (value == null ? hidden : hidden.header(HIDDEN, value)).build();
    }

    private static Optional<Instant> date(ServiceResponse response, String name) {
        return response.header(name)
                .filter(text -> text.length() <= MAX_DATE_LENGTH)
                .map(text -> new Headers.Builder().addUnsafeNonAscii(name, text).build())
                .map(headers -> headers.getDate(name))
                .map(Date::toInstant);
    }
}
