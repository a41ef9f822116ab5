package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.http.Attempt.code;
import static io.jenkins.plugins.sastscan.client.http.Attempt.connecting;
import static io.jenkins.plugins.sastscan.client.http.Attempt.encoding;
import static io.jenkins.plugins.sastscan.client.http.Attempt.kind;
import static io.jenkins.plugins.sastscan.client.http.Attempt.needed;
import static io.jenkins.plugins.sastscan.client.http.Attempt.operation;
import static io.jenkins.plugins.sastscan.client.http.Attempt.phase;
import static io.jenkins.plugins.sastscan.client.http.Attempt.status;
import static io.jenkins.plugins.sastscan.client.http.Attempt.statuses;

import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The reasons why calls fail, as a table. The first row whose condition is met decides whether the attempt is retried,
 * and tells users why the call failed and what to do. {@link Attempt} replaces placeholders in the texts, such
 * as {@code {host}}.
 */
enum CallFailure {
    TIME_LIMIT(
            fail(kind(Kind.TIME_LIMIT)),
            "the call exceeded its time limit of {time limit}, which includes retries",
            "Try again when the SAST server is less busy."),
    CLOSED(
            fail(kind(Kind.CLOSED)),
            "the connection is already closed, probably because the build has ended",
            "Run the build again."),
    UNREADABLE_FILE(
            fail(kind(Kind.FILE)),
            "{message}",
            "Make sure that nothing else changes the file during the build, and try again."),
    UNSUPPORTED_HOST(
            fail(kind(Kind.UNSUPPORTED_HOST)),
            "agents cannot connect to the host name {host}",
            "Use a host name without underscores, or let the controller upload."),
    PROXY_LOST(
            retry(
                    "proxy lost",
                    connecting(Kind.UNKNOWN_HOST, Kind.TIMEOUT, Kind.BROKEN).and(Attempt::isProxied)),
            CallFailure.PROXY_FAILED,
            CallFailure.CHECK_PROXY),
    PROXY_REFUSED(fail(connecting().and(Attempt::isProxied)), CallFailure.PROXY_FAILED, CallFailure.CHECK_PROXY),
    UNKNOWN_HOST(
            retry("unknown host", connecting(Kind.UNKNOWN_HOST)),
            "the host {host} is unknown",
            "Check the URL of the SAST server, and whether this machine needs a proxy."),
    CONNECT_TIMEOUT(
            retry("connect timeout", connecting(Kind.TIMEOUT)),
            "connecting to {host} timed out after {connect timeout} (connect timeout)",
            "Check the URL of the SAST server, any firewall in between, and whether this machine needs a proxy."),
    CONNECTION_REFUSED(
            retry("connection refused", connecting()),
            "{host} does not accept connections on port {port}{detail}",
            "Check host and port in the URL of the SAST server, and whether it is running."),
    UNTRUSTED(
            fail(phase(Phase.TLS, Kind.UNTRUSTED)),
            "the certificate of {host} is not trusted{certificate}{detail}",
            "Compare it with the certificate of the SAST server. If it is the right one, an administrator can paste it or"
                    + " that of its authority into Certificates of the SAST server. Otherwise, check the host in its URL."),
    TLS_TIMEOUT(
            retry("TLS handshake timed out", phase(Phase.TLS, Kind.TIMEOUT)),
            "the TLS handshake with {host} timed out after {read timeout} (read timeout)",
            CallFailure.CHECK_PORT),
    TLS_BROKEN(
            retry("connection lost during the TLS handshake", phase(Phase.TLS, Kind.BROKEN)),
            "the connection ended during the TLS handshake{detail}",
            CallFailure.CHECK_PORT),
    TLS_FAILED(
            fail(phase(Phase.TLS)),
            "the TLS handshake with {host} failed{detail}",
            "Check whether this port supports HTTPS, and which TLS versions the SAST server supports."),
    WRITE_TIMEOUT(
            retry("write timeout", phase(Phase.SEND, Kind.TIMEOUT)),
            "the SAST server accepted no data for {write timeout} (write timeout)",
            "Try again when the SAST server is less busy, or raise the write timeout."),
    SEND_BROKEN(
            retry("connection lost", phase(Phase.SEND)),
            "the connection ended before the request was sent{agent pause}{detail}",
            CallFailure.CHECK_LIMITS),
    READ_TIMEOUT(
            fail(kind(Kind.TIMEOUT).and(Attempt::isRead)),
            CallFailure.SILENCE,
            "Try again when the SAST server is less busy, or raise the read timeout."),
    CHANGE_TIMEOUT(
            fail(kind(Kind.TIMEOUT)),
            CallFailure.SILENCE,
            "The SAST server may still process the request. Check there before you try again, or raise the read timeout."),
    NOT_HTTP(
            fail(phase(Phase.RESPONSE).or(phase(Phase.WAIT, Kind.PROTOCOL))),
            "the response is not valid HTTP{detail}",
            "Check host and port in the URL of the SAST server, and proxies in front of it."),
    WAIT_BROKEN(
            retry("connection lost", phase(Phase.WAIT)),
            "the connection ended before a response arrived{agent pause}{detail}",
            CallFailure.CHECK_LIMITS),

