package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contract to the letter. */
final class ContractRules implements DialectRules {
    @Override
    public String pathPrefix() {
        return "";
    }

    @Override
    public void checkHeaders(SimulatedOperation operation, Headers headers) throws Refusal {
        Map<String, String> version = Map.of("v", operation.version());
        if (HeaderValue.single(headers.get("Accept"))
                .filter(accept -> accept.is("application/json", version))
                .isEmpty()) {
            throw new Refusal(406, "the version asked for is not that of the operation");
        }
        if (operation.hasBody()
                && HeaderValue.single(headers.get("Content-Type"))
                        .filter(type -> operation.hasForm()
                                ? type.is("application/x-www-form-urlencoded", Map.of())
                                : type.is("application/json", version))
                        .isEmpty()) {
            throw new Refusal(415, "the body is not of the type of the operation");
        }
    }

    @Override
    public List<BodyPart> readForm(Headers headers, InputStream body, PartTarget target) throws IOException, Refusal {
        return FormDecoder.read(body, target);
    }

    @Override
    public void checkPart(BodyPart part, boolean file) {
        // Form fields are all alike.
    }

    @Override
    public Set<String> severities() {
        return Set.of("Info", "Low", "Medium", "High");
    }

    @Override
    public Reply license() {
        Map<String, Object> license = new LinkedHashMap<>();
        license.put("edition", "Embedded");
        license.put("expirationDate", "2099-12-31T00:00:00Z");
        license.put("maxLOC", "1000000");
        license.put("maxConcurrentScans", "4");
        license.put("hid", "0123456789");
        license.put("osaExpirationDate", "2099-12-31T00:00:00Z");
        license.put("isOsaEnabled", true);
        license.put("currentUsers", 3);
        license.put("maxUsers", 50);
        license.put("currentAuditUsers", 1);
        license.put("maxAuditUsers", 10);
        license.put("projectsAllowed", 100);
        license.put("currentProjectsCount", 2);
        license.put("supportedLanguages", List.of(language("Java", true), language("Cobol", false)));
        return Reply.json(200, license);
    }

    static Map<String, Object> language(String name, boolean supported) {
        Map<String, Object> language = new LinkedHashMap<>();
        language.put("language", name);
        language.put("isSupported", supported);
        return language;
    }

    @Override
    public Object branchingStatus(String status) {
        return status;
    }

    @Override
    public Reply scanForced() {
        return Reply.empty(200);
    }

    @Override
    public Reply refused(Call call, Refusal refusal) {
        return Reply.empty(refusal.status());
    }
}
