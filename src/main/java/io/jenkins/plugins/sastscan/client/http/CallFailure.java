package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.text.Figures.words;

import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Optional;

/**
 * What a failed attempt means. {@link #of} is the table of all failures, with {@link StatusAdvice} for error statuses.
 *
 * @param message the cause, and what to do
 * @param retry why there is a retry, in a few words that contain no external text; empty if there is none
 */
record CallFailure(String message, String retry) {
    private static final String CHECK_PORT = ". Check whether this port supports HTTPS, and any firewall in between.";
    private static final String CHECK_URL = "Check the URL of the SAST server";
    static final String CHECK_PATH = "Check the path of the URL of the SAST server";

    private static CallFailure fail(String message) {
        return new CallFailure(message, "");
    }

    private CallFailure retried(String reason) {
        return new CallFailure(message, reason);
    }

    /** Returns empty if the attempt succeeded. */
    static Optional<CallFailure> of(Attempt attempt) {
        return Optional.ofNullable(
                switch (attempt.status() / 100) {
                    case 0 -> withoutResponse(attempt, attempt.result().kind());
                    case 2 -> unusable(attempt);
                    case 3 ->
                        fail("the response is a redirect" + attempt.redirectTarget() + " (status " + attempt.status()
                                + "). Redirects are not followed, because they could send source code and secrets"
                                + " elsewhere. Enter the final URL of the SAST server.");
                    case 4, 5 -> refused(attempt, attempt.status());
                    default -> fail("unexpected status " + attempt.status() + ". " + CHECK_URL + ".");
                });
    }

    private static CallFailure refused(Attempt attempt, int status) {
        boolean temporary = (status == 429 || status >= 502 && status <= 504) && !attempt.waitsTooLong();
        return fail("status " + status + attempt.reason() + ". " + StatusAdvice.of(attempt, status))
                .retried(temporary ? "status " + status : "");
    }

    private static CallFailure withoutResponse(Attempt attempt, Kind kind) {
        return switch (kind) {
            case TIME_LIMIT ->
                fail("the call exceeded its time limit of " + words(attempt.limit())
                        + ", which includes retries. Try again when the SAST server is less busy.");
            case FILE ->
                fail(attempt.shown(attempt.result().message(), PlainText.MAX_LENGTH)
                        + ". Make sure that nothing else changes the file during the build, and try again.");
            case UNSUPPORTED_HOST ->
                fail("agents cannot connect to the host name " + attempt.host()
                        + ". Use a host name without underscores, or let the controller upload.");
            default ->
                switch (attempt.result().phase()) {
                    case START, CONNECT -> notConnected(attempt, kind);
                    case TLS -> withoutTls(attempt, kind);
                    case SEND, WAIT, RESPONSE -> noResponse(attempt, kind);
                };
        };
    }

    private static CallFailure notConnected(Attempt attempt, Kind kind) {
        String host = attempt.host();
        ProxySettings proxy = attempt.settings().proxy();
        if (proxy.isUsedFor(host)) {
            return fail("the proxy " + proxy.host() + ":" + proxy.port()
                            + " cannot be reached or rejected the connection"
                            + attempt.detail()
                            + ". Check the proxy settings: host, port, user, password, and no-proxy hosts.")
                    .retried(kind == Kind.OTHER || kind == Kind.PROTOCOL ? "" : "proxy lost");
        }
        return switch (kind) {
            case UNKNOWN_HOST ->
                fail("the host " + host + " is unknown. " + CHECK_URL + ", and whether " + attempt.machine()
                                + " needs a proxy.")
                        .retried("unknown host");
            case TIMEOUT ->
                fail("connecting to " + host + " timed out after "
                                + words(attempt.timeouts().connect())
                                + " (connect timeout). " + CHECK_URL
                                + ", any firewall in between, and whether " + attempt.machine() + " needs a proxy.")
                        .retried("connect timeout");
            default ->
                fail(host + " does not accept connections on port "
                                + attempt.call().url().port() + attempt.detail()
                                + ". Check host and port in the URL of the SAST server, and whether it is running.")
                        .retried("connection refused");
        };
    }

