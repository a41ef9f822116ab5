package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** As servers in the field are seen to behave. */
final class FieldRules implements DialectRules {
    private static final int MESSAGE_CODE = 12108;

    @Override
    public String pathPrefix() {
        return "/rest/api";
    }

    /** The version may stand on either header or on none; wherever it stands it must be right. */
    @Override
    public void checkHeaders(SimulatedOperation operation, Headers headers) throws Refusal {
        Optional<HeaderValue> accept = HeaderValue.single(headers.get("Accept"));
        if (headers.containsKey("Accept")
                && accept.filter(range -> Set.of("application/json", "*/*").contains(range.value()))
                        .isEmpty()) {
            throw new Refusal(406, "JSON is all that there is");
        }
        Optional<HeaderValue> type = HeaderValue.single(headers.get("Content-Type"));
        if (Stream.of(accept, type)
                .flatMap(Optional::stream)
                .map(value -> value.parameters().get("v"))
                .anyMatch(version -> version != null && !version.equals(operation.version()))) {
            throw new Refusal(406, "no such version");
        }
        if (operation.hasBody()
                && type.filter(value ->
                                value.value().equals(operation.hasForm() ? "multipart/form-data" : "application/json"))
                        .isEmpty()) {
            throw new Refusal(415, "the body is not of a supported type");
        }
    }

    @Override
    public List<BodyPart> readForm(Headers headers, InputStream body, PartTarget target) throws IOException, Refusal {
        String boundary = HeaderValue.single(headers.get("Content-Type"))
                .map(type -> type.parameters().get("boundary"))
                .filter(value -> value.matches("[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]"))
                .orElseThrow(() -> new Refusal(400, "the multipart body has no boundary"));
        return MultipartReader.read(body, boundary, target);
    }

    @Override
    public void checkPart(BodyPart part, boolean file) throws Refusal {
        if (part.fileName().filter(name -> !name.isEmpty()).isPresent() != file) {
            throw new Refusal(400, part.name() + (file ? " is not sent as a file" : " is sent as a file"));
        }
        if (part.name().equals("zippedSource")
                && part.contentType()
                        .filter(Set.of("application/zip", "application/octet-stream")::contains)
                        .isEmpty()) {
            throw new Refusal(400, "zippedSource is no archive by its type");
        }
    }

    @Override
    public Set<String> severities() {
        return Set.of("Info", "Low", "Medium", "High", "Critical");
    }

    /** Some numbers are texts, dates are American, and there are fields that nobody told of. */
    @Override
    public Reply license() {
        Map<String, Object> license = new LinkedHashMap<>();
        license.put("edition", "Embedded");
        license.put("expirationDate", "12/31/2099");
        license.put("maxLOC", 1000000);
        license.put("maxConcurrentScans", 4);
        license.put("hid", "0123456789");
        license.put("osaExpirationDate", "1/1/2099");
        license.put("isOsaEnabled", true);
        license.put("currentUsers", "3");
        license.put("maxUsers", "50");
        license.put("currentAuditUsers", "1");
        license.put("maxAuditUsers", "10");
        license.put("projectsAllowed", "100");
        license.put("currentProjectsCount", "2");
        license.put(
                "supportedLanguages",
                List.of(ContractRules.language("Java", true), ContractRules.language("Cobol", false)));
        license.put("somethingNewer", Map.of("enabled", true));
        return Reply.json(200, license);
    }

    @Override
    public Object branchingStatus(String status) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", List.of("Started", "InProgress", "Completed", "Failed").indexOf(status));
        object.put("value", status);
        return object;
    }

    @Override
    public Reply scanForced() {
        return Reply.json(200, Map.of());
    }

    @Override
    public Reply refused(Call call, Refusal refusal) {
        if (refusal.status() == 401) {
            return Reply.empty(401);
        }
        if (refusal.status() == 404
                && (call.operation() == null || call.operation() == SimulatedOperation.BRANCHING_STATUS)) {
            return Reply.html(404, "404 - File or directory not found.");
        }
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("messageCode", MESSAGE_CODE);
        error.put("messageDetails", refusal.getMessage());
        return Reply.json(refusal.status(), error);
    }
}