    WAIT_TOO_LONG(
            fail(status(429, 502, 503, 504).and(Attempt::asksToWaitTooLong)),
            "The SAST server asks to wait for {requested wait}, which is longer than this call can wait. Try again later."),
    TOO_MANY_REQUESTS(retry(429), "There were too many requests. Try again later."),
    OVERLOADED(retry(502, 503, 504), "The SAST server is overloaded or down. Try again later."),
    TOKEN_CLIENT(fail(code("invalid_client")), "Check client ID and client secret."),
    TOKEN_USER(fail(code("invalid_grant")), "Check user name and password."),
    TOKEN_SCOPE(fail(code("invalid_scope")), "Check the scope."),
    TOKEN_GRANT(
            fail(code("unauthorized_client", "unsupported_grant_type")),
            "This client may not use this grant type. Check client ID and grant type."),
    TOKEN(fail(code()), "Check token URL, client ID, client secret, user name, password and scope."),
    UPLOAD_REJECTED(
            fail(status(400).and(operation(Operation.UPLOAD)).and(Attempt::isExplained)),
            "If this does not explain the failure, check the upload encoding of the SAST server."),
    KEY_REJECTED(
            fail(status(400).and(operation(Operation.WRITE_GIT_SSH_SETTINGS)).and(Attempt::isExplained)),
            CallFailure.CHECK_GIT),
    FORM_REJECTED(
            fail(status(400).and(encoding(UploadEncoding.FORM))),
            "Many SAST servers require multipart/form-data: set the upload encoding to multipart and try again."),
    MULTIPART_REJECTED(
            fail(status(400, 415).and(encoding(UploadEncoding.MULTIPART))),
            "The SAST server may require application/x-www-form-urlencoded. If its upload encoding is multipart, set the"
                    + " upload encoding to form and try again."),
    WRONG_VERSION(
            fail(status(415)),
            "The SAST server does not support this version of the request. Check the path of its URL."),
    GIT_SETTINGS_REJECTED(fail(status(400).and(operation(Operation.WRITE_GIT_SETTINGS))), CallFailure.CHECK_GIT),
    VALUES_REJECTED(fail(status(400)), "Check the values in the step."),
    TOKEN_REJECTED(
            fail(status(401)),
            "The SAST server does not accept the access token. Create a new token there or, with OAuth 2.0, check the"
                    + " account."),
    FORBIDDEN(
            fail(status(403)),
            "The account of the access token lacks a permission or the scope " + OAuthSettings.DEFAULT_SCOPE
                    + ". An administrator of the SAST server can grant it."),
    NO_QUERY(
            fail(status(404).and(operation(Operation.QUERY))),
            "The query does not exist, or the SAST server does not support this operation. Check language, severity and"
                    + " name of the query, and the path of the URL of the SAST server."),
    NO_PATH(fail(status(404).and(operation(Operation.LICENSE, Operation.TOKEN))), "Check the path of the URL."),
    NO_BRANCH(
            fail(status(404).and(operation(Operation.BRANCHING_STATUS))),
            "The project may not exist, or may not be a branch. Check the project ID, and the path of the URL of the SAST"
                    + " server."),
    NO_PROJECT(
            fail(status(404)),
            "The project may not exist, or this account may not see it. Check the project ID, and the path of the URL of"
                    + " the SAST server."),
    NO_METHOD(
            fail(status(405)),
            "This URL does not support the operation. Check the path of the URL of the SAST server."),
    PROXY_USER(fail(status(407)), "The proxy requires a user name and a password. Check the proxy settings."),
    REQUEST_TIMEOUT(
            fail(status(408)), "The request took too long to arrive{agent pause}. Try again, and check the network."),
    FORM_TOO_LARGE(
            fail(status(413).and(operation(Operation.UPLOAD)).and(encoding(UploadEncoding.FORM))),
            CallFailure.FILE_TOO_LARGE
                    + " The form encoding makes the body larger than the archive: try the upload encoding multipart."),
    MULTIPART_TOO_LARGE(fail(status(413).and(operation(Operation.UPLOAD))), CallFailure.FILE_TOO_LARGE),
    TOO_LARGE(fail(status(413)), "The request is too large for the SAST server or a web server in front of it."),
    INTERNAL_ERROR(fail(statuses(500, 599)), "The SAST server has an internal error. Check its log."),
    OTHER_ERROR(fail(statuses(400, 499)), "Check the log of the SAST server."),

