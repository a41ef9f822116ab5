package io.jenkins.plugins.sastscan.service;

/** What to do about a refusal, by operation and status. */
final class Hints {
    private Hints() {}

    static String of(Operation operation, int status, ErrorBody words, UploadEncoding encoding) {
        if (operation == Operation.TOKEN && (status == 400 || status == 401 || status == 403)) {
            return token(words.code());
        }
        return switch (status) {
            case 400, 415 -> badRequest(operation, status, encoding);
            case 401 -> "The access token is expired or not valid for this service; give a new one.";
            case 403 ->
                "The account of the access token lacks the permission for it or the scope "
                        + OAuthSettings.DEFAULT_SCOPE + "; have an administrator of the service grant it.";
            case 404 -> notFound(operation);
            case 405 -> "What answered does not know the operation; check the path of the server's URL.";
            case 407 -> "The proxy wants a user and a password; check the proxy's settings.";
            case 408 -> "The service waited too long for the request; try again, and check the network on the way.";
            case 413 ->
                operation == Operation.UPLOAD
                        ? "The archive is too large for the service or the web server in front of it; exclude more files, or"
                                + " have its limit raised."
                        : "The request is too large for the service or the web server in front of it.";
            case 429 -> "The service is asked too often; try again later.";
            case 502, 503, 504 -> "The service is overloaded or down behind its load balancer; try again later.";
            default ->
                status >= 500
                        ? "The service met a defect of its own; look at its log."
                        : "Look at the service's log for the reason.";
        };
    }

    private static String badRequest(Operation operation, int status, UploadEncoding encoding) {
        if (operation.sendsFile()) {
            return encoding == UploadEncoding.FORM
                    ? "Many servers want uploads as multipart/form-data: set the server's upload encoding to multipart and"
                            + " try again."
                    : "The server may want uploads as application/x-www-form-urlencoded: set its upload encoding to form"
                            + " and try again.";
        }
        if (status == 415) {
            return "The service does not take this version of the request; check the path of the server's URL.";
        }
        return operation == Operation.WRITE_GIT_SETTINGS
                ? "Check URL, branch and credentials of the Git repository, and whether Git is set up on the service."
                : "Check the values that were given.";
    }

    private static String notFound(Operation operation) {
        return switch (operation) {
            case QUERY ->
                "The service knows no such query, or not this operation; check language, severity and name of"
                        + " the query, and the path of the server's URL.";
            case LICENSE, TOKEN -> "Check the path of the URL.";
            case BRANCHING_STATUS ->
                "The project may not exist or be no branch; check its id, and the path of the" + " server's URL.";
            default ->
                "The project may not exist or be hidden from this account; check its id, and the path of the"
                        + " server's URL.";
        };
    }

    private static String token(String code) {
        return switch (code) {
            case "invalid_client" -> "Check client id and client secret.";
            case "invalid_grant" -> "Check user name and password.";
            case "invalid_scope" -> "Check the scope.";
            case "unauthorized_client", "unsupported_grant_type" ->
                "This client may not ask this way; check client id" + " and grant type.";
            default -> "Check the token URL, client id, client secret, user name, password and scope.";
        };
    }
}
