package io.jenkins.plugins.sastscan.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response that the simulated server has not sent yet. */
record Reply(int status, Map<String, String> headers, byte[] body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Reply empty(int status) {
        return new Reply(status, Map.of(), new byte[0]);
    }

    static Reply json(int status, Map<String, ?> value) {
        try {
            return json(status, JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON: " + value, e);
        }
    }

    static Reply json(int status, String json) {
        return empty(status).with("application/json; charset=utf-8", json.getBytes(StandardCharsets.UTF_8));
    }

    Reply with(String contentType, byte[] newBody) {
        return new Reply(status, with("Content-Type", contentType).headers, newBody);
    }

    Reply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Reply(status, more, body);
    }
}
