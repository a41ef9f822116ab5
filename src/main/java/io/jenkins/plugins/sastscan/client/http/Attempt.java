package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.text.Figures.words;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One attempt of a call. What its result means is in the table {@code failures.properties}.
 *
 * @param limit the time limit of the call
 */
record Attempt(ServiceCall call, ConnectionSettings settings, AttemptResult result, ResponseText body, Duration limit) {
    private static final ResourceBundle TABLE = ResourceBundle.getBundle(Attempt.class.getPackageName() + ".failures");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w.]+)}");

    /** Returns the JSON of a successful response; an object, unless the operation requires none. */
    JsonNode success() throws ServiceException {
        if (!keys().isEmpty()) {
            throw failure();
        }
        return body.json;
    }

    /** Returns the exception for an attempt that failed. */
    ServiceException failure() {
        String found = find("");
        int status = result.status();
        boolean isError = status >= 400 && status < 600;
        return call.failure(status, isError ? "status " + status + reason() + ". " + found : found);
    }

    /** Returns why there is a retry, in a few words that contain no external text; empty if there is none. */
    String retry() {
        return find(".retry");
    }

    private String find(String suffix) {
        return keys().stream()
                .map(key -> key + suffix)
                .filter(TABLE::containsKey)
                .map(key -> filled(TABLE.getString(key)))
                .findFirst()
                .orElse("");
    }

    /** Returns the keys of the table that fit, the most specific ones first; none if the attempt succeeded. */
    private List<String> keys() {
        return switch (result.status() / 100) {
            case 0 -> withoutResponse(result.phase().name(), result.kind().name());
            case 2 -> unusable();
            case 3 -> List.of("3xx");
            case 4, 5 -> refused("" + result.status(), call.operation());
            default -> List.of("OTHER_STATUS");
        };
    }

    private List<String> withoutResponse(String phase, String kind) {
        boolean proxy = result.phase() == Phase.CONNECT
                && settings.proxy().isUsedFor(call.url().host());
        String step = proxy ? "PROXY" : phase;
        String exact = step + "." + kind;
        return call.operation().isRead() ? List.of(kind, exact + ".READ", exact, step) : List.of(kind, exact, step);
    }

    private List<String> unusable() {
        boolean read = call.operation().isRead();
        if (read && result.kind() != Kind.COMPLETE) {
            return List.of(result.kind().name());
        }
        if (body.isWebPage()) {
            return List.of("PAGE");
        }
        // The branching status may be empty.
        boolean json = read && call.operation() != Operation.BRANCHING_STATUS;
        return json && !body.json.isObject() ? List.of("JSON") : List.of();
    }

    private List<String> refused(String status, Operation operation) {
        List<String> keys = new ArrayList<>();
        if (operation == Operation.TOKEN) {
            // The reason is in the field "error" (RFC 6749, section 5.2).
            keys.add("TOKEN." + body.json.path("error").asText());
        }
        if (!body.isWebPage() && !reason().isEmpty()) {
            keys.add(status + ".EXPLAINED." + operation);
        }
        if (operation.isEncoded()) {
            keys.add(status + "." + call.encoding() + "." + operation);
            keys.add(status + "." + call.encoding());
        }
        keys.addAll(List.of(status + "." + operation, status, status.charAt(0) + "xx"));
        return keys;
    }

    private String filled(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(word -> {
            String name = word.group(1);
            return Matcher.quoteReplacement(TABLE.containsKey(name) ? filled(TABLE.getString(name)) : value(name));
        });
    }

    private String value(String name) {
        ProxySettings proxy = settings.proxy();
        return switch (name) {
            case "status" -> "" + result.status();
            case "host" -> call.url().host();
            case "port" -> "" + call.url().port();
            case "proxy" -> proxy.host() + ":" + proxy.port();
            case "machine" -> call.sender() != null ? "the agent" : "the controller";
            case "connect" -> words(settings.timeouts().connect());
            case "read" -> words(settings.timeouts().read());
            case "write" -> words(settings.timeouts().write());
            case "limit" -> words(limit);
            case "max" -> "" + AttemptResult.MAX_CONTENT / 1024;
            case "size" -> Figures.bytes(call.file().length());
            case "message" -> shown(result.message());
            case "detail" -> inParentheses(shown(result.message()));
            case "title" -> body.title().isEmpty() ? "" : " titled \"" + shown(body.title()) + "\"";
            case "target" -> redirectTarget();
            default -> throw new IllegalStateException(name);
        };
    }

    /** What the SAST server says about an error. */
    private String reason() {
        return inParentheses(body.error(call.secrets()));
    }

    /** Returns external text, masked and on one line. */
    private String shown(String external) {
        return PlainText.oneLine(call.secrets().mask(external));
    }

    private static String inParentheses(String words) {
        return words.isBlank() ? "" : " (" + words + ")";
    }

    private String redirectTarget() {
        return Optional.ofNullable(result.headers().get("location"))
                .map(call.url()::resolve)
                .map(url -> " to " + shown(ServiceCall.withoutSecrets(url)))
                .orElse("");
    }
}
