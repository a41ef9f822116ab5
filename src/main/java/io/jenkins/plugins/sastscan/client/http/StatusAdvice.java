package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.text.Figures;

/** What to do about a response with status 400 to 599. */
final class StatusAdvice {
    private static final String CHECK_GIT =
            "Check URL, branch and credentials of the Git repository, and whether Git is set up on the SAST server.";

    private StatusAdvice() {}

    static String of(Attempt attempt, int status) {
        Operation operation = attempt.call().operation();
        if (operation == Operation.TOKEN && (status == 400 || status == 401 || status == 403)) {
            return tokenAdvice(attempt.body().object().path("error").asText());
        }
        return switch (status) {
            case 400 -> badRequest(attempt, operation);
            case 401 ->
                "The SAST server does not accept the access token. Create a new token there or, with OAuth 2.0, check the"
                        + " account.";
            case 403 ->
                "The account of the access token lacks a permission or the scope " + OAuthSettings.DEFAULT_SCOPE
                        + ". An administrator of the SAST server can grant it.";
            case 404 -> notFound(operation);
            case 405 -> "This URL does not support the operation. " + CallFailure.CHECK_PATH + ".";
            case 407 -> "The proxy requires a user name and a password. Check the proxy settings.";
            case 408 -> "The request took too long to arrive" + attempt.pause() + ". Try again, and check the network.";
            case 413 -> tooLarge(attempt, operation);
            case 415 ->
                operation.isEncoded() && attempt.call().encoding() == UploadEncoding.MULTIPART
                        ? badRequest(attempt, operation)
                        : "The SAST server does not support this version of the request. Check the path of its URL.";
            case 429, 502, 503, 504 -> {
                if (attempt.waitsTooLong()) {
                    yield "The SAST server asks to wait for " + Figures.words(attempt.requestedWait())
                            + ", which is longer than this call can wait. Try again later.";
                }
                yield (status == 429 ? "There were too many requests." : "The SAST server is overloaded or down.")
                        + " Try again later.";
            }
            default ->
                status < 500
                        ? "Check the log of the SAST server."
                        : "The SAST server has an internal error. Check its log.";
        };
    }

    /** @param code an OAuth 2.0 error code (RFC 6749, section 5.2); may be empty */
    private static String tokenAdvice(String code) {
        return switch (code) {
            case "invalid_client" -> "Check client ID and client secret.";
            case "invalid_grant" -> "Check user name and password.";
            case "invalid_scope" -> "Check the scope.";
            case "unauthorized_client", "unsupported_grant_type" ->
                "This client may not use this grant type. Check client ID and grant type.";
            default -> "Check token URL, client ID, client secret, user name, password and scope.";
        };
    }

    private static String badRequest(Attempt attempt, Operation operation) {
        boolean explained = attempt.status() == 400 && attempt.isExplained();
        if (operation == Operation.WRITE_GIT_SETTINGS || explained && operation == Operation.WRITE_GIT_SSH_SETTINGS) {
            return CHECK_GIT;
        }
        if (!operation.isEncoded()) {
            return "Check the values in the step.";
        }
        if (explained) {
            return "If this does not explain the failure, check the upload encoding of the SAST server.";
        }
        return attempt.call().encoding() == UploadEncoding.FORM
                ? "Many SAST servers require multipart/form-data: set the upload encoding to multipart and try again."
                : "The SAST server may require application/x-www-form-urlencoded. If its upload encoding is multipart, set"
                        + " the upload encoding to form and try again.";
    }

    private static String notFound(Operation operation) {
        return switch (operation) {
            case LICENSE, TOKEN -> "Check the path of the URL.";
            case QUERY ->
                "The query does not exist, or the SAST server does not support this operation. Check language, severity"
                        + " and name of the query, and the path of the URL of the SAST server.";
            default ->
                (operation == Operation.BRANCHING_STATUS
                                ? "The project may not exist, or may not be a branch."
                                : "The project may not exist, or this account may not see it.")
                        + " Check the project ID, and the path of the URL of the SAST server.";
        };
    }

    private static String tooLarge(Attempt attempt, Operation operation) {
        if (operation != Operation.UPLOAD) {
            return "The request is too large for the SAST server or a web server in front of it.";
        }
        long length = attempt.call().file().orElseThrow().length();
        return "The request body of " + Figures.bytes(length) + " is too large for the SAST server or a web server in"
                + " front of it. Exclude more files, or raise its limit."
                + (attempt.call().encoding() == UploadEncoding.FORM
                        ? " The form encoding makes the body larger than the archive: try the upload encoding multipart."
                        : "");
    }
}