    REDIRECT(
            fail(statuses(300, 399)),
            "the response is a redirect{target} (status {status})",
            "Redirects are not followed, because they could send source code and secrets elsewhere. Enter the final URL of"
                    + " the SAST server."),
    UNKNOWN_STATUS(
            fail(statuses(200, 299).negate()), "unexpected status {status}", "Check the URL of the SAST server."),
    RESPONSE_TOO_LARGE(
            fail(needed(Kind.TOO_LARGE)),
            "the response is larger than " + AttemptResult.MAX_CONTENT / 1024 + " KiB",
            "Check the path of the URL of the SAST server."),
    RESPONSE_BROKEN(
            fail(needed(Kind.DAMAGED)),
            "the response is incomplete or damaged",
            "Try again. If it fails again, check load balancers and proxies in front of the SAST server."),
    WEB_PAGE(
            fail(Attempt::isWebPage),
            "the response is a web page{title} (status {status})",
            "It may be a login page. Check the path of the URL of the SAST server, and whether a proxy in front of it"
                    + " requires a login."),
    NO_JSON_OBJECT(
            fail(Attempt::lacksObject),
            "{content} (status {status})",
            "Expected a JSON object. Check the path of the URL of the SAST server.");

    private static final String PROXY_FAILED = "the proxy {proxy} cannot be reached or rejected the connection{detail}";
    private static final String CHECK_PROXY =
            "Check the proxy settings: host, port, user, password, and no-proxy hosts.";
    private static final String CHECK_GIT =
            "Check URL, branch and credentials of the Git repository, and whether Git is set up on the SAST server.";
    private static final String CHECK_PORT = "Check whether this port supports HTTPS, and any firewall in between.";
    private static final String CHECK_LIMITS =
            "Check the logs of the SAST server, and the time and size limits of load balancers and proxies in front of it.";
    private static final String SILENCE = "{silence} {read timeout} (read timeout)";
    private static final String FILE_TOO_LARGE = "The request body of {body size} is too large for the SAST server or a"
            + " web server in front of it. Exclude more files, or raise its limit.";

    private final Rule rule;
    private final String why;
    private final String hint;

    CallFailure(Rule rule, String hint) {
        this(rule, "status {status}{text}", hint);
    }

    CallFailure(Rule rule, String why, String hint) {
        this.rule = rule;
        this.why = why;
        this.hint = hint;
    }

    /**
     * @param temporary the reason for a retry, in a few words that contain no external text; empty if there is no retry
     */
    private record Rule(String temporary, Predicate<Attempt> condition) {}

    private static Rule retry(String temporary, Predicate<Attempt> condition) {
        return new Rule(temporary, condition);
    }

    private static Rule retry(Integer... statuses) {
        return retry("status {status}", status(statuses));
    }

    private static Rule fail(Predicate<Attempt> condition) {
        return new Rule("", condition);
    }

    /** Returns empty if the attempt succeeded. */
    static Optional<CallFailure> of(Attempt attempt) {
        return Stream.of(values())
                .filter(row -> row.rule.condition.test(attempt))
                .findFirst();
    }

    /** The reason for a retry, or empty if the attempt is not retried. */
    Optional<String> retryReason(Attempt attempt) {
        return Optional.of(attempt.fill(rule.temporary)).filter(words -> !words.isEmpty());
    }

    ServiceException exception(Attempt attempt) {
        return attempt.call().failure(attempt.status(), attempt.fill(why), attempt.fill(hint));
    }
}
