package io.jenkins.plugins.sastscan.service;

import java.time.Duration;
import okhttp3.OkHttpClient;

/** Makes a call with as many attempts as it takes and its policy allows. */
final class Caller {
    private static final int MOST_DOUBLINGS = 30;

    /** A service that asks to wait longer is as good as down: better to say so than to wait in silence. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final HttpTransport http;
    private final Transport transport;
    private final CallPolicy policy;
    private final Pace pace;

    Caller(OkHttpClient client, CallPolicy policy, Pace pace) {
        this.http = new HttpTransport(client);
        this.transport = http;
        this.policy = policy;
        this.pace = pace;
    }

    private Caller(Caller other, Transport transport) {
        this.http = other.http;
        this.transport = transport;
        this.policy = other.policy;
        this.pace = other.pace;
    }

    /** One that has the attempts of an upload made where the file is. */
    Caller from(UploadAttempt.Sender sender, FileBody body) {
        return new Caller(this, new RemoteTransport(http, body, sender));
    }

    Deadline deadline(Operation operation) {
        return new Deadline(pace, operation == Operation.UPLOAD ? policy.uploadDeadline() : policy.shortDeadline());
    }

    /** The call with all secrets in mind that go along with it from here on. */
    PreparedCall prepared(PreparedCall call) {
        return call.through(http.proxy());
    }

    Pace pace() {
        return pace;
    }

    /**
     * The answer of the last attempt, whatever its status.
     *
     * @throws ServiceException if there is none, or if the service asks to wait beyond the deadline
     */
    Answer call(PreparedCall call, Deadline deadline) throws ServiceException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            Outcome outcome = transport.attempt(call, attempt, deadline);
            Duration wait = backOff(attempt);
            if (outcome instanceof Answer answer && answer.isPassing()) {
                Duration asked = RetryAfter.of(answer, pace.now());
                if (asked.compareTo(shorter(deadline.remaining(), LONGEST_WAIT)) >= 0 && !asked.isZero()) {
                    throw Refusals.waitTooLong(call, answer, asked, deadline.whole());
                }
                wait = longer(asked, wait);
            }
            if (attempt == policy.retries() || !outcome.isPassing() || wait.compareTo(deadline.remaining()) >= 0) {
                return outcome.answer();
            }
            pace.sleep(wait);
        }
    }

    /** Doubled each time, and then between a half and the whole of it. */
    private Duration backOff(int attempt) {
        Duration longest = policy.longestBackOff();
        Duration doubled =
                attempt >= MOST_DOUBLINGS ? longest : policy.firstBackOff().multipliedBy(1L << attempt);
        Duration bound = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofNanos((long) (bound.toNanos() * (0.5 + pace.random() / 2)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
