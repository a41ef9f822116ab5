package io.jenkins.plugins.sastscan.client;

import java.util.regex.Pattern;

/** The reason for a failure, recognized by the failure message. */
public enum Reason {
    REFUSED("\\): status [45]\\d\\d"),
    UNEXPECTED_RESPONSE("\\): (the response (is|has) |unexpected status |the token is not a Bearer token)"),
    UNREADABLE_FILE("\\): the file "),
    SENDER_FAILED("^(?!.* failed \\()"),
    UNKNOWN_HOST("\\): the host \\S+ is unknown"),
    CONNECTION_REFUSED("does not accept connections on port"),
    CONNECT_TIMEOUT("\\): (connecting to|the TLS handshake with) \\S+ timed out"),
    TLS("\\): the (certificate of \\S+ is not trusted|TLS handshake with \\S+ failed)"),
    PROXY("\\): the proxy "),
    CONNECTION_CLOSED("\\): the connection ended"),
    WRITE_TIMEOUT("\\(write timeout\\)"),
    READ_TIMEOUT("\\): (no response within|the response stalled for) .*\\(read timeout\\)"),
    TIME_LIMIT("\\): the call exceeded its time limit");

    private final Pattern says;

    Reason(String says) {
        this.says = Pattern.compile(says);
    }

    public Pattern says() {
        return says;
    }
}
