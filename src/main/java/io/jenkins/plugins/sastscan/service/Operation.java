package io.jenkins.plugins.sastscan.service;

/** The operations of the contract, by their numbers there, the check of access, and the token endpoint's. */
enum Operation {
    LICENSE("Reading the license data", "GET", "4.0", Due.JSON),
    BRANCHING_STATUS("Reading the branching status", "GET", "4.0", Due.ANYTHING),
    QUERY("Looking up the query", "GET", "4.0", Due.JSON),
    UPLOAD("Uploading the source archive", "POST", "4.0", Due.NOTHING),
    FORCE_SCAN("Forcing the next scheduled scan", "POST", "4.0", Due.NOTHING),
    ACCESS("Checking access", "GET", "1.3", Due.JSON),
    GIT_SETTINGS("Reading the Git settings", "GET", "1.3", Due.JSON),
    WRITE_GIT_SETTINGS("Writing the Git settings", "POST", "1.3", Due.NOTHING),
    WRITE_GIT_SSH_SETTINGS("Writing the Git SSH settings", "POST", "1.3", Due.NOTHING),
    TOKEN("Asking for an access token", "POST", "", Due.JSON);

    /** What a successful answer must hold. A web page is never one: something else answered. */
    enum Due {
        /** A JSON object. */
        JSON,
        /** Text that can be read; a JSON object tells something. */
        ANYTHING,
        /** Nothing: the status decides. */
        NOTHING
    }

    private final String label;
    private final String method;
    private final String version;
    private final Due due;

    Operation(String label, String method, String version, Due due) {
        this.label = label;
        this.method = method;
        this.version = version;
        this.due = due;
    }

    /** In words that begin a sentence. */
    String label() {
        return label;
    }

    String method() {
        return method;
    }

    /** The media type of requests and answers with the version of the interface. */
    String mediaType() {
        return version.isEmpty() ? "application/json" : "application/json;v=" + version;
    }

    Due due() {
        return due;
    }

    /** Whether the body takes the encoding that is set for uploads. */
    boolean sendsFile() {
        return this == UPLOAD || this == WRITE_GIT_SSH_SETTINGS;
    }
}