    private static CallFailure withoutTls(Attempt attempt, Kind kind) {
        String certificate = attempt.shown(attempt.result().certificate(), PlainText.MAX_LENGTH);
        String handshake = "the TLS handshake with " + attempt.host();
        return switch (kind) {
            case UNTRUSTED ->
                fail("the certificate of " + attempt.host() + " is not trusted"
                        + (certificate.isEmpty() ? "" : ": " + certificate) + attempt.detail() + ". Compare it with the"
                        + " certificate of the SAST server. If it is the right one, an administrator can paste it or"
                        + " that of its authority into Certificates of the SAST server. Otherwise, check the host in"
                        + " its URL.");
            case TIMEOUT ->
                fail(handshake + " timed out after " + words(attempt.timeouts().read()) + " (read timeout)"
                                + CHECK_PORT)
                        .retried("TLS handshake timed out");
            case BROKEN ->
                fail("the connection ended during the TLS handshake" + attempt.detail() + CHECK_PORT)
                        .retried("connection lost during the TLS handshake");
            default ->
                fail(handshake + " failed" + attempt.detail()
                        + ". Check whether this port supports HTTPS, and which TLS versions the SAST server supports.");
        };
    }

    private static CallFailure noResponse(Attempt attempt, Kind kind) {
        Phase phase = attempt.result().phase();
        if (kind == Kind.TIMEOUT && phase == Phase.SEND) {
            return fail("the SAST server accepted no data for "
                            + words(attempt.timeouts().write())
                            + " (write timeout). Try again when the SAST server is less busy, or raise the write timeout.")
                    .retried("write timeout");
        }
        if (kind == Kind.TIMEOUT) {
            return fail((phase == Phase.WAIT ? "no response within " : "the response stalled for ")
                    + words(attempt.timeouts().read()) + " (read timeout). "
                    + (attempt.call().operation().isRead()
                            ? "Try again when the SAST server is less busy, or raise the read timeout."
                            : "The SAST server may still process the request. Check there before you try again, or raise"
                                    + " the read timeout."));
        }
        if (phase == Phase.RESPONSE || phase == Phase.WAIT && kind == Kind.PROTOCOL) {
            return fail("the response is not valid HTTP" + attempt.detail()
                    + ". Check host and port in the URL of the SAST server, and proxies in front of it.");
        }
        return fail("the connection ended before "
                        + (phase == Phase.SEND ? "the request was sent" : "a response arrived") + attempt.pause()
                        + attempt.detail() + ". Check the logs of the SAST server, and the time and size limits of load"
                        + " balancers and proxies in front of it.")
                .retried("connection lost");
    }

    /** Tells why a response with a success status is not what the operation needs; null if it is. */
    private static CallFailure unusable(Attempt attempt) {
        Kind end = attempt.result().kind();
        Operation.Content content = attempt.call().operation().content;
        String status = " (status " + attempt.status() + "). ";
        if (content != Operation.Content.NONE && end == Kind.TOO_LARGE) {
            return fail(
                    "the response is larger than " + AttemptResult.MAX_CONTENT / 1024 + " KiB. " + CHECK_PATH + ".");
        }
        if (content != Operation.Content.NONE && end == Kind.DAMAGED) {
            return fail("the response is incomplete or damaged. Try again. If it fails again, check load balancers and"
                    + " proxies in front of the SAST server.");
        }
        if (attempt.body().isWebPage()) {
            return fail("the response is a web page" + attempt.title() + status + "It may be a login page. "
                    + CHECK_PATH + ", and whether a proxy in front of it requires a login.");
        }
        return content == Operation.Content.JSON && !attempt.body().object().isObject()
                ? fail(attempt.body().kind() + status + "Expected a JSON object. " + CHECK_PATH + ".")
                : null;
    }
}
