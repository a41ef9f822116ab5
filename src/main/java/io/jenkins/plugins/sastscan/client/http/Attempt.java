package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One attempt of a call and its result. {@link CallFailure} tells what the result means. */
final class Attempt {
    private static final int MAX_DETAIL_LENGTH = 300;
    private static final int MAX_SHOWN_LENGTH = 200;
    private static final Pattern NAME = Pattern.compile("\\{([a-z ]+)}");

    /**
     * Messages mention a pause of the agent if the pause has at least this length. The length is below 20 seconds,
     * because many web servers close a connection after 20 seconds without data.
     */
    private static final Duration SLOW = Duration.ofSeconds(10);

    private final ServiceCall call;
    private final ConnectionSettings settings;
    private final AttemptResult result;
    private final Duration limit;
    private final Duration requestedWait;
    private final boolean waitsTooLong;
    private final String text;
    private final Optional<JsonFields> json;
    private final Optional<CallFailure> failure;

    /**
     * @param limit the time limit of the call
     * @param requestedWait the wait that the SAST server requests
     * @param waitsTooLong whether that wait is too long for the call
     */
    Attempt(
            ServiceCall call,
            ConnectionSettings settings,
            AttemptResult result,
            Duration limit,
            Duration requestedWait,
            boolean waitsTooLong) {
        this.call = call;
        this.settings = settings;
        this.result = result;
        this.limit = limit;
        this.requestedWait = requestedWait;
        this.waitsTooLong = waitsTooLong;
        this.text = ResponseText.of(result);
        this.json = JsonFields.parse(text);
        this.failure = CallFailure.of(this);
    }

    ServiceCall call() {
        return call;
    }

    /** The status of the response, or 0 if there is no response. */
    int status() {
        return result.status();
    }

    /**
     * Returns the JSON object of a successful response. Returns {@link JsonFields#NONE} if the response has no JSON
     * object and the operation requires no JSON object.
     */
    JsonFields success() throws ServiceException {
        if (failure.isPresent()) {
            throw failure.get().exception(this);
        }
        return isObject() ? json.get() : JsonFields.NONE;
    }

    /** Returns {@link #success}, with the secrets of the call masked in all texts. */
    JsonFields masked() throws ServiceException {
        return success().map(call.secrets()::maskOwn);
    }

    /** The reason for a retry, or empty if there must be none. */
    Optional<String> retryReason() {
        return failure.flatMap(row -> row.retryReason(this));
    }

    Duration requestedWait() {
        return requestedWait;
    }

    /** Tells whether an agent could not connect, and does not try again. */
    boolean isLeftByAgent() throws InterruptedException {
        Optional<UploadAttempt.Sender> sender = call.upload().flatMap(ServiceCall.Upload::sender);
        boolean notConnected = result.phase().compareTo(Phase.SEND) < 0
                && !List.of(Kind.TIME_LIMIT, Kind.FILE).contains(result.kind());
        return notConnected
                && sender.isPresent()
                && sender.get().gaveUp(failure.orElseThrow().exception(this));
    }

    /** Matches results of these kinds without a response. Without arguments, matches any of them. */
    static Predicate<Attempt> kind(Kind... kinds) {
        return attempt ->
                attempt.status() == 0 && (kinds.length == 0 || List.of(kinds).contains(attempt.result.kind()));
    }

    static Predicate<Attempt> phase(Phase phase, Kind... kinds) {
        return kind(kinds).and(attempt -> attempt.result.phase() == phase);
    }

    static Predicate<Attempt> connecting(Kind... kinds) {
        return phase(Phase.START, kinds).or(phase(Phase.CONNECT, kinds));
    }

    static Predicate<Attempt> status(Integer... statuses) {
        return attempt -> List.of(statuses).contains(attempt.status());
    }

    static Predicate<Attempt> statuses(int first, int last) {
        return attempt -> attempt.status() >= first && attempt.status() <= last;
    }

    static Predicate<Attempt> operation(Operation... operations) {
        return attempt -> List.of(operations).contains(attempt.call.operation());
    }

    /** Matches uploads and SSH settings that are sent in this encoding. */
    static Predicate<Attempt> encoding(UploadEncoding encoding) {
        return operation(Operation.UPLOAD, Operation.WRITE_GIT_SSH_SETTINGS)
                .and(attempt -> attempt.call.encoding() == encoding);
    }

