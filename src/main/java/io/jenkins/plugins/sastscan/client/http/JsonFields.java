package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The fields of a JSON object. If a field is missing, null or of the wrong type, its value is empty. */
public final class JsonFields {
    static final JsonFields NONE = new JsonFields(MissingNode.getInstance());

    private static final int MAX_DEPTH = 64;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    // Disabled, because with this feature, parsing fails if too many field names have the same hash.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode json;

    private JsonFields(JsonNode json) {
        this.json = json;
    }

    /** Returns empty if the text is not JSON, or is nested too deeply. */
    public static Optional<JsonFields> parse(String text) {
        try {
            return Optional.of(new JsonFields(MAPPER.readTree(text)));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** The fields that can contain a message, in lower case, the most informative one first. */
    private static final List<String> MESSAGES = List.of(
            "messagedetails",
            "exceptionmessage",
            "detail",
            "message",
            "errormessage",
            "error_description",
            "errors",
            "error",
            "title");

    /** Returns the message of an error response: the first field that can contain one, or else all texts. */
    String message() {
        return message(json, 0).strip();
    }

    private static String message(JsonNode node, int depth) {
        if (node.isTextual() || depth == MAX_DEPTH) {
            return node.asText();
        }
        for (String wanted : MESSAGES) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String text = field.getKey().equalsIgnoreCase(wanted) ? message(field.getValue(), depth + 1) : "";
                if (!text.isBlank()) {
                    return text.strip();
                }
            }
        }
        return StreamSupport.stream(node.spliterator(), false)
                .map(element -> message(element, depth + 1))
                .filter(text -> !text.isBlank())
                .map(String::strip)
                .collect(Collectors.joining("; "));
    }

    /** Returns a copy in which all texts are changed. */
    JsonFields map(UnaryOperator<String> change) {
        return new JsonFields(map(json, change));
    }

    private static JsonNode map(JsonNode node, UnaryOperator<String> change) {
        if (node.isTextual()) {
            return new TextNode(change.apply(node.asText()));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode changed = object.objectNode();
            object.properties().forEach(field -> changed.set(field.getKey(), map(field.getValue(), change)));
            return changed;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode changed = array.arrayNode();
            array.forEach(element -> changed.add(map(element, change)));
            return changed;
        }
        return node;
    }

    boolean isObject() {
        return json.isObject();
    }

    /** Tells whether the parsed text was blank. */
    boolean isMissing() {
        return json.isMissingNode();
    }

    /** Tells whether there is a field with one of these names, even if its value is null. */
    public boolean hasAny(String... names) {
        return Stream.of(names).anyMatch(json::has);
    }

    /** Numbers and booleans are converted to text. */
    public Optional<String> text(String name) {
        JsonNode field = json.path(name);
        return field.isValueNode() && !field.isNull() ? Optional.of(field.asText()) : Optional.empty();
    }

    /** Returns a 64-bit integer, parsed from a text if necessary. */
    public Optional<Long> number(String name) {
        try {
            return text(name).map(text -> Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns a boolean, parsed from a text if necessary. */
    public Optional<Boolean> flag(String name) {
        return text(name)
                .map(text -> text.strip().toLowerCase(Locale.ROOT))
                .filter(text -> text.equals("true") || text.equals("false"))
                .map(Boolean::valueOf);
    }

    public Optional<JsonFields> object(String name) {
        JsonNode field = json.path(name);
        return field.isObject() ? Optional.of(new JsonFields(field)) : Optional.empty();
    }

    public List<JsonFields> objects(String name) {
        JsonNode list = json.path(name);
        return list.isArray()
                ? StreamSupport.stream(list.spliterator(), false)
                        .filter(JsonNode::isObject)
                        .map(JsonFields::new)
                        .toList()
                : List.of();
    }
}
