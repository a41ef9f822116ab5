package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.Optional;

/**
 * One attempt of a call and its result. {@link CallFailure} tells what the result means.
 *
 * @param body what the response says
 * @param limit the time limit of the call
 * @param requestedWait the wait that the SAST server requests
 * @param waitsTooLong whether that wait is too long for the call
 */
record Attempt(
        ServiceCall call,
        ConnectionSettings settings,
        AttemptResult result,
        ResponseText body,
        Duration limit,
        Duration requestedWait,
        boolean waitsTooLong) {
    private static final int MAX_DETAIL_LENGTH = 300;
    private static final int MAX_SHOWN_LENGTH = 200;

    /** Messages mention a pause of the agent of this length: many web servers close a connection after 20 seconds. */
    private static final Duration SLOW = Duration.ofSeconds(10);

    /** The status of the response, or 0 if there is no response. */
    int status() {
        return result.status();
    }

    Optional<CallFailure> failure() {
        return CallFailure.of(this);
    }

    /** Returns the JSON object of a successful response; a missing node if the operation requires none. */
    JsonNode success() throws ServiceException {
        Optional<CallFailure> failure = failure();
        if (failure.isPresent()) {
            throw exception(failure.get());
        }
        return body.object();
    }

    ServiceException exception(CallFailure failure) {
        return call.failure(status(), failure.message());
    }

    /** Tells whether the connection failed, so that another machine may be able to connect. */
    boolean isNotConnected() {
        return result.phase().compareTo(Phase.SEND) < 0
                && result.kind() != Kind.TIME_LIMIT
                && result.kind() != Kind.FILE;
    }

    /** Tells whether at least a part of the request was sent. */
    boolean isSent() {
        return result.phase().compareTo(Phase.SEND) >= 0;
    }

    /** Returns external text, masked and on one line. */
    String shown(String external, int max) {
        return PlainText.oneLine(call.secrets().mask(external), max);
    }

    /** The first line of the exception's message. On further lines, OkHttp adds the names in the certificate. */
    String detail() {
        return inParentheses(shown(result.message().lines().findFirst().orElse(""), MAX_DETAIL_LENGTH));
    }

    /** What the SAST server says about an error. */
    String reason() {
        return inParentheses(body.error(call.secrets()));
    }

    /** Tells whether the SAST server itself gives a reason. */
    boolean isExplained() {
        return !body.isWebPage() && !reason().isEmpty();
    }

    ConnectionSettings.Timeouts timeouts() {
        return settings.timeouts();
    }

    String machine() {
        return call.isMadeByAgent() ? "the agent" : "the controller";
    }

    String host() {
        return call.url().host();
    }

    private static String inParentheses(String words) {
        return words.isBlank() ? "" : " (" + words + ")";
    }

    /** Mentions a long pause of the agent, which may have caused the failure. */
    String pause() {
        Duration wait = result.pause();
        return wait.compareTo(SLOW) < 0 ? "" : ", after the agent had sent nothing for " + Figures.words(wait);
    }

    String redirectTarget() {
        return result.header("location")
                .filter(location -> location.length() <= ServiceUrl.MAX_LENGTH)
                .map(call.url()::resolve)
                .map(url -> " to " + shown(ServiceCall.withoutSecrets(url), MAX_SHOWN_LENGTH))
                .orElse("");
    }

    String title() {
        String title = body.title();
        return title.isEmpty() ? "" : " titled \"" + shown(title, MAX_SHOWN_LENGTH) + "\"";
    }
}
