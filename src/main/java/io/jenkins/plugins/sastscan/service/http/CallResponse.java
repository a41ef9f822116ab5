package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Optional;

/**
 * A response to a call. Distinguishes successful responses from all others.
 *
 * @param call has all secrets that a message about the response must not contain
 */
record CallResponse(Call call, ServiceResponse response) {
    private static final int MAX_SHOWN_LENGTH = 200;

    /** Returns the JSON object of a successful response, without fields if there is none and none is required. */
    JsonFields success(UploadEncoding encoding) throws ServiceException {
        if (response.isRefusal()) {
            throw Refusal.exception(call, response, encoding);
        }
        switch (response.status() / 100) {
            case 2 -> {}
            case 3 -> throw redirect();
            default -> throw unexpected("unexpected status " + response.status(), "Check the URL of the SAST server.");
        }
        if (call.operation().content != Operation.Content.NONE) {
            checkEnd();
        }
        return json(ResponseText.of(response));
    }

    private void checkEnd() throws ServiceException {
        if (response.end() == ServiceResponse.End.TOO_LARGE) {
            throw unexpected(
                    "the response is larger than " + ServiceResponse.MAX_CONTENT / (1024 * 1024) + " MiB",
                    "Check the path of the URL of the SAST server.");
        }
        if (response.end() == ServiceResponse.End.BROKEN) {
            throw unexpected(
                    "the response is incomplete or damaged",
                    "Try again. If it fails again, check load balancers and proxies in front of the SAST server.");
        }
    }

    private JsonFields json(String text) throws ServiceException {
        if (ResponseText.isWebPage(text)) {
            throw webPage(ResponseText.title(text));
        }
        Optional<JsonFields> json = JsonFields.parse(text);
        if (json.filter(JsonFields::isObject).isPresent()) {
            return json.get();
        }
        boolean empty = json.filter(JsonFields::isMissing).isPresent();
        if (call.operation().content == Operation.Content.JSON) {
            throw unexpected(
                    (empty
                                    ? "the response is empty"
                                    : json.isPresent()
                                            ? "the response is another JSON value"
                                            : "the response is not JSON")
                            + " (status " + response.status() + ")",
                    "Expected a JSON object. Check the path of the URL of the SAST server.");
        }
        if (isDeclaredHtml() && !(empty && response.end() == ServiceResponse.End.COMPLETE)) {
            throw webPage("");
        }
        return JsonFields.NONE;
    }

    private boolean isDeclaredHtml() {
        return response.header("Content-Type").orElse("").strip().regionMatches(true, 0, "text/html", 0, 9);
    }

    private ServiceException webPage(String title) {
        return unexpected(
                "the response is a web page" + (title.isEmpty() ? "" : " titled \"" + shown(title) + "\"") + " (status "
                        + response.status() + ")",
                "It may be a login page. Check the path of the URL of the SAST server, and whether a proxy in front of it"
                        + " requires a login.");
    }

    private ServiceException redirect() {
        String target = response.header("Location")
                .filter(location -> location.length() <= ServiceUrl.MAX_LENGTH)
                .map(call.url()::resolve)
                .map(url -> " to " + shown(Call.withoutSecrets(url)))
                .orElse("");
        return unexpected(
                "the response is a redirect" + target + " (status " + response.status() + ")",
                "Redirects are not followed, because they could send source code and secrets elsewhere. Enter the final"
                        + " URL of the SAST server.");
    }

    private String shown(String text) {
        return PlainText.oneLine(call.secrets().mask(text), MAX_SHOWN_LENGTH);
    }

    private ServiceException unexpected(String why, String hint) {
        return call.failure(Reason.UNEXPECTED_RESPONSE, response.status(), why, hint);
    }
}
