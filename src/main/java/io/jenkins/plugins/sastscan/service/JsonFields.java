package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads fields of a JSON object whatever type they have; what is absent, null or something else is empty. */
final class JsonFields {
    private final JsonNode json;

    JsonFields(JsonNode json) {
        this.json = json;
    }

    /** A text, or a number or boolean as text. */
    Optional<String> text(String name) {
        return text(json.path(name));
    }

    /** A whole number of 64 bits, or a text that is one. */
    Optional<Long> number(String name) {
        JsonNode field = json.path(name);
        if (field.isIntegralNumber()) {
            return field.canConvertToLong() ? Optional.of(field.longValue()) : Optional.empty();
        }
        return field.isTextual() ? number(field) : Optional.empty();
    }

    /** A boolean, or a text that is one. */
    Optional<Boolean> flag(String name) {
        return text(name).map(text -> text.strip().toLowerCase(Locale.ROOT)).flatMap(JsonFields::flagOf);
    }

    Optional<ServiceDate> date(String name) {
        return text(name).filter(text -> !text.isBlank()).map(ServiceDate::of);
    }

    /** An object; one without fields if it is none. */
    JsonFields object(String name) {
        return new JsonFields(json.path(name));
    }

    boolean isObject(String name) {
        return json.path(name).isObject();
    }

    /** The objects of a list. */
    List<JsonFields> objects(String name) {
        JsonNode list = json.path(name);
        return list.isArray()
                ? StreamSupport.stream(list.spliterator(), false)
                        .filter(JsonNode::isObject)
                        .map(JsonFields::new)
                        .toList()
                : List.of();
    }

    private static Optional<String> text(JsonNode field) {
        return field.isValueNode() && !field.isNull() ? Optional.of(field.asText()) : Optional.empty();
    }

    private static Optional<Long> number(JsonNode field) {
        try {
            return Optional.of(Long.parseLong(field.textValue().strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> flagOf(String text) {
        return switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
