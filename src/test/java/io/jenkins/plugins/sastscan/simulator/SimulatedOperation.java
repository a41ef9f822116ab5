package io.jenkins.plugins.sastscan.simulator;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The operations of the SAST server in the order of the contract, and the token endpoint. */
public enum SimulatedOperation {
    LICENSE("GET", "/serverLicenseData", "4.0"),
    BRANCHING_STATUS("GET", "/projects/branch/{id}", "4.0"),
    QUERY("GET", "/queries/queryVersionCode", "4.0"),
    UPLOAD("POST", "/projects/{id}/sourceCode/attachments", "4.0"),
    FORCE_SCAN("POST", "/projects/{id}/forceScanOnNoCodeChanges", "4.0"),
    READ_GIT("GET", "/projects/{id}/sourceCode/remoteSettings/git", "1.3"),
    WRITE_GIT("POST", "/projects/{id}/sourceCode/remoteSettings/git", "1.3"),
    WRITE_GIT_SSH("POST", "/projects/{id}/sourceCode/remoteSettings/git/ssh", "1.3"),
    TOKEN("POST", "/auth/identity/connect/token", "");

    private final String method;
    private final String version;
    private final Pattern path;

    SimulatedOperation(String method, String path, String version) {
        this.method = method;
        this.version = version;
        this.path = Pattern.compile(path.replace("{id}", "([1-9][0-9]{0,18})"));
    }

    public String method() {
        return method;
    }

    /** The value of the version parameter; empty for the token endpoint. */
    public String version() {
        return version;
    }

    boolean hasForm() {
        return this == UPLOAD || this == WRITE_GIT_SSH || this == TOKEN;
    }

    boolean hasBody() {
        return hasForm() || this == WRITE_GIT;
    }

    /** @param rawPath the path without the prefix of the dialect */
    static Optional<SimulatedOperation> at(String method, String rawPath) {
        return Stream.of(values())
                .filter(operation -> operation.method.equals(method)
                        && operation.path.matcher(rawPath).matches())
                .findFirst();
    }

    long projectId(String rawPath) {
        var matcher = path.matcher(rawPath);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(rawPath);
        }
        return Long.parseLong(matcher.group(1));
    }
}
