package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.http.FaultCase.End;
import io.jenkins.plugins.sastscan.service.http.FaultCase.Scenery;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table of what a service that can be reached does wrong. */
final class FaultCases {
    private static final int ATTEMPTS = 1 + CallPolicy.DEFAULT.retries();
    private static final long GIGABYTE = 1L << 30;
    private static final String WORDS = "{\"messageCode\":1,\"messageDetails\":\"words of\\nthe service\"}";
    private static final String PAGE = "<html><title>404 -\n not &lt;found&gt;</title>";
    private static final String ELSEWHERE = "https://PLANTED:PLANTED@other.example.org/login?token=PLANTED#PLANTED";

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private FaultCases() {}

    static List<FaultCase> all() {
        return Stream.of(refusals(), passing(), connections(), answers())
                .flatMap(List::stream)
                .toList();
    }

    private static List<FaultCase> refusals() {
        return List.of(
                refused("400 without a body", 400, Fault.answer(400), ": status 400. "),
                refused(
                        "400 with words",
                        400,
                        Fault.answer(400).withJson(WORDS),
                        "status 400 (words of\\u000athe service). "),
                new FaultCase(
                        "401 for ever",
                        always(() -> Fault.answer(401)),
                        operation -> operation == SimulatedOperation.TOKEN
                                ? End.refused(401, 1, "status 401. ")
                                : End.refused(401, 2, "The SAST server does not accept the access token.")
                                        .withTokens(2)),
                refused("403", 403, Fault.answer(403), "status 403. "),
                refused("404 as JSON", 404, Fault.answer(404).withJson(WORDS), "status 404 (words of"),
                refused(
                        "404 as a page",
                        404,
                        Fault.answer(404).withBody("text/html", PAGE),
                        "status 404 (404 - not <found>). "),
                refused("405", 405, Fault.answer(405), "Check the path of the URL of the SAST server."),
                refused("408", 408, Fault.answer(408), "The request took too long to arrive."),
                refused(
                        "408 with Retry-After: 0",
                        408,
                        Fault.answer(408).withHeader("Retry-After", "0"),
                        "status 408. "),
                refused("413", 413, Fault.answer(413), "too large for the SAST server or a web server in front of it"),
                refused("413 before the body is read", 413, Fault.answer(413).atOnce(), "status 413. "),
                refused("415", 415, Fault.answer(415), "status 415. "),
                refused("418", 418, Fault.answer(418), "Check the log of the SAST server."),
                refused(
                        "429 asking for an hour",
                        429,
                        Fault.tooManyRequests("3600"),
                        "The SAST server asks to wait for 60 minutes"),
                refused(
                        "429 asking for ages",
                        429,
                        Fault.tooManyRequests("9".repeat(26)),
                        "The SAST server asks to wait for "),
                refused("500", 500, Fault.answer(500), "The SAST server has an internal error. Check its log."),
                refused("501", 501, Fault.answer(501), "The SAST server has an internal error. Check its log."),
                refused("500 with 1 GB", 500, Fault.oversizedAnswer(500, GIGABYTE), "status 500 ([\"garbage\""));
    }

    private static List<FaultCase> passing() {
        return List.of(
                new FaultCase(
                        "401 once",
                        once(() -> Fault.answer(401)),
                        operation -> operation == SimulatedOperation.TOKEN
                                ? End.refused(401, 1, "Check token URL, client ID, client secret")
                                : End.done(2).withTokens(2)),
                passing("429 in seconds, once", () -> Fault.tooManyRequests("7")),
                passing(
                        "429 as a date, once",
                        () -> Fault.tooManyRequests(Instant.now().plusSeconds(30))),
                passing("503, then fine", () -> Fault.answer(503)),
                passing("an answer that gets lost, once", Fault::loseAnswer),
                passing("closed in the request, once", () -> Fault.closeInBody(10)),
                repeated("429 in seconds", 429, Fault.tooManyRequests("7"), "There were too many requests."),
                repeated("429 with an absurd time", 429, Fault.tooManyRequests("soon"), "Try again later."),
                repeated("502", 502, Fault.answer(502), "The SAST server is overloaded or down."),
                repeated("503", 503, Fault.answer(503), "The SAST server is overloaded or down."),
                repeated(
                        "503 with Retry-After: 0",
                        503,
                        Fault.answer(503).withHeader("Retry-After", "0"),
                        "status 503. "),
                repeated("504", 504, Fault.answer(504), "The SAST server is overloaded or down."));
    }

    private static List<FaultCase> connections() {
        return List.of(
                closed("closed before the request is read", Fault::closeBeforeReading, "the connection ended before"),
                closed("closed in the request", () -> Fault.closeInBody(10), "the connection ended before"),
                closed(
                        "closed after the request",
                        Fault::closeAfterBody,
                        "the connection ended before a response arrived"),
                new FaultCase(
                        "hangs after the last byte",
                        impatient(Fault::hang),
                        operation -> End.unreachable(
                                Reason.READ_TIMEOUT,
                                1,
                                0,
                                "no response within 150 milliseconds (read timeout). "
                                        + (writes(operation)
                                                ? "The SAST server may still process the request."
                                                : "Try again when"))),
                hurried("hangs, and so does the read timeout", Fault::hang, 300),
                hurried("an answer that trickles a byte a second", () -> Fault.trickle(Duration.ofSeconds(1)), 300));
    }

