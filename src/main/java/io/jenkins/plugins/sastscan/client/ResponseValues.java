package io.jenkins.plugins.sastscan.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The documented values of a response: texts, numbers ({@link Long}), booleans, and lists and maps of such values. A
 * field that is missing, null or of the wrong type has no value. Secrets in texts are masked.
 */
public final class ResponseValues {
    private final JsonNode json;
    private final SecretMask mask;
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @param json whose values the methods below read; can be a missing node */
    public ResponseValues(JsonNode json, SecretMask mask) {
        this.json = json;
        this.mask = mask;
    }

    public ResponseValues license() {
        List<Object> languages = new ArrayList<>();
        json.path("supportedLanguages").forEach(each -> {
            ResponseValues language = new ResponseValues(each, mask)
                    .put("language", ResponseValues::text, "/language")
                    .put("supported", ResponseValues::flag, "/isSupported");
            if (language.values.containsKey("language")) {
                languages.add(language.values);
            }
        });
        put("edition", ResponseValues::text, "/edition")
                .put("hardwareId", ResponseValues::text, "/hid")
                .put("expirationDate", ResponseValues::text, "/expirationDate")
                .put("osaExpirationDate", ResponseValues::text, "/osaExpirationDate")
                .put("osaEnabled", ResponseValues::flag, "/isOsaEnabled")
                .put("maxLinesOfCode", ResponseValues::text, "/maxLOC")
                .put("maxConcurrentScans", ResponseValues::text, "/maxConcurrentScans")
                .quota("users", "/currentUsers", "/maxUsers")
                .quota("auditUsers", "/currentAuditUsers", "/maxAuditUsers")
                .quota("projects", "/currentProjectsCount", "/projectsAllowed");
        values.put("languages", languages);
        return this;
    }

    /** In the response, {@code status} is either a text or an object with an ID and a value. */
    public ResponseValues branchingStatus() {
        return put("id", ResponseValues::number, "/id")
                .put("originalProjectId", ResponseValues::number, "/originalProjectId")
                .put("originalProjectName", ResponseValues::text, "/originalProjectName")
                .put("branchedOnScanId", ResponseValues::number, "/branchedOnScanId")
                .put("branchedProjectId", ResponseValues::number, "/branchedProjectId")
                .put("status", ResponseValues::text, json.path("status").isObject() ? "/status/value" : "/status")
                .put("statusId", ResponseValues::number, "/status/id")
                .put("errorMessage", ResponseValues::text, "/errorMessage")
                .put("timestamp", ResponseValues::text, "/timestamp")
                .put("comment", ResponseValues::text, "/comment");
    }

    public ResponseValues query() {
        return put("queryId", ResponseValues::number, "/queryId")
                .put("queryVersionCode", ResponseValues::number, "/queryVersionCode");
    }

    public ResponseValues gitSettings() {
        return put("url", ResponseValues::text, "/url")
                .put("branch", ResponseValues::text, "/branch")
                .put("useSsh", ResponseValues::flag, "/useSsh")
                .put("link", ResponseValues::text, "/link/uri");
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

    private static Optional<Boolean> flag(JsonNode field) {
        return text(field)
                .map(String::strip)
                .filter(text -> text.matches("(?i)true|false"))
                .map(Boolean::valueOf);
    }

    private ResponseValues quota(String key, String current, String max) {
        ResponseValues quota = new ResponseValues(json, mask).put("current", ResponseValues::number, current);
        values.put(key, quota.put("max", ResponseValues::number, max).values);
        return this;
    }

    /** @param pointer to the field in the response; see {@link JsonNode#at(String)} */
    private ResponseValues put(String key, Function<JsonNode, Optional<?>> type, String pointer) {
        type.apply(json.at(pointer))
                .ifPresent(value -> values.put(key, value instanceof String text ? mask.mask(text) : value));
        return this;
    }
}
