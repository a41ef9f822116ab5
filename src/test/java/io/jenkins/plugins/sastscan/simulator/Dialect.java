package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which of the two descriptions of the service the simulator plays, and all in which they differ. */
public enum Dialect {
    /** The contract to the letter: whatever it does not show is refused, and bodies that it does not show are empty. */
    CONTRACT,
    /** As servers in the field are seen to behave: path prefix, multipart uploads, JSON errors, odd answers. */
    FIELD;

    private static final Pattern MULTIPART =
            Pattern.compile("multipart/form-data; boundary=([0-9A-Za-z'()+_,./:=?-]{1,70})");

    /** What stands before each path. */
    String pathPrefix() {
        return this == FIELD ? "/rest/api" : "";
    }

    /** Refuses a wrong version and a wrong type of body. In the field, the version may be left out. */
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

    /** Takes the body of an upload, or of Git settings for SSH, apart. */
    void readForm(Call call, BodyPart.Target target) throws IOException, Refusal {
        if (this == CONTRACT) {
            call.holds(FormDecoder.read(call.body(), target));
            return;
        }
        Matcher boundary = MULTIPART.matcher(call.header("Content-Type"));
        if (!boundary.matches()) {
            throw new Refusal(400, "the multipart body has no boundary");
        }
        call.holds(Multipart.read(call.body(), boundary.group(1), target));
    }

    /** Refuses a part that should be a file and is none, or the other way round; form fields are all alike. */
    void checkPart(BodyPart part, boolean file) throws Refusal {
        if (this == FIELD && part.fileName().isPresent() != file) {
            throw new Refusal(400, part.name() + (file ? " is not sent as a file" : " is sent as a file"));
        }
    }

    Set<String> severities() {
        return this == FIELD
                ? Set.of("Info", "Low", "Medium", "High", "Critical")
                : Set.of("Info", "Low", "Medium", "High");
    }

    /** In the field, some numbers are texts, dates are American, and there are fields that nobody told of. */
    Reply license() {
        Map<String, Object> license = new LinkedHashMap<>();
        license.put("edition", "Embedded");
        license.put("expirationDate", this == FIELD ? "12/31/2099" : "2099-12-31T00:00:00Z");
        license.put("maxLOC", this == FIELD ? 1000000 : "1000000");
        license.put("maxConcurrentScans", this == FIELD ? 4 : "4");
        license.put("hid", "0123456789");
        license.put("osaExpirationDate", this == FIELD ? "1/1/2099" : "2099-12-31T00:00:00Z");
        license.put("isOsaEnabled", true);
        license.put("currentUsers", quota(3));
        license.put("maxUsers", quota(50));
        license.put("currentAuditUsers", quota(1));
        license.put("maxAuditUsers", quota(10));
        license.put("projectsAllowed", quota(100));
        license.put("currentProjectsCount", quota(2));
        license.put(
                "supportedLanguages",
                List.of(
                        Map.of("language", "Java", "isSupported", true),
                        Map.of("language", "Cobol", "isSupported", false)));
        if (this == FIELD) {
            license.put("somethingNewer", Map.of("enabled", true));
        }
        return Reply.json(200, license);
    }

    private Object quota(int number) {
        return this == FIELD ? "" + number : number;
    }

    /** The status of a branching operation, as it stands in the answer. */
    Object branchingStatus(String status) {
        int id = List.of("Started", "InProgress", "Completed", "Failed").indexOf(status);
        return this == FIELD ? Map.of("id", id, "value", status) : status;
    }

    Reply scanForced() {
        return this == FIELD ? Reply.json(200, Map.of()) : Reply.empty(200);
    }

    /** The answer to a call that was refused. */
    Reply refused(Call call, Refusal refusal) {
        if (this == CONTRACT || refusal.status() == 401) {
            return Reply.empty(refusal.status());
        }
        if (refusal.status() == 404
                && (call.operation() == null || call.operation() == SimulatedOperation.BRANCHING_STATUS)) {
            return Reply.html(404, "404 - File or directory not found.");
        }
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("messageCode", 12108);
        error.put("messageDetails", refusal.getMessage());
        return Reply.json(refusal.status(), error);
    }
}
