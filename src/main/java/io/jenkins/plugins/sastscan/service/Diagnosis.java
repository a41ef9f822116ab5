package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.AttemptFailure.Kind;
import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.Optional;

/** Says of an attempt without an answer what stood in between, whether it may pass, and what to do. */
final class Diagnosis {
    private static final int LONGEST_DETAIL = 300;

    private final PreparedCall call;
    private final AttemptFailure trouble;
    private final Optional<String> proxy;

    private Diagnosis(PreparedCall call, AttemptFailure trouble, Optional<String> proxy) {
        this.call = call;
        this.trouble = trouble;
        this.proxy = proxy;
    }

    /**
     * What to tell of a failure.
     *
     * @param isPassing whether the same request may fare better a moment later
     */
    record Failed(ServiceException failure, boolean isPassing) {}

    /**
     * Judges the trouble of an attempt.
     *
     * @param proxy host and port of the proxy that the attempt went through
     * @param whole the time for the whole call
     */
    static Failed of(AttemptFailure trouble, Optional<String> proxy, PreparedCall call, Duration whole) {
        return switch (trouble.kind()) {
            case DEADLINE -> new Failed(deadline(call, whole), false);
            case CLOSED -> new Failed(closed(call), false);
            case FILE -> new Failed(unreadable(trouble.words(), call), false);
            default -> new Diagnosis(call, trouble, proxy).failed();
        };
    }

    /** The file to send is the trouble; the words are a clause that names it. */
    private static UnreadableFileException unreadable(String words, PreparedCall call) {
        return new UnreadableFileException(
                call.tried(),
                words,
                "Make sure that the file is there and that nothing else touches it, and run it again.");
    }

    /** The time for the whole call is over. */
    static UnreachableException deadline(PreparedCall call, Duration whole) {
        return new UnreachableException(
                call.tried(),
                Obstacle.DEADLINE,
                "the " + Words.time(whole) + " that it may take in all were over",
                "Try again when the service is less busy, or allow more time in the server's settings.");
    }

    /** The client takes no more calls. */
    private static UnreachableException closed(PreparedCall call) {
        return new UnreachableException(
                call.tried(),
                Obstacle.CLOSED,
                "the connection is closed already, perhaps because the build has ended",
                "Start a new build.");
    }

    private Failed failed() {
        return switch (trouble.step()) {
            case BEFORE, NAME, CONNECT -> proxy.map(this::proxy).orElseGet(this::connecting);
            case TLS -> tls();
            case SEND -> sending();
            case WAIT -> waiting();
            case ANSWER -> answering();
        };
    }

    private Failed proxy(String address) {
        boolean passing = trouble.kind() == Kind.TIMEOUT || trouble.kind() == Kind.BROKEN;
        return failed(
                Obstacle.PROXY,
                "the proxy " + address + " could not be reached or refused" + detail(),
                "Check the proxy's settings: host, port, user, password and the hosts to reach without it.",
                passing);
    }

    private Failed connecting() {
        String host = call.url().host();
        if (trouble.kind() == Kind.NAME) {
            return failed(
                    Obstacle.NAME,
                    "the name of the host " + host + " is not known",
                    "Check the server's URL, and whether this machine needs a proxy.",
                    true);
        }
        if (trouble.kind() == Kind.TIMEOUT) {
            return failed(
                    Obstacle.CONNECT_TIMEOUT,
                    "no connection to " + host + " came about in time",
                    "Check the server's URL, firewalls on the way, and whether this machine needs a proxy.",
                    true);
        }
        return failed(
                Obstacle.REFUSED,
                host + " does not accept connections at port " + call.url().port() + detail(),
                "Check the server's URL and port, and whether the service is running.",
                true);
    }

    private Failed tls() {
        if (trouble.kind() == Kind.UNTRUSTED) {
            return failed(
                    Obstacle.TLS,
                    "the certificate of " + call.url().host() + " is not trusted for it" + detail(),
                    "Add the certificate authority to the trust store of this machine's Java, or check the host name"
                            + " in the server's URL.",
                    false);
        }
        if (trouble.kind() == Kind.TIMEOUT) {
            return failed(
                    Obstacle.CONNECT_TIMEOUT,
                    call.url().host() + " did not finish the TLS handshake in time",
                    "Check whether the port of the server's URL speaks https.",
                    true);
        }
        if (trouble.kind() == Kind.BROKEN) {
            return failed(
                    Obstacle.CLOSED,
                    "the connection ended during the TLS handshake" + detail(),
                    "Check whether the port of the server's URL speaks https, and firewalls on the way.",
                    true);
        }
        return failed(
                Obstacle.TLS,
                "no TLS connection to " + call.url().host() + " could be agreed on" + detail(),
                "Check whether the port of the server's URL speaks https, and its TLS versions.",
                false);
    }

    private Failed sending() {
        if (trouble.kind() == Kind.TIMEOUT) {
            return failed(
                    Obstacle.SEND_TIMEOUT,
                    "the service stopped taking the request within the write timeout",
                    "Try again when the service is less busy, or raise the write timeout.",
                    true);
        }
        return closed("before the request was sent" + detail());
    }

    private Failed waiting() {
        if (trouble.kind() == Kind.TIMEOUT) {
            return failed(
                    Obstacle.ANSWER_TIMEOUT,
                    "nothing came within the read timeout after the request was sent whole, and the service may still"
                            + " be at work on it",
                    "Look at the service whether it was done before running it again, or raise the read timeout.",
                    false);
        }
        return trouble.kind() == Kind.PROTOCOL ? againstHttp() : closed("before an answer came" + detail());
    }

    private Failed answering() {
        if (trouble.kind() != Kind.TIMEOUT) {
            return againstHttp();
        }
        return failed(
                Obstacle.ANSWER_TIMEOUT,
                "its answer began and stopped coming",
                "Try again when the service is less busy, or raise the read timeout.",
                false);
    }

    private Failed againstHttp() {
        return new Failed(
                new UnexpectedResponseException(
                        call.tried(),
                        0,
                        "something against the rules of HTTP" + detail(),
                        "Check host and port of the server's URL, and what is in front of the service."),
                false);
    }

    private Failed closed(String when) {
        return failed(
                Obstacle.CLOSED,
                "the connection ended " + when,
                "Look at the logs of the service and of what is in front of it (load balancer, proxy) for a limit of"
                        + " time or size.",
                true);
    }

    /** The words of whoever met the trouble in brackets, if there are any. */
    private String detail() {
        String text = trouble.words();
        return text.isBlank() ? "" : " (" + PlainText.oneLine(call.secrets().mask(text), LONGEST_DETAIL) + ")";
    }

    private Failed failed(Obstacle obstacle, String what, String hint, boolean passing) {
        return new Failed(new UnreachableException(call.tried(), obstacle, what, hint), passing);
    }
}
