package io.jenkins.plugins.sastscan.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The documented values of a response: texts, numbers ({@link Long}), booleans, and lists and maps of such values. A
 * field that is missing, null or of the wrong type has no value. Secrets in texts are masked.
 */
public final class ResponseValues {
    private final JsonNode json;
    private final UnaryOperator<String> mask;
    private final Map<String, Object> values = new LinkedHashMap<>();

    private ResponseValues(JsonNode json, UnaryOperator<String> mask) {
        this.json = json;
        this.mask = mask;
    }

    public static ResponseValues license(JsonNode json, UnaryOperator<String> mask) {
        return new ResponseValues(json, mask)
                .text("edition", "edition")
                .text("hardwareId", "hid")
                .date("expirationDate", "expirationDate")
                .date("osaExpirationDate", "osaExpirationDate")
                .flag("osaEnabled", "isOsaEnabled")
                .text("maxLinesOfCode", "maxLOC")
                .text("maxConcurrentScans", "maxConcurrentScans")
                .quota("users", "currentUsers", "maxUsers")
                .quota("auditUsers", "currentAuditUsers", "maxAuditUsers")
                .quota("projects", "currentProjectsCount", "projectsAllowed")
                .languages("languages", "supportedLanguages");
    }

    /** In the response, {@code status} is either a text or an object with an ID and a value. */
    public static ResponseValues branchingStatus(JsonNode json, UnaryOperator<String> mask) {
        JsonNode status = json.path("status");
        return new ResponseValues(json, mask)
                .number("id", "id")
                .number("originalProjectId", "originalProjectId")
                .text("originalProjectName", "originalProjectName")
                .number("branchedOnScanId", "branchedOnScanId")
                .number("branchedProjectId", "branchedProjectId")
                .put("status", text(status.isObject() ? status.path("value") : status))
                .put("statusId", number(status.path("id")))
                .text("errorMessage", "errorMessage")
                .date("timestamp", "timestamp")
                .text("comment", "comment");
    }

    public static ResponseValues query(JsonNode json, UnaryOperator<String> mask) {
        return new ResponseValues(json, mask)
                .number("queryId", "queryId")
                .number("queryVersionCode", "queryVersionCode");
    }

    public static ResponseValues gitSettings(JsonNode json, UnaryOperator<String> mask) {
        return new ResponseValues(json, mask)
                .text("url", "url")
                .text("branch", "branch")
                .flag("useSsh", "useSsh")
                .put("link", text(json.path("link").path("uri")));
    }

    /** Tells whether the response has at least one field of the Git settings, even if its value is null. */
    public boolean hasGitSettings() {
        return Stream.of("url", "branch", "useSsh", "link").anyMatch(json::has);
    }

    /** Returns a text as it is in the response, to compare it. It may contain secrets, so it must not be shown. */
    public Optional<String> unmasked(String name) {
        return text(json.path(name));
    }

    /** Returns a value of any type as text. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).map(Object::toString);
    }

    /** Changes the text at this key, if there is one. */
    public ResponseValues with(String key, UnaryOperator<String> change) {
        text(key).ifPresent(text -> values.put(key, change.apply(text)));
        return this;
    }

    /**
     * Returns the map that steps return. A single value that the SAST server omits has no key in the map. Lists and
     * quotas that it omits are empty.
     */
    public Map<String, Object> toMap() {
        return new LinkedHashMap<>(values);
    }

    private static Optional<String> text(JsonNode field) {
        return field.isValueNode() && !field.isNull() ? Optional.of(field.asText()) : Optional.empty();
    }

    /** Returns a 64-bit integer, parsed from a text if necessary. */
    private static Optional<Long> number(JsonNode field) {
        try {
            return text(field).map(text -> Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private ResponseValues text(String key, String name) {
        return put(key, text(json.path(name)));
    }

    private ResponseValues number(String key, String name) {
        return put(key, number(json.path(name)));
    }

    private ResponseValues flag(String key, String name) {
        Optional<String> text = text(json.path(name)).map(String::strip);
        return put(key, text.filter(flag -> flag.matches("(?i)true|false")).map(Boolean::valueOf));
    }

    private ResponseValues date(String key, String name) {
        return put(key, text(json.path(name)).filter(text -> !text.isBlank()));
    }

    private ResponseValues quota(String key, String current, String max) {
        ResponseValues quota = new ResponseValues(json, mask).number("current", current);
        return put(key, Optional.of(quota.number("max", max).values));
    }

    private ResponseValues languages(String key, String name) {
        List<Object> languages = new ArrayList<>();
        for (JsonNode each : json.path(name)) {
            ResponseValues language =
                    new ResponseValues(each, mask).text("language", "language").flag("supported", "isSupported");
            if (language.values.containsKey("language")) {
                languages.add(language.values);
            }
        }
        return put(key, Optional.of(languages));
    }

    private ResponseValues put(String key, Optional<?> value) {
        value.ifPresent(present -> values.put(key, present instanceof String text ? mask.apply(text) : present));
        return this;
    }
}
