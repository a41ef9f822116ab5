package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.AttemptFailure.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptFailure.Phase;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The result of one attempt, with everything that {@link CallFailure} needs to judge it. */
final class AttemptOutcome {
    private static final int MAX_DETAIL_LENGTH = 300;
    private static final int MAX_SHOWN_LENGTH = 200;
    private static final Pattern NAME = Pattern.compile("\\{([a-z ]+)}");

    /**
     * Messages mention a pause of the agent if the pause has at least this length. The length is below 20 seconds,
     * because many web servers close a connection after 20 seconds without data.
     */
    private static final Duration SLOW = Duration.ofSeconds(10);

    private final ServiceCall call;
    private final Duration limit;
    private final Duration excessiveWait;
    private final AttemptFailure failure;
    private final ServiceResponse response;
    private final String text;
    private final Optional<JsonFields> json;

    /**
     * @param limit the time limit of the call
     * @param excessiveWait the wait that the SAST server requests (see {@link RetryAfter}), if that wait is too long for
     *     the call; otherwise zero
     */
    AttemptOutcome(ServiceCall call, UploadAttempt.Result result, Duration limit, Duration excessiveWait) {
        this.call = call;
        this.limit = limit;
        this.excessiveWait = excessiveWait;
        this.failure = result instanceof AttemptFailure none ? none : null;
        this.response = result instanceof ServiceResponse some ? some : null;
        this.text = response == null ? "" : ResponseText.of(response);
        this.json = JsonFields.parse(text);
    }

    ServiceCall call() {
        return call;
    }

    /** The status of the response, or 0 if there is no response. */
    int status() {
        return response == null ? 0 : response.status();
    }

    /**
     * Returns the JSON object of a successful response. Returns {@link JsonFields#NONE} if the response has no JSON
     * object and the operation requires no JSON object.
     */
    JsonFields success() throws ServiceException {
        Optional<CallFailure> row = CallFailure.of(this);
        if (row.isPresent()) {
            throw row.get().exception(this);
        }
        return isObject() ? json.get() : JsonFields.NONE;
    }

    /** Matches failures of these kinds. Without arguments, matches any failure. */
    static Predicate<AttemptOutcome> kind(Kind... kinds) {
        return outcome ->
                outcome.failure != null && (kinds.length == 0 || List.of(kinds).contains(outcome.failure.kind()));
    }

    static Predicate<AttemptOutcome> phase(Phase phase, Kind... kinds) {
        return kind(kinds).and(outcome -> outcome.failure.phase() == phase);
    }

    static Predicate<AttemptOutcome> connecting(Kind... kinds) {
        return phase(Phase.START, kinds).or(phase(Phase.CONNECT, kinds));
    }

    static Predicate<AttemptOutcome> status(Integer... statuses) {
        return outcome -> List.of(statuses).contains(outcome.status());
    }

    static Predicate<AttemptOutcome> statuses(int first, int last) {
        return outcome -> outcome.status() >= first && outcome.status() <= last;
    }

    static Predicate<AttemptOutcome> operation(Operation... operations) {
        return outcome -> List.of(operations).contains(outcome.call.operation());
    }

    /** Matches uploads and SSH settings that are sent in this encoding. */
    static Predicate<AttemptOutcome> encoding(UploadEncoding encoding) {
        return operation(Operation.UPLOAD, Operation.WRITE_GIT_SSH_SETTINGS)
                .and(outcome -> outcome.call.encoding() == encoding);
    }

    /**
     * Matches rejected token requests whose response has one of these OAuth 2.0 error codes. Without arguments, matches
     * any rejected token request.
     */
    static Predicate<AttemptOutcome> code(String... codes) {
        return status(400, 401, 403)
                .and(operation(Operation.TOKEN))
                .and(outcome -> codes.length == 0
                        || outcome.oauthError().filter(List.of(codes)::contains).isPresent());
    }

    /**
     * Matches responses that have the given {@link ServiceResponse.End}. Never matches if the operation does not need
     * the content of the response.
     */
    static Predicate<AttemptOutcome> end(ServiceResponse.End end) {
        return outcome -> outcome.response != null
                && outcome.response.end() == end
                && outcome.call.operation().content != Operation.Content.NONE;
    }

