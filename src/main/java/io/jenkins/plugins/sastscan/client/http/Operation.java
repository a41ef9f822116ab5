package io.jenkins.plugins.sastscan.client.http;

/**
 * The operations in the order of the contract, and two other calls: the access check and the request for an access
 * token.
 */
public enum Operation {
    LICENSE("Reading the license", "GET", "4.0", Content.JSON),
    BRANCHING_STATUS("Reading the branching status", "GET", "4.0", Content.ANY),
    QUERY("Looking up the query", "GET", "4.0", Content.JSON),
    UPLOAD("Uploading the archive", "POST", "4.0", Content.NONE),
    FORCE_SCAN("Forcing the next scheduled scan", "POST", "4.0", Content.NONE),
    ACCESS("Checking access", "GET", "1.3", Content.JSON),
    GIT_SETTINGS("Reading the Git settings", "GET", "1.3", Content.JSON),
    WRITE_GIT_SETTINGS("Writing the Git settings", "POST", "1.3", Content.NONE),
    WRITE_GIT_SSH_SETTINGS("Writing the Git settings with an SSH key", "POST", "1.3", Content.NONE),
    TOKEN("Requesting an access token", "POST", "", Content.JSON);

    /** The content that a successful response must have. A web page is never accepted. */
    enum Content {
        /** A JSON object. */
        JSON,
        /** Any text that arrived completely. If the text is a JSON object, its fields are used. */
        ANY,
        /** No content is needed. */
        NONE
    }

    final String label;

    final String method;
    /** The media type of requests and responses, with the version of the REST API. */
    final String mediaType;

    final Content content;

    Operation(String label, String method, String version, Content content) {
        this.label = label;
        this.method = method;
        this.mediaType = version.isEmpty() ? "application/json" : "application/json;v=" + version;
        this.content = content;
    }

    /** Tells whether the operation leaves the SAST server unchanged. */
    boolean isRead() {
        return method.equals("GET") || this == TOKEN;
    }

    /** Tells whether the upload encoding applies to the operation. */
    boolean isEncoded() {
        return this == UPLOAD || this == WRITE_GIT_SSH_SETTINGS;
    }
}
