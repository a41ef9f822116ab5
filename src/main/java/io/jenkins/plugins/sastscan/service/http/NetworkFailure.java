package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.ServiceException.Reason;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.http.AttemptFailure.Kind;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;

/** Explains why an attempt got no response, and decides whether a retry may help. */
record NetworkFailure(AttemptFailure attempt, Call call, ConnectionSettings settings) {
    private static final int MAX_DETAIL_LENGTH = 300;

    boolean isTemporary(Reason reason) {
        return switch (reason) {
            case UNKNOWN_HOST, CONNECTION_REFUSED, CONNECT_TIMEOUT, WRITE_TIMEOUT -> true;
            case CONNECTION_CLOSED -> attempt.kind() != Kind.CLOSED;
            case PROXY -> attempt.kind() == Kind.TIMEOUT || attempt.kind() == Kind.BROKEN;
            default -> false;
        };
    }

    /** In milliseconds below 2 seconds, in seconds below 2 minutes, in minutes below 2 hours, else in hours. */
    static String time(Duration time) {
        if (time.compareTo(Duration.ofSeconds(2)) < 0) {
            return time.toMillis() + " milliseconds";
        }
        if (time.compareTo(Duration.ofMinutes(2)) < 0) {
            return time.toSeconds() + " seconds";
        }
        return time.compareTo(Duration.ofHours(2)) < 0 ? time.toMinutes() + " minutes" : time.toHours() + " hours";
    }

    static ServiceException timeLimit(Call call, Duration limit) {
        return call.failure(
                Reason.TIME_LIMIT,
                0,
                "the call exceeded its time limit of " + time(limit) + ", which includes retries",
                "Try again when the SAST server is less busy.");
    }

    /** @param limit the time limit of the whole call */
    ServiceException exception(Duration limit) {
        return switch (attempt.kind()) {
            case TIME_LIMIT -> timeLimit(call, limit);
            case CLOSED ->
                failure(
                        Reason.CONNECTION_CLOSED,
                        "the connection is already closed, probably because the build has ended",
                        "Run the build again.");
            case FILE ->
                failure(
                        Reason.UNREADABLE_FILE,
                        attempt.message(),
                        "Make sure that nothing else changes the file during the build, and try again.");
            default ->
                switch (attempt.phase()) {
                    case START, CONNECT -> settings.proxy().isUsedFor(call.url().host()) ? proxy() : connect();
                    case TLS -> tls();
                    case SEND -> send();
                    case WAIT -> response("no response within ");
                    case RESPONSE -> response("the response stalled for ");
                };
        };
    }

    private ServiceException proxy() {
        return failure(
                Reason.PROXY,
                "the proxy " + settings.proxy().host() + ":" + settings.proxy().port()
                        + " cannot be reached or rejected the connection" + detail(),
                "Check the proxy settings: host, port, user, password, and no-proxy hosts.");
    }

    private ServiceException connect() {
        String host = call.url().host();
        return switch (attempt.kind()) {
            case UNKNOWN_HOST ->
                failure(
                        Reason.UNKNOWN_HOST,
                        "the host " + host + " is unknown",
                        "Check the URL of the SAST server, and whether this machine needs a proxy.");
            case TIMEOUT ->
                failure(
                        Reason.CONNECT_TIMEOUT,
                        "connecting to " + host + " timed out after "
                                + time(settings.timeouts().connect()) + " (connect timeout)",
                        "Check the URL of the SAST server, any firewall in between, and whether this machine needs"
                                + " a proxy.");
            default ->
                failure(
                        Reason.CONNECTION_REFUSED,
                        host + " does not accept connections on port "
                                + call.url().port() + detail(),
                        "Check host and port in the URL of the SAST server, and whether it is running.");
        };
    }

    private ServiceException tls() {
        String host = call.url().host();
        String https = "Check whether this port supports HTTPS, and any firewall in between.";
        return switch (attempt.kind()) {
            case UNTRUSTED ->
                failure(
                        Reason.TLS,
                        "the certificate of " + host + " is not trusted" + detail(),
                        "Add its certificate authority to the trust store of Java on this machine, or check the host"
                                + " in the URL of the SAST server.");
            case TIMEOUT ->
                failure(
                        Reason.CONNECT_TIMEOUT,
                        "the TLS handshake with " + host + " timed out after "
                                + time(settings.timeouts().read()) + " (read timeout)",
                        https);
            case BROKEN ->
                failure(Reason.CONNECTION_CLOSED, "the connection ended during the TLS handshake" + detail(), https);
            default ->
                failure(
                        Reason.TLS,
                        "the TLS handshake with " + host + " failed" + detail(),
                        "Check whether this port supports HTTPS, and which TLS versions the SAST server supports.");
        };
    }

    private ServiceException send() {
        return attempt.kind() == Kind.TIMEOUT
                ? failure(
                        Reason.WRITE_TIMEOUT,
                        "the SAST server accepted no data for "
                                + time(settings.timeouts().write()) + " (write timeout)",
                        "Try again when the SAST server is less busy, or raise the write timeout.")
                : ended("the connection ended before the request was sent");
    }

    private ServiceException response(String timeout) {
        if (attempt.kind() == Kind.TIMEOUT) {
            boolean reads = call.operation().method.equals("GET") || call.operation() == Operation.TOKEN;
            return failure(
                    Reason.READ_TIMEOUT,
                    timeout + time(settings.timeouts().read()) + " (read timeout)",
                    reads
                            ? "Try again when the SAST server is less busy, or raise the read timeout."
                            : "The SAST server may still process the request. Check there before you try again, or raise"
                                    + " the read timeout.");
        }
        if (attempt.phase() == AttemptFailure.Phase.RESPONSE || attempt.kind() == Kind.PROTOCOL) {
            return failure(
                    Reason.UNEXPECTED_RESPONSE,
                    "the response is not valid HTTP" + detail(),
                    "Check host and port in the URL of the SAST server, and proxies in front of it.");
        }
        return ended("the connection ended before a response arrived");
    }

    private ServiceException ended(String why) {
        return failure(
                Reason.CONNECTION_CLOSED,
                why + detail(),
                "Check the logs of the SAST server, and the time and size limits of load balancers and proxies in front"
                        + " of it.");
    }

    /** The message of the exception in parentheses, if there is one. */
    private String detail() {
        String text = attempt.message();
        return text.isBlank() ? "" : " (" + PlainText.oneLine(call.secrets().mask(text), MAX_DETAIL_LENGTH) + ")";
    }

    private ServiceException failure(Reason reason, String why, String hint) {
        return call.failure(reason, 0, why, hint);
    }
}
