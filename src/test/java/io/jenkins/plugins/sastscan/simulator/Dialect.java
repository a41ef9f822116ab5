package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The two variants of the SAST server's API that the simulator supports. */
public enum Dialect {
    /** The documented contract. Responses without a documented body are empty. */
    CONTRACT,
    /** The behavior of real servers: path prefix, multipart uploads, JSON errors, unusual responses. */
    FIELD;

    private static final Pattern MULTIPART =
            Pattern.compile("multipart/form-data; boundary=([0-9A-Za-z'()+_,./:=?-]{1,70})");

    String pathPrefix() {
        return this == FIELD ? "/rest/api" : "";
    }

    /** Refuses a wrong version or body type. {@link #FIELD} accepts a missing version. */
    void checkHeaders(Call call) throws Refusal {
        SimulatedOperation operation = call.operation();
        String version = ";v=" + Pattern.quote(operation.version());
        String json = "application/json" + (this == FIELD ? "(" + version + ")?" : version);
        if (!call.header("Accept").matches(json)) {
            throw new Refusal(406, "the version asked for is not that of the operation");
        }
        String form = this == FIELD ? MULTIPART.pattern() : "application/x-www-form-urlencoded";
        if (operation.hasBody() && !call.header("Content-Type").matches(operation.hasForm() ? form : json)) {
            throw new Refusal(415, "the body is not of the type of the operation");
        }
    }

    /** Parses the body of a request that uploads an archive or writes Git settings for SSH. */
    void readForm(Call call, Forms.Target target) throws IOException, Refusal {
        if (this == CONTRACT) {
            call.recordParts(Forms.urlencoded(call.body(), target));
            return;
        }
        var boundary = MULTIPART.matcher(call.header("Content-Type"));
        if (!boundary.matches()) {
            throw new Refusal(400, "the multipart body has no boundary");
        }
        call.recordParts(Forms.multipart(call.body(), boundary.group(1), target));
    }

    /**
     * Unlike the contract, {@link #FIELD} sends some numbers as strings and some strings as numbers. Its dates have the
     * US format.
     */
    Reply license() {
        String license = """
                {"edition":"Embedded","hid":"0123456789","isOsaEnabled":true,"somethingNewer":{"enabled":true},
                "expirationDate":"%3$s","osaExpirationDate":"%4$s",
                "maxLOC":%2$s1000000%2$s,"maxConcurrentScans":%2$s4%2$s,
                "currentUsers":%1$s3%1$s,"maxUsers":%1$s50%1$s,"currentAuditUsers":%1$s1%1$s,"maxAuditUsers":%1$s10%1$s,
                "currentProjectsCount":%1$s2%1$s,"projectsAllowed":%1$s100%1$s,
                "supportedLanguages":[{"language":"Java","isSupported":true},{"language":"Cobol","isSupported":false}]}
                """;
        return Reply.json(
                200,
                this == FIELD
                        ? license.formatted("\"", "", "12/31/2099", "1/1/2099")
                        : license.formatted("", "\"", "2099-12-31T00:00:00Z", "2099-12-31T00:00:00Z"));
    }

    String branchingStatus(String status) {
        int id = List.of("Started", "InProgress", "Completed", "Failed").indexOf(status);
        return (this == FIELD ? "{\"id\":" + id + ",\"value\":\"%s\"}" : "\"%s\"").formatted(status);
    }

    Reply scanForced() {
        return this == FIELD ? Reply.json(200, "{}") : Reply.empty(200);
    }

    Reply refused(Refusal refusal) {
        return this == CONTRACT || refusal.status == 401
                ? Reply.empty(refusal.status)
                : Reply.json(refusal.status, Map.of("messageCode", 12108, "messageDetails", refusal.getMessage()));
    }
}
