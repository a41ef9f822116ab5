package io.jenkins.plugins.sastscan.service;

import java.time.Duration;

/** Makes the failure of an answer that says no. */
final class Refusals {
    static final int UNAUTHORIZED = 401;
    static final int NOT_FOUND = 404;

    private Refusals() {}

    static RefusedException refused(PreparedCall call, ServiceResponse answer, UploadEncoding encoding) {
        ErrorBody words = ErrorBody.of(answer, call.secrets());
        return refused(call, answer, words, Hints.of(call.operation(), answer.status(), words, encoding));
    }

    static RefusedException waitTooLong(PreparedCall call, ServiceResponse answer, Duration asked, Duration whole) {
        return refused(
                call,
                answer,
                ErrorBody.of(answer, call.secrets()),
                "It asks to wait " + Words.time(asked) + ", longer than is left of the " + Words.time(whole)
                        + " that the call may take; try again later.");
    }

    private static RefusedException refused(PreparedCall call, ServiceResponse answer, ErrorBody words, String hint) {
        boolean token = answer.status() == UNAUTHORIZED && call.operation() != Operation.TOKEN;
        return new RefusedException(call.tried(), answer.status(), token, words.message(), hint);
    }
}
