package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Makes authenticated calls to one SAST server. */
public final class HttpCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;

    private final UploadEncoding encoding;
    private final Caller caller;
    private final AccessTokens tokens;

    public HttpCalls(ServiceAuthentication authentication, UploadEncoding encoding, ConnectionSettings settings) {
        this(authentication, encoding, new Caller(settings, CallClock.REAL));
    }

    public HttpCalls(ServiceAuthentication authentication, UploadEncoding encoding, Caller caller) {
        this.encoding = encoding;
        this.caller = caller;
        this.tokens = new AccessTokens(authentication, caller);
    }

    public UploadEncoding encoding() {
        return encoding;
    }

    public int retries() {
        return caller.retries();
    }

    /**
     * Returns the JSON object of a successful response, without fields if there is none and none is required.
     *
     * @throws UncheckedIOException if the sender of an upload fails
     */
    public JsonFields call(Call call) throws ServiceException, InterruptedException {
        return success(answered(call));
    }

    /**
     * Makes a call to check the access token and the project.
     *
     * @return false if the SAST server rejected the call for a reason other than the token or a missing project
     */
    public boolean proveToken(Call call) throws ServiceException, InterruptedException {
        Answered answered = answered(call);
        int status = answered.response().status();
        if (status != UNAUTHORIZED && status != NOT_FOUND && answered.response().isRefusal()) {
            return false;
        }
        success(answered);
        return true;
    }

    private JsonFields success(Answered answered) throws ServiceException {
        return ResponseCheck.success(answered.call(), answered.response(), encoding);
    }

    /** Returns the response to a call, which is repeated once with another token if the first is rejected. */
    private Answered answered(Call call) throws ServiceException, InterruptedException {
        Deadline deadline = caller.deadline(call.operation());
        AccessToken token = tokens.current(deadline);
        Answered first = answered(call, token, deadline);
        if (first.response().status() != UNAUTHORIZED) {
            return first;
        }
        Optional<AccessToken> other = tokens.renewed(token, deadline);
        return other.isPresent() ? answered(first.call(), other.get(), deadline) : first;
    }

    private Answered answered(Call call, AccessToken token, Deadline deadline)
            throws ServiceException, InterruptedException {
        Call authorized = caller.prepared(call.with(token));
        return new Answered(authorized, caller.call(authorized, deadline));
    }

    /** Ends the threads after the running calls. New calls fail. */
    @Override
    public void close() {
        caller.close();
    }

    /** A response, and the call with all secrets that a message about it must not contain. */
    private record Answered(Call call, ServiceResponse response) {}
}
