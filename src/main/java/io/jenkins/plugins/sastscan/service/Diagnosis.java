package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.input.PlainText;
import io.jenkins.plugins.sastscan.service.Outcome.Failed;
import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Says of an attempt without an answer what stood in between, whether it may pass, and what to do. */
final class Diagnosis {
    private static final int LONGEST_DETAIL = 300;

    private final PreparedCall call;
    private final Phase phase;
    private final IOException exception;

    private Diagnosis(PreparedCall call, Phase phase, IOException exception) {
        this.call = call;
        this.phase = phase;
        this.exception = exception;
    }

    static Failed of(IOException exception, Phase phase, PreparedCall call) {
        return new Diagnosis(call, phase, exception).failed();
    }

    /** The file to send is the trouble. */
    static UnreadableFileException of(FileTrouble trouble, PreparedCall call) {
        return new UnreadableFileException(
                call.tried(),
                trouble.getMessage(),
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
    static UnreachableException closed(PreparedCall call) {
        return new UnreachableException(
                call.tried(),
                Obstacle.CLOSED,
                "the connection is closed already, perhaps because the build has ended",
                "Start a new build.");
    }

    private Failed failed() {
        if (exception instanceof FileTrouble trouble) {
            return new Failed(of(trouble, call), false);
        }
        return switch (phase.step()) {
            case BEFORE, NAME, CONNECT ->
                phase.proxy().isPresent() ? proxy(phase.proxy().get()) : connecting();
            case TLS -> tls();
            case SEND -> sending();
            case WAIT -> waiting();
            case ANSWER -> answering();
        };
    }

    private Failed proxy(String address) {
        boolean passing =
                exception instanceof SocketException || exception instanceof InterruptedIOException || broken();
        return failed(
                Obstacle.PROXY,
                "the proxy " + address + " could not be reached or refused" + detail(),
                "Check the proxy's settings: host, port, user, password and the hosts to reach without it.",
                passing);
    }

    private Failed connecting() {
        String host = call.url().host();
        if (exception instanceof UnknownHostException) {
            return failed(
                    Obstacle.NAME,
                    "the name of the host " + host + " is not known",
                    "Check the server's URL, and whether this machine needs a proxy.",
                    true);
        }
        if (exception instanceof InterruptedIOException) {
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
        if (untrusted()) {
            return failed(
                    Obstacle.TLS,
                    "the certificate of " + call.url().host() + " is not trusted for it" + detail(),
                    "Add the certificate authority to the trust store of this machine's Java, or check the host name"
                            + " in the server's URL.",
                    false);
        }
        if (exception instanceof InterruptedIOException) {
            return failed(
                    Obstacle.CONNECT_TIMEOUT,
                    call.url().host() + " did not finish the TLS handshake in time",
                    "Check whether the port of the server's URL speaks https.",
                    true);
        }
        if (broken()) {
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
        if (exception instanceof InterruptedIOException) {
            return failed(
                    Obstacle.SEND_TIMEOUT,
                    "the service stopped taking the request within the write time-out",
                    "Try again when the service is less busy, or raise the write time-out.",
                    true);
        }
        return closed("before the request was sent" + detail());
    }

    private Failed waiting() {
        if (exception instanceof InterruptedIOException) {
            return failed(
                    Obstacle.ANSWER_TIMEOUT,
                    "nothing came within the read time-out after the request was sent whole, and the service may still"
                            + " be at work on it",
                    "Look at the service whether it was done before running it again, or raise the read time-out.",
                    false);
        }
        return exception instanceof ProtocolException ? againstHttp() : closed("before an answer came" + detail());
    }

    private Failed answering() {
        if (!(exception instanceof InterruptedIOException)) {
            return againstHttp();
        }
        return failed(
                Obstacle.ANSWER_TIMEOUT,
                "its answer began and stopped coming",
                "Try again when the service is less busy, or raise the read time-out.",
                false);
    }

    private Failed againstHttp() {
        return new Failed(
                new UnexpectedAnswerException(
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

    private boolean untrusted() {
        return causes().anyMatch(e -> e instanceof CertificateException || e instanceof SSLPeerUnverifiedException);
    }

    private boolean broken() {
        return causes().anyMatch(e -> e instanceof EOFException || e instanceof SocketException);
    }

    private Stream<Throwable> causes() {
        return Stream.<Throwable>iterate(exception, e -> e != null, Throwable::getCause)
                .limit(20);
    }

    /** The exception's own words in brackets, if it has any. */
    private String detail() {
        String text = exception.getMessage();
        return text == null || text.isBlank()
                ? ""
                : " (" + PlainText.oneLine(call.secrets().mask(text), LONGEST_DETAIL) + ")";
    }

    private Failed failed(Obstacle obstacle, String what, String hint, boolean passing) {
        return new Failed(new UnreachableException(call.tried(), obstacle, what, hint), passing);
    }
}
