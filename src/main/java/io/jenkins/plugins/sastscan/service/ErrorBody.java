package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a service that refuses says about it.
 *
 * @param message its words on one line, without secrets; empty if it says nothing
 * @param code the error code of OAuth 2.0 (RFC 6749, section 5.2), never to be shown; empty if there is none
 */
record ErrorBody(String message, String code) {
    /** By their frequency in the field; the first one that says something counts. */
    private static final List<String> FIELDS = List.of("messageDetails", "message", "error_description", "error");

    private static final int LONGEST = 1_000;

    static ErrorBody of(ServiceResponse answer, SecretMask secrets) {
        String text = ResponseText.of(answer).strip();
        boolean whole = answer.end() == ServiceResponse.End.WHOLE;
        Optional<JsonNode> json = whole ? json(text) : Optional.empty();
        String code = json.map(j -> j.path("error").asText("")).orElse("");
        String words = json.map(ErrorBody::words)
                .orElseGet(() -> HtmlPage.looksLike(text)
                        ? HtmlPage.title(text)
                        : text.lines().findFirst().orElse(""));
        String masked = whole ? secrets.mask(words) : secrets.maskCut(words);
        return new ErrorBody(PlainText.oneLine(masked.strip(), LONGEST), PlainText.oneLine(code, 100));
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JsonText.parse(text)).filter(JsonNode::isObject);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static String words(JsonNode json) {
        return Stream.concat(
                        FIELDS.stream().map(json::path),
                        Stream.of(json.path("error").path("message")))
                .map(field -> field.asText("").strip())
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }
}
