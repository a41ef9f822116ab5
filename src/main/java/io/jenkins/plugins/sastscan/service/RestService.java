package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import okhttp3.OkHttpClient;

/**
 * The service over HTTP. Safe for use by many threads.
 *
 * <p>Failures that may pass (no connection, a connection that ended before an answer, 429, 502, 503, 504) are repeated with
 * back-off; a refused token is renewed once. Nothing else is repeated, and no redirect is followed.
 */
public final class RestService implements SastService {
    private final Requests requests;
    private final TokenSource tokens;
    private final UploadEncoding encoding;
    private final Caller caller;

    /** @param client decides connections, proxy, TLS and timeouts; see {@link HttpClients} */
    public RestService(
            ServiceAddress address,
            UploadEncoding encoding,
            TokenSource tokens,
            OkHttpClient client,
            CallPolicy policy) {
        this(address, encoding, tokens, new Caller(client, policy, CallClock.REAL));
    }

    RestService(ServiceAddress address, UploadEncoding encoding, TokenSource tokens, Caller caller) {
        this.requests = new Requests(address, encoding);
        this.encoding = Objects.requireNonNull(encoding);
        this.tokens = Objects.requireNonNull(tokens);
        this.caller = caller;
    }

    @Override
    public LicenseData license() throws ServiceException, InterruptedException {
        return ResponseParser.license(call(requests.license()));
    }

    @Override
    public BranchingStatus branchingStatus(long projectId) throws ServiceException, InterruptedException {
        return ResponseParser.branchingStatus(call(requests.branchingStatus(projectId)));
    }

    @Override
    public QueryVersion query(QueryKey key) throws ServiceException, InterruptedException {
        return ResponseParser.query(call(requests.query(key)));
    }

    @Override
    public void upload(long projectId, String archive, long size, long encodedSize, ByteProgress progress)
            throws ServiceException, InterruptedException {
        call(requests.upload(projectId, new FileBody(archive, size, encodedSize, encoding), progress));
    }

    @Override
    public void upload(long projectId, String archive, long size, long encodedSize, UploadAttempt.Sender sender)
            throws IOException, InterruptedException {
        FileBody body = new FileBody(archive, size, encodedSize, encoding);
        try {
            call(requests.upload(projectId, body, ByteProgress.NONE).by(new RemoteUpload(body, sender)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void forceScan(long projectId) throws ServiceException, InterruptedException {
        call(requests.forceScan(projectId));
    }

    @Override
    public ProjectGitSettings gitSettings(long projectId) throws ServiceException, InterruptedException {
        return ResponseParser.gitSettings(call(requests.gitSettings(projectId)));
    }

    @Override
    public void writeGitSettings(long projectId, GitRemote remote, GitAuthentication authentication)
            throws ServiceException, InterruptedException {
        call(requests.writeGitSettings(projectId, remote, authentication));
    }

    @Override
    public void writeGitSshSettings(long projectId, GitRemote remote, Optional<SecretText> privateKey)
            throws ServiceException, InterruptedException {
        call(requests.writeGitSshSettings(projectId, remote, privateKey));
    }

    @Override
    public boolean proveToken(long projectId) throws ServiceException, InterruptedException {
        PreparedCall call = requests.access(projectId);
        Answered answered = answer(call, caller.deadline(call.operation()));
        int status = answered.answer().status();
        if (status == Refusals.UNAUTHORIZED || status == Refusals.NOT_FOUND) {
            throw Refusals.refused(answered.call(), answered.answer(), encoding);
        }
        if (answered.answer().isRefusal()) {
            return false;
        }
        ResponseCheck.success(answered.call(), answered.answer(), encoding);
        return true;
    }

    private JsonNode call(PreparedCall call) throws ServiceException, InterruptedException {
        Answered answered = answer(call, caller.deadline(call.operation()));
        return ResponseCheck.success(answered.call(), answered.answer(), encoding);
    }

    /** The answer to the call, made with another token if the service refuses the first. */
    private Answered answer(PreparedCall call, Deadline deadline) throws ServiceException, InterruptedException {
        AccessToken token = tokens.current(deadline);
        Answered first = answer(call, token, deadline);
        if (first.answer().status() != Refusals.UNAUTHORIZED) {
            return first;
        }
        Optional<AccessToken> other = tokens.renew(token, deadline);
        return other.isPresent() ? answer(first.call(), other.get(), deadline) : first;
    }

    private Answered answer(PreparedCall call, AccessToken token, Deadline deadline)
            throws ServiceException, InterruptedException {
        PreparedCall authorized = caller.prepared(call.with(token));
        return new Answered(authorized, caller.call(authorized, deadline));
    }

    /** An answer, and the call with the tokens that a message about it must not show. */
    private record Answered(PreparedCall call, ServiceResponse answer) {}
}
