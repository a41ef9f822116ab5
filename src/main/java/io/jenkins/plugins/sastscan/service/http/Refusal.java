package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.ServiceException.Reason;

import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A response with status 400 to 599.
 *
 * @param text the text of the SAST server on one line, masked; empty if it sent none
 * @param code the error code of OAuth 2.0 (RFC 6749, section 5.2), never shown; empty if there is none
 */
record Refusal(int status, String text, String code) {
    /** The fields of messages, the most frequent first. The first one with text is used. */
    private static final List<String> FIELDS = List.of("messageDetails", "message", "error_description", "error");

    private static final int MAX_LENGTH = 1_000;

    static Refusal of(ServiceResponse response, SecretMask secrets) {
        String body = ResponseText.of(response).strip();
        boolean complete = response.end() == ServiceResponse.End.COMPLETE;
        Optional<JsonFields> json = complete ? JsonFields.parse(body).filter(JsonFields::isObject) : Optional.empty();
        String code = json.flatMap(object -> object.text("error")).orElse("");
        String text = json.map(Refusal::text)
                .orElseGet(() -> ResponseText.isWebPage(body)
                        ? ResponseText.title(body)
                        : body.lines().findFirst().orElse(""));
        String masked = complete ? secrets.mask(text) : secrets.maskCut(text);
        return new Refusal(
                response.status(), PlainText.oneLine(masked.strip(), MAX_LENGTH), PlainText.oneLine(code, 100));
    }

    private static String text(JsonFields json) {
        return Stream.concat(
                        FIELDS.stream().map(json::text),
                        Stream.of(json.object("error").flatMap(error -> error.text("message"))))
                .flatMap(Optional::stream)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    static ServiceException exception(Call call, ServiceResponse response, UploadEncoding encoding) {
        Refusal refusal = of(response, call.secrets());
        return refusal.exception(call, refusal.hint(call, encoding));
    }

    static ServiceException waitTooLong(Call call, ServiceResponse response, Duration requested) {
        return of(response, call.secrets())
                .exception(
                        call,
                        "The SAST server asks to wait for " + NetworkFailure.time(requested)
                                + ", which is longer than this call can wait. Try again later.");
    }

    private ServiceException exception(Call call, String hint) {
        return call.failure(
                Reason.REFUSED, status, "status " + status + (text.isEmpty() ? "" : " (" + text + ")"), hint);
    }

    private String hint(Call call, UploadEncoding encoding) {
        Operation operation = call.operation();
        if (operation == Operation.TOKEN && (status == 400 || status == 401 || status == 403)) {
            return tokenHint();
        }
        return switch (status) {
            case 400, 415 -> badRequestHint(operation, encoding);
            case 401 -> "The SAST server does not accept the access token. It may have expired: create a new one.";
            case 403 ->
                "The account of the access token lacks a permission or the scope " + OAuthSettings.DEFAULT_SCOPE
                        + ". An administrator of the SAST server can grant it.";
            case 404 -> notFoundHint(operation);
            case 405 -> "This URL does not support the operation. Check the path of the URL of the SAST server.";
            case 407 -> "The proxy requires a user name and a password. Check the proxy settings.";
            case 408 -> "The request took too long to arrive. Try again, and check the network.";
            case 413 -> tooLargeHint(call, encoding);
            case 429 -> "There were too many requests. Try again later.";
            case 502, 503, 504 -> "The SAST server is overloaded or down. Try again later.";
            default ->
                status >= 500
                        ? "The SAST server has an internal error. Check its log."
                        : "Check the log of the SAST server.";
        };
    }

    private String badRequestHint(Operation operation, UploadEncoding encoding) {
        if (operation.hasUploadEncoding()) {
            return encoding == UploadEncoding.FORM
                    ? "Many SAST servers require multipart/form-data: set the upload encoding to multipart and try again."
                    : "The SAST server may require application/x-www-form-urlencoded: set the upload encoding to form"
                            + " and try again.";
        }
        if (status == 415) {
            return "The SAST server does not support this version of the request. Check the path of its URL.";
        }
        return operation == Operation.WRITE_GIT_SETTINGS
                ? "Check URL, branch and credentials of the Git repository, and whether Git is set up on the SAST server."
                : "Check the values in the step.";
    }

    private static String tooLargeHint(Call call, UploadEncoding encoding) {
        if (call.file().isEmpty()) {
            return "The request is too large for the SAST server or a web server in front of it.";
        }
        return "The request body of " + Figures.bytes(call.file().get().length())
                + " is too large for the SAST server or a web server in front of it. Exclude more files, or raise its"
                + " limit."
                + (encoding == UploadEncoding.FORM
                        ? " The form encoding makes the body larger than the archive: try the upload encoding multipart."
                        : "");
    }

    private static String notFoundHint(Operation operation) {
        return switch (operation) {
            case QUERY ->
                "The query does not exist, or the SAST server does not support this operation. Check language, severity"
                        + " and name of the query, and the path of the URL of the SAST server.";
            case LICENSE, TOKEN -> "Check the path of the URL.";
            case BRANCHING_STATUS ->
                "The project may not exist, or may not be a branch. Check the project ID, and the path of the URL of"
                        + " the SAST server.";
            default ->
                "The project may not exist, or this account may not see it. Check the project ID, and the path of the"
                        + " URL of the SAST server.";
        };
    }

    private String tokenHint() {
        return switch (code) {
            case "invalid_client" -> "Check client ID and client secret.";
            case "invalid_grant" -> "Check user name and password.";
            case "invalid_scope" -> "Check the scope.";
            case "unauthorized_client", "unsupported_grant_type" ->
                "This client may not use this grant type. Check client ID and grant type.";
            default -> "Check token URL, client ID, client secret, user name, password and scope.";
        };
    }
}