    private static List<FaultCase> answers() {
        return List.of(
                needed("closed in the answer", always(Fault::truncatedAnswer), "the response is incomplete or damaged"),
                needed("truncated gzip", always(Fault::truncatedGzip), "the response is incomplete or damaged"),
                needed(
                        "a Content-Length that is too long",
                        raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"),
                        "the response is incomplete or damaged"),
                new FaultCase(
                        "204 with content",
                        raw("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}"),
                        operation -> due(operation)
                                ? End.unexpected(204, "the response is empty (status 204). Expected a JSON object.")
                                : End.done(1)),
                new FaultCase(
                        "a Content-Length that is too short",
                        raw(
                                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{\"access_token\":\"t\"}"),
                        operation -> due(operation)
                                ? End.unexpected(200, "the response is not JSON (status 200). Expected a JSON object.")
                                : End.done(1)),
                needed("1 GB", always(() -> Fault.oversizedAnswer(200, GIGABYTE)), "the response is larger than 4 MiB"),
                unexpected(
                        "a login page with 200",
                        200,
                        Fault::loginPage,
                        "the response is a web page titled \"Sign in\" (status 200). It may be a login page"),
                redirected("a redirect to the same host", 307, "/login", "/login (status 307)."),
                redirected(
                        "a redirect to another host",
                        302,
                        ELSEWHERE,
                        "a redirect to https://other.example.org/login (status 302)."),
                redirected("a redirect to http", 308, "http://x/", "to http://x/ (status 308)."),
                redirected("a redirect to nowhere", 301, "mailto:a@b", "a redirect (status 301)."),
                unexpected("304", 304, () -> Fault.answer(304), "a redirect (status 304)."));
    }

    private static boolean writes(SimulatedOperation operation) {
        return operation.method().equals("POST") && operation != SimulatedOperation.TOKEN;
    }

    private static boolean due(SimulatedOperation operation) {
        return switch (operation) {
            case LICENSE, QUERY, READ_GIT, TOKEN -> true;
            default -> false;
        };
    }

    private static FaultCase refused(String name, int status, Fault fault, String says) {
        return new FaultCase(name, always(() -> fault), any -> End.refused(status, 1, says));
    }

    private static FaultCase repeated(String name, int status, Fault fault, String says) {
        return new FaultCase(name, always(() -> fault), any -> End.refused(status, ATTEMPTS, says));
    }

    private static FaultCase passing(String name, Supplier<Fault> fault) {
        return new FaultCase(name, once(fault), any -> End.done(2));
    }

    private static FaultCase closed(String name, Supplier<Fault> fault, String says) {
        return new FaultCase(
                name, always(fault), any -> End.unreachable(Reason.CONNECTION_CLOSED, ATTEMPTS, ATTEMPTS - 1, says));
    }

    private static FaultCase unexpected(String name, int status, Supplier<Fault> fault, String says) {
        return new FaultCase(name, always(fault), any -> End.unexpected(status, says));
    }

    /** An answer of status 200 that is a failure only where something of it is needed. */
    private static FaultCase needed(String name, Scenery scenery, String says) {
        return new FaultCase(
                name,
                scenery,
                operation -> due(operation) || operation == SimulatedOperation.BRANCHING_STATUS
                        ? End.unexpected(200, says)
                        : End.done(1));
    }

    private static FaultCase redirected(String name, int status, String target, String says) {
        return unexpected(name, status, () -> Fault.redirect(status, target), says);
    }

    private static FaultCase hurried(String name, Supplier<Fault> fault, int millis) {
        return new FaultCase(
                name,
                (target, directory) ->
                        always(fault).open(target, directory).withTokenGiven().hurried(Duration.ofMillis(millis)),
                any -> End.unreachable(
                        Reason.TIME_LIMIT,
                        FaultCase.AT_MOST_ONCE,
                        0,
                        "the call exceeded its time limit of " + millis + " milliseconds"));
    }

    private static Scenery always(Supplier<Fault> fault) {
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, ConnectionSettings.DEFAULT);
            scene.simulator().always(target, fault.get());
            return scene;
        };
    }

    /** For a client that waits 150 milliseconds for an answer. */
    private static Scenery impatient(Supplier<Fault> fault) {
        Duration enough = Duration.ofSeconds(20);
        ConnectionSettings settings = Fixture.settings(new Timeouts(enough, Duration.ofMillis(150), enough));
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, settings).withTokenGiven();
            scene.simulator().always(target, fault.get());
            return scene;
        };
    }

    private static Scenery once(Supplier<Fault> fault) {
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, ConnectionSettings.DEFAULT);
            scene.simulator().schedule(target, fault.get());
            return scene;
        };
    }

    /** Reads a whole request and answers with this. */
    private static Scenery raw(String answer) {
        return (target, directory) -> {
            RawServer server = new RawServer((self, socket) -> {
                Matcher length = LENGTH.matcher(self.readHead(socket));
                socket.getInputStream().readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            });
            return FaultScene.at(
                    server.url().toString(),
                    ConnectionSettings.DEFAULT,
                    operation -> server.heads().size(),
                    server);
        };
    }
}