    /** Tells whether at least a part of the request was sent. */
    boolean isSent() {
        return response != null || failure.phase().compareTo(Phase.SEND) >= 0;
    }

    boolean isProxied() {
        return call.isProxied();
    }

    /** Tells whether the call leaves the SAST server unchanged. */
    boolean isRead() {
        return call.operation().method.equals("GET") || call.operation() == Operation.TOKEN;
    }

    boolean asksToWaitTooLong() {
        return !excessiveWait.isZero();
    }

    private boolean isObject() {
        return json.filter(JsonFields::isObject).isPresent();
    }

    private boolean isEmpty() {
        return json.filter(JsonFields::isMissing).isPresent();
    }

    boolean lacksObject() {
        return call.operation().content == Operation.Content.JSON && !isObject();
    }

    boolean isWebPage() {
        return ResponseText.isWebPage(text) || response != null && isDeclaredPage() && !isObject() && !lacksObject();
    }

    private boolean isDeclaredPage() {
        return response.header("Content-Type").orElse("").regionMatches(true, 0, "text/html", 0, 9)
                && !(isEmpty() && response.end() == ServiceResponse.End.COMPLETE);
    }

    /** The OAuth 2.0 error code (RFC 6749, section 5.2). It is not masked, so messages must not show it. */
    private Optional<String> oauthError() {
        return json.flatMap(object -> object.text("error"));
    }

    /** Replaces names such as {@code {host}} with their values. */
    String fill(String row) {
        return NAME.matcher(row).replaceAll(name -> Matcher.quoteReplacement(value(name.group(1))));
    }

    private String value(String name) {
        Timeouts timeouts = call.settings().timeouts();
        ProxySettings proxy = call.settings().proxy();
        return switch (name) {
            case "time limit" -> Figures.words(limit);
            case "requested wait" -> Figures.words(excessiveWait);
            case "connect timeout" -> Figures.words(timeouts.connect());
            case "read timeout" -> Figures.words(timeouts.read());
            case "write timeout" -> Figures.words(timeouts.write());
            case "agent pause" -> agentPause();
            case "host" -> call.url().host();
            case "port" -> Integer.toString(call.url().port());
            case "proxy" -> proxy.host() + ":" + proxy.port();
            case "silence" -> failure.phase() == Phase.WAIT ? "no response within" : "the response stalled for";
            case "message" -> PlainText.oneLine(call.secrets().mask(failure.message()));
            case "detail" -> inParentheses(shown(failure.message(), MAX_DETAIL_LENGTH));
            case "status" -> Integer.toString(status());
            case "text" -> inParentheses(ResponseText.error(response, call.secrets()));
            case "body size" -> Figures.bytes(call.file().orElseThrow().length());
            case "target" -> target();
            case "title" -> title();
            case "content" -> content();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Mentions a long pause of the agent, which may have caused the failure. */
    private String agentPause() {
        Duration wait =
                call.body().orElse(null) instanceof ServiceCall.OpenedBody file ? file.longestWait() : Duration.ZERO;
        return wait.compareTo(SLOW) < 0 ? "" : ", after the agent had sent nothing for " + Figures.words(wait);
    }

    private String target() {
        return response.header("Location")
                .filter(location -> location.length() <= ServiceUrl.MAX_LENGTH)
                .map(call.url()::resolve)
                .map(url -> " to " + shown(ServiceCall.withoutSecrets(url), MAX_SHOWN_LENGTH))
                .orElse("");
    }

    private String content() {
        if (isEmpty()) {
            return "the response is empty";
        }
        return json.isPresent() ? "the response is another JSON value" : "the response is not JSON";
    }

    private String title() {
        String title = ResponseText.isWebPage(text) ? ResponseText.title(text) : "";
        return title.isEmpty() ? "" : " titled \"" + shown(title, MAX_SHOWN_LENGTH) + "\"";
    }

    private String shown(String external, int max) {
        return PlainText.oneLine(call.secrets().mask(external), max);
    }

    private static String inParentheses(String words) {
        return words.isBlank() ? "" : " (" + words + ")";
    }
}
