package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.http.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The documented values of a response: texts, numbers ({@link Long}), booleans, and lists and maps of such values. */
public final class ResponseValues {
    private final JsonFields json;
    private final Map<String, Object> values = new LinkedHashMap<>();

    private ResponseValues(JsonFields json) {
        this.json = json;
    }

    public static ResponseValues license(JsonFields json) {
        return new ResponseValues(json)
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
    public static ResponseValues branchingStatus(JsonFields json) {
        Optional<JsonFields> status = json.object("status");
        return new ResponseValues(json)
                .number("id", "id")
                .number("originalProjectId", "originalProjectId")
                .text("originalProjectName", "originalProjectName")
                .number("branchedOnScanId", "branchedOnScanId")
                .number("branchedProjectId", "branchedProjectId")
                .put("status", status.map(object -> object.text("value")).orElseGet(() -> json.text("status")))
                .put("statusId", status.flatMap(object -> object.number("id")))
                .text("errorMessage", "errorMessage")
                .date("timestamp", "timestamp")
                .text("comment", "comment");
    }

    public static ResponseValues query(JsonFields json) {
        return new ResponseValues(json).number("queryId", "queryId").number("queryVersionCode", "queryVersionCode");
    }

    public static ResponseValues gitSettings(JsonFields json) {
        return new ResponseValues(json)
                .text("url", "url")
                .text("branch", "branch")
                .flag("useSsh", "useSsh")
                .put("link", json.object("link").flatMap(link -> link.text("uri")));
    }

    /** Tells whether the response has at least one field of the Git settings, even if its value is null. */
    public boolean hasGitSettings() {
        return json.hasAny("url", "branch", "useSsh", "link");
    }

    /** Returns a value of any type as text. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).map(Object::toString);
    }

    public Map<?, ?> map(String key) {
        return values.get(key) instanceof Map<?, ?> map ? map : Map.of();
    }

    public List<?> list(String key) {
        return values.get(key) instanceof List<?> list ? list : List.of();
    }

    /** Returns a copy in which the texts at these keys are changed, for example masked. */
    public ResponseValues with(UnaryOperator<String> change, String... keys) {
        ResponseValues changed = new ResponseValues(json);
        changed.values.putAll(values);
        for (String key : keys) {
            text(key).ifPresent(text -> changed.values.put(key, change.apply(text)));
        }
        return changed;
    }

    /**
     * Returns the map that steps return. A single value that the SAST server omits has no key in the map. Lists and
     * quotas that it omits are empty.
     */
    public Map<String, Object> toMap() {
        return new LinkedHashMap<>(values);
    }

    private ResponseValues text(String key, String name) {
        return put(key, json.text(name));
    }

    private ResponseValues number(String key, String name) {
        return put(key, json.number(name));
    }

    private ResponseValues flag(String key, String name) {
        return put(key, json.flag(name));
    }

    private ResponseValues date(String key, String name) {
        return put(key, json.text(name).filter(text -> !text.isBlank()));
    }

    private ResponseValues quota(String key, String current, String max) {
        return put(
                key,
                Optional.of(new ResponseValues(json).number("current", current).number("max", max).values));
    }

    private ResponseValues languages(String key, String name) {
        List<Object> languages = new ArrayList<>();
        for (JsonFields each : json.objects(name)) {
            ResponseValues language =
                    new ResponseValues(each).text("language", "language").flag("supported", "isSupported");
            if (language.values.containsKey("language")) {
                languages.add(language.values);
            }
        }
        return put(key, Optional.of(languages));
    }

    private ResponseValues put(String key, Optional<?> value) {
        value.ifPresent(present -> values.put(key, present));
        return this;
    }
}
