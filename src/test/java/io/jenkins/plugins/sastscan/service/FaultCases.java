package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.FaultCase.End;
import io.jenkins.plugins.sastscan.service.FaultCase.Scenery;
import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
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
                refused("400 without a body", 400, Fault.answer(400), "answered 400."),
                refused(
                        "400 with words",
                        400,
                        Fault.answer(400).withJson(WORDS),
                        "answered 400 (words of\\u000athe service)."),
                new FaultCase(
                        "401 for ever",
                        always(() -> Fault.answer(401)),
                        operation -> operation == SimulatedOperation.TOKEN
                                ? End.refused(401, 1, "answered 401.")
                                : End.refused(401, 2, "The access token is expired or not valid for this service")
                                        .withTokens(2)),
                refused("403", 403, Fault.answer(403), "answered 403."),
                refused("404 as JSON", 404, Fault.answer(404).withJson(WORDS), "answered 404 (words of"),
                refused(
                        "404 as a page",
                        404,
                        Fault.answer(404).withBody("text/html", PAGE),
                        "answered 404 (404 - not <found>)."),
                refused("405", 405, Fault.answer(405), "check the path of the server's URL"),
                refused("408", 408, Fault.answer(408), "The service waited too long for the request"),
                refused(
                        "408 with Retry-After: 0",
                        408,
                        Fault.answer(408).withHeader("Retry-After", "0"),
                        "answered 408."),
                refused("413", 413, Fault.answer(413), "too large for the service or the web server in front of it"),
                refused("413 before the body is read", 413, Fault.answer(413).atOnce(), "answered 413."),
                refused("415", 415, Fault.answer(415), "answered 415."),
                refused("418", 418, Fault.answer(418), "Look at the service's log for the reason."),
                refused("429 asking for an hour", 429, Fault.tooManyRequests("3600"), "It asks to wait 60 minutes"),
                refused("429 asking for ages", 429, Fault.tooManyRequests("9".repeat(26)), "It asks to wait"),
                refused("500", 500, Fault.answer(500), "The service met a defect of its own; look at its log."),
                refused("501", 501, Fault.answer(501), "The service met a defect of its own; look at its log."),
                refused("500 with 1 GB", 500, Fault.oversizedAnswer(500, GIGABYTE), "answered 500 ([\"garbage\""));
    }

    private static List<FaultCase> passing() {
        return List.of(
                new FaultCase(
                        "401 once",
                        once(() -> Fault.answer(401)),
                        operation -> operation == SimulatedOperation.TOKEN
                                ? End.refused(401, 1, "Check the token URL, client id, client secret")
                                : End.done(2).withTokens(2)),
                passing("429 in seconds, once", () -> Fault.tooManyRequests("7")),
                passing(
                        "429 as a date, once",
                        () -> Fault.tooManyRequests(Instant.now().plusSeconds(30))),
                passing("503, then fine", () -> Fault.answer(503)),
                passing("an answer that gets lost, once", Fault::loseAnswer),
                passing("closed in the request, once", () -> Fault.closeInBody(10)),
                repeated("429 in seconds", 429, Fault.tooManyRequests("7"), "The service is asked too often"),
                repeated("429 with an absurd time", 429, Fault.tooManyRequests("soon"), "try again later."),
                repeated("502", 502, Fault.answer(502), "overloaded or down behind its load balancer"),
                repeated("503", 503, Fault.answer(503), "overloaded or down behind its load balancer"),
                repeated(
                        "503 with Retry-After: 0",
                        503,
                        Fault.answer(503).withHeader("Retry-After", "0"),
                        "answered 503."),
                repeated("504", 504, Fault.answer(504), "overloaded or down behind its load balancer"));
    }

    private static List<FaultCase> connections() {
        String still =
                "nothing came within the read timeout after the request was sent whole, and the service may still be";
        return List.of(
                closed("closed before the request is read", Fault::closeBeforeReading, "the connection ended before"),
                closed("closed in the request", () -> Fault.closeInBody(10), "the connection ended before"),
                closed("closed after the request", Fault::closeAfterBody, "the connection ended before an answer came"),
                new FaultCase(
                        "hangs after the last byte",
                        impatient(Fault::hang),
                        any -> End.unreachable(Obstacle.ANSWER_TIMEOUT, 1, 0, still)),
                hurried("hangs, and so does the read timeout", Fault::hang, 300),
                hurried("an answer that trickles a byte a second", () -> Fault.trickle(Duration.ofSeconds(1)), 300));
    }

    private static List<FaultCase> answers() {
        return List.of(
                needed("closed in the answer", always(Fault::truncatedAnswer), "text that breaks off"),
                needed("truncated gzip", always(Fault::truncatedGzip), "text that breaks off or cannot be unpacked"),
                needed(
                        "a Content-Length that is too long",
                        raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"),
                        "text that breaks off"),
                new FaultCase(
                        "204 with content",
                        raw("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}"),
                        operation -> due(operation)
                                ? End.unexpected(204, "nothing where a JSON object is due")
                                : End.done(1)),
                new FaultCase(
                        "a Content-Length that is too short",
                        raw(
                                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{\"access_token\":\"t\"}"),
                        operation -> due(operation)
                                ? End.unexpected(200, "text that is not valid JSON where a JSON object is due")
                                : End.done(1)),
                needed("1 GB", always(() -> Fault.oversizedAnswer(200, GIGABYTE)), "more than 4 MiB"),
                unexpected(
                        "a login page with 200",
                        200,
                        Fault::loginPage,
                        "answered with a web page titled \"Sign in\" instead of the service's own answer (status 200)."
                                + " It may be a login page"),
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
                name, always(fault), any -> End.unreachable(Obstacle.CLOSED, ATTEMPTS, ATTEMPTS - 1, says));
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
                any -> End.late("since the " + millis + " milliseconds that it may take in all were"));
    }

    private static Scenery always(Supplier<Fault> fault) {
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, HttpClients.create(ConnectionSettings.DEFAULT));
            scene.simulator().always(target, fault.get());
            return scene;
        };
    }

    /** For a client that waits 150 milliseconds for an answer. */
    private static Scenery impatient(Supplier<Fault> fault) {
        Duration enough = Duration.ofSeconds(20);
        ConnectionSettings settings =
                new ConnectionSettings(new Timeouts(enough, Duration.ofMillis(150), enough), ProxySettings.DIRECT);
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, HttpClients.create(settings))
                    .withTokenGiven();
            scene.simulator().always(target, fault.get());
            return scene;
        };
    }

    private static Scenery once(Supplier<Fault> fault) {
        return (target, directory) -> {
            FaultScene scene = FaultScene.simulated(directory, HttpClients.create(ConnectionSettings.DEFAULT));
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
                    server.address().toString(),
                    HttpClients.create(ConnectionSettings.DEFAULT),
                    operation -> server.heads().size(),
                    server);
        };
    }
}
