package io.jenkins.plugins.sastscan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of a small form, kept in memory: each known, each at most once. */
final class Fields implements BodyPart.Target {
    private final Set<String> known;
    private final Map<String, ByteArrayOutputStream> values = new LinkedHashMap<>();

    Fields(Set<String> known) {
        this.known = known;
    }

    @Override
    public OutputStream open(BodyPart head) throws Refusal {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        if (!known.contains(head.name()) || values.put(head.name(), value) != null) {
            throw new Refusal(400, "a field is unknown or comes twice: " + head.name());
        }
        return value;
    }

    String required(String name) throws Refusal {
        return text(name, StandardCharsets.UTF_8)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> new Refusal(400, "a required field is missing or empty: " + name));
    }

    Optional<String> text(String name, Charset charset) {
        return Optional.ofNullable(values.get(name)).map(value -> value.toString(charset));
    }
}