    /**
     * Matches rejected token requests whose response has one of these OAuth 2.0 error codes (RFC 6749, section 5.2).
     * Without arguments, matches any rejected token request.
     */
    static Predicate<Attempt> code(String... codes) {
        return status(400, 401, 403)
                .and(operation(Operation.TOKEN))
                .and(attempt -> codes.length == 0
                        || attempt.json
                                .flatMap(object -> object.text("error"))
                                .filter(List.of(codes)::contains)
                                .isPresent());
    }

    /** Matches responses that end like this. Never matches if the operation does not need the content. */
    static Predicate<Attempt> needed(Kind end) {
        return attempt -> attempt.result.kind() == end && attempt.call.operation().content != Operation.Content.NONE;
    }

    /** Tells whether at least a part of the request was sent. */
    boolean isSent() {
        return result.phase().compareTo(Phase.SEND) >= 0;
    }

    boolean isProxied() {
        return settings.proxy().isUsedFor(call.url().host());
    }

    /** Tells whether the call leaves the SAST server unchanged. */
    boolean isRead() {
        return call.operation().method.equals("GET") || call.operation() == Operation.TOKEN;
    }

    boolean asksToWaitTooLong() {
        return waitsTooLong;
    }

    /** Tells whether the SAST server gives a reason. */
    boolean isExplained() {
        return !isWebPage() && !shownText().isBlank();
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
        return ResponseText.isMarkup(text) && !ResponseText.isXml(text)
                || status() > 0 && isDeclaredPage() && !isObject() && !lacksObject();
    }

    private boolean isDeclaredPage() {
        return result.header("content-type").orElse("").regionMatches(true, 0, "text/html", 0, 9)
                && !(isEmpty() && result.kind() == Kind.COMPLETE);
    }

    /** Replaces names such as {@code {host}} with their values. */
    String fill(String row) {
        return NAME.matcher(row).replaceAll(name -> Matcher.quoteReplacement(value(name.group(1))));
    }

    private String value(String name) {
        ConnectionSettings.Timeouts timeouts = settings.timeouts();
        ProxySettings proxy = settings.proxy();
        return switch (name) {
            case "time limit" -> Figures.words(limit);
            case "requested wait" -> Figures.words(requestedWait);
            case "connect timeout" -> Figures.words(timeouts.connect());
            case "read timeout" -> Figures.words(timeouts.read());
            case "write timeout" -> Figures.words(timeouts.write());
            case "agent pause" -> agentPause();
            case "host" -> call.url().host();
            case "port" -> Integer.toString(call.url().port());
            case "proxy" -> proxy.host() + ":" + proxy.port();
            case "silence" -> result.phase() == Phase.WAIT ? "no response within" : "the response stalled for";
            case "message" -> PlainText.oneLine(call.secrets().mask(result.message()));
            // OkHttp adds the names in the certificate on further lines.
            case "detail" ->
                inParentheses(shown(result.message().lines().findFirst().orElse(""), MAX_DETAIL_LENGTH));
            case "certificate" ->
                result.certificate().isEmpty() ? "" : ": " + shown(result.certificate(), 2 * MAX_DETAIL_LENGTH);
            case "status" -> Integer.toString(status());
            case "text" -> inParentheses(shownText());
            case "body size" -> Figures.bytes(call.file().orElseThrow().length());
            case "target" -> target();
            case "title" -> title();
            case "content" -> content();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private String shownText() {
        return ResponseText.error(result, call.secrets());
    }

    /** Mentions a long pause of the agent, which may have caused the failure. */
    private String agentPause() {
        Duration wait = result.pause();
        return wait.compareTo(SLOW) < 0 ? "" : ", after the agent had sent nothing for " + Figures.words(wait);
    }

    private String target() {
        return result.header("location")
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
        String title = ResponseText.isMarkup(text) ? ResponseText.title(text) : "";
        return title.isEmpty() ? "" : " titled \"" + shown(title, MAX_SHOWN_LENGTH) + "\"";
    }

    private String shown(String external, int max) {
        return PlainText.oneLine(call.secrets().mask(external), max);
    }

    private static String inParentheses(String words) {
        return words.isBlank() ? "" : " (" + words + ")";
    }
}
