package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * How long the service asks to wait before the next attempt: {@code Retry-After} in seconds, or as a date compared with the
 * service's own clock if it tells the time. What cannot be read asks for nothing.
 */
final class RetryAfter {
    static final Duration LONGEST = Duration.ofDays(365);

    /** What is longer is no date, and takes long to be read as one. */
    private static final int LONGEST_DATE = 100;

    private static final String NAME = "Retry-After";
    private static final String HIDDEN = "Sast-Scan-Retry-After";

    private RetryAfter() {}

    /** The time to wait, at most {@link #LONGEST}; zero if nothing is asked. */
    static Duration of(ServiceResponse answer, Instant now) {
        String name = answer.header(HIDDEN).isPresent() ? HIDDEN : NAME;
        Optional<String> value = answer.header(name).map(String::strip);
        if (value.isEmpty()) {
            return Duration.ZERO;
        }
        if (value.get().matches("[0-9]+")) {
            return bounded(seconds(value.get()));
        }
        Instant here = date(answer, "Date").orElse(now);
        return date(answer, name)
                .map(until -> bounded(Duration.between(here, until)))
                .orElse(Duration.ZERO);
    }

    /** Hides the header from OkHttp, which repeats a request at once on a 503 with {@code Retry-After: 0}. */
    static Response hide(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        Response.Builder hidden = response.newBuilder().removeHeader(NAME).removeHeader(HIDDEN);
        String value = response.header(NAME);
        return (value == null ? hidden : hidden.header(HIDDEN, value)).build();
    }

    private static Duration seconds(String digits) {
        return digits.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(digits));
    }

    private static Duration bounded(Duration time) {
        Duration atLeastZero = time.isNegative() ? Duration.ZERO : time;
        return atLeastZero.compareTo(LONGEST) < 0 ? atLeastZero : LONGEST;
    }

    private static Optional<Instant> date(ServiceResponse answer, String name) {
        return answer.header(name)
                .filter(text -> text.length() <= LONGEST_DATE)
                .map(text -> new Headers.Builder().addUnsafeNonAscii(name, text).build())
                .map(headers -> headers.getDate(name))
                .map(Date::toInstant);
    }
}
