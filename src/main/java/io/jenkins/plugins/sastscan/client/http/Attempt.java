package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.text.Figures.words;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Content;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One attempt of a call. What its result means is in the table {@code failures.properties}. */
final class Attempt {
    private static final Properties TABLE = table();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w.]+)}");
    /** Statuses of the token endpoint that have a reason in the field {@code error} (RFC 6749, section 5.2). */
    private static final Set<Integer> OAUTH = Set.of(400, 401, 403);

    private static final int MAX_DETAIL_LENGTH = 300;
    private static final int MAX_SHOWN_LENGTH = 200;
    /** The call fails immediately if the SAST server requests a wait of at least this length. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    final ServiceCall call;
    private final ConnectionSettings settings;
    private final AttemptResult result;
    private final ResponseText body;
    private final Duration limit;
    /** How long the SAST server asks to wait before a retry. */
    final Duration wait;

    private final boolean waitsTooLong;

    /** @param deadline of the call */
    Attempt(ServiceCall call, ConnectionSettings settings, Upload.Result result, Deadline deadline) {
        this.call = call;
        this.settings = settings;
        this.result = (AttemptResult) result;
        this.body = new ResponseText(this.result);
        this.limit = deadline.limit();
        this.wait = this.result.requestedWait(deadline.clock().now());
        this.waitsTooLong = wait.compareTo(MAX_WAIT) >= 0 || wait.compareTo(deadline.remaining()) >= 0;
    }

    private static Properties table() {
        Properties table = new Properties();
        try (InputStream file = Attempt.class.getResourceAsStream("failures.properties")) {
            table.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }

    /** The status of the response, or 0 if there is no response. */
    int status() {
        return result.status();
    }

    /** Tells whether the connection failed, so that another machine may be able to connect. */
    boolean isNotConnected() {
        return result.isNotConnected();
    }

    /** Returns the JSON object of a successful response; a missing node if the operation requires none. */
    JsonNode success() throws ServiceException {
        if (!keys().isEmpty()) {
            throw failure();
        }
        return body.object();
    }

    /** Returns the exception for an attempt that failed. */
    ServiceException failure() {
        String found = find("");
        return call.failure(
                status(), status() >= 400 && status() < 600 ? "status " + status() + reason() + ". " + found : found);
    }

    /** Returns why there is a retry, in a few words that contain no external text; empty if there is none. */
    String retry() {
        return find(".retry");
    }

    private String find(String suffix) {
        return keys().stream()
                .map(key -> TABLE.getProperty(key + suffix))
                .filter(Objects::nonNull)
                .map(this::filled)
                .findFirst()
                .orElse("");
    }

    /** Returns the keys of the table that fit, the most specific ones first; none if the attempt succeeded. */
    private List<String> keys() {
        return switch (status() / 100) {
            case 0 -> withoutResponse(result.phase().name(), result.kind().name());
            case 2 -> unusable();
            case 3 -> List.of("3xx");
            case 4, 5 -> refused("" + status(), call.operation());
            default -> List.of("OTHER_STATUS");
        };
    }

    private List<String> withoutResponse(String phase, String kind) {
        boolean proxy = result.phase() == Phase.CONNECT && settings.proxy().isUsedFor(host());
        String step = proxy ? "PROXY" : phase;
        String exact = step + "." + kind;
        return call.operation().isRead() ? List.of(kind, exact + ".READ", exact, step) : List.of(kind, exact, step);
    }

    private List<String> unusable() {
        Kind end = result.kind();
        Content needed = call.operation().content;
        if (needed != Content.NONE && end != Kind.COMPLETE) {
            return List.of(end.name());
        }
        if (body.isWebPage()) {
            return List.of("PAGE");
        }
        return needed == Content.JSON && !body.object().isObject() ? List.of("JSON") : List.of();
    }

    private List<String> refused(String status, Operation operation) {
        List<String> keys = new ArrayList<>();
        if (waitsTooLong && TABLE.containsKey(status + ".retry")) {
            keys.add("TOO_LONG");
        }
        if (operation == Operation.TOKEN && OAUTH.contains(status())) {
            keys.add("TOKEN." + body.object().path("error").asText());
        }
        if (!body.isWebPage() && !reason().isEmpty()) {
            keys.add(status + ".EXPLAINED." + operation);
        }
        if (call.encoding() != null && operation != Operation.TOKEN) {
            keys.add(status + "." + call.encoding() + "." + operation);
            keys.add(status + "." + call.encoding());
        }
        keys.addAll(List.of(status + "." + operation, status, status.charAt(0) + "xx"));
        return keys;
    }

    private String filled(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(word -> {
            String entry = TABLE.getProperty(word.group(1));
            return Matcher.quoteReplacement(entry == null ? value(word.group(1)) : filled(entry));
        });
    }

    private String value(String name) {
        ProxySettings proxy = settings.proxy();
        return switch (name) {
            case "status" -> "" + status();
            case "host" -> host();
            case "port" -> "" + call.url().port();
            case "proxy" -> proxy.host() + ":" + proxy.port();
            case "machine" -> call.sender() != null ? "the agent" : "the controller";
            case "connect" -> words(settings.timeouts().connect());
            case "read" -> words(settings.timeouts().read());
            case "write" -> words(settings.timeouts().write());
            case "limit" -> words(limit);
            case "wait" -> words(wait);
            case "max" -> "" + AttemptResult.MAX_CONTENT / 1024;
            case "size" -> Figures.bytes(call.file().length());
            case "message" -> shown(result.message(), PlainText.MAX_LENGTH);
            // On further lines, OkHttp adds the names in the certificate.
            case "detail" ->
                inParentheses(shown(result.message().lines().findFirst().orElse(""), MAX_DETAIL_LENGTH));
            case "certificate" -> prefixed(": ", shown(result.certificate(), PlainText.MAX_LENGTH));
            case "title" -> body.title().isEmpty() ? "" : " titled \"" + shown(body.title(), MAX_SHOWN_LENGTH) + "\"";
            case "target" -> prefixed(" to ", redirectTarget());
            default -> throw new IllegalStateException(name);
        };
    }

    private String host() {
        return call.url().host();
    }

    /** What the SAST server says about an error. */
    private String reason() {
        return inParentheses(body.error(call.secrets()));
    }

    /** Returns external text, masked and on one line. */
    private String shown(String external, int max) {
        return PlainText.oneLine(call.secrets().mask(external), max);
    }

    private static String inParentheses(String words) {
        return words.isBlank() ? "" : " (" + words + ")";
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private String redirectTarget() {
        return result.header("location")
                .map(call.url()::resolve)
                .map(url -> shown(ServiceCall.withoutSecrets(url), MAX_SHOWN_LENGTH))
                .orElse("");
    }
}
