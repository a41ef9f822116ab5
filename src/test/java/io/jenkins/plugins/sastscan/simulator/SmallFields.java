package io.jenkins.plugins.sastscan.simulator;

import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of a small form, kept in memory: each known, each at most once, each within 1 MiB. */
final class SmallFields implements PartTarget {
    private static final int LIMIT = 1 << 20;

    private final Set<String> known;
    private final Map<String, BoundedBytes> values = new LinkedHashMap<>();

    SmallFields(Set<String> known) {
        this.known = known;
    }

    @Override
    public OutputStream open(BodyPart head) throws Refusal {
        BoundedBytes value = new BoundedBytes(LIMIT);
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

    Optional<String> text(String name, Charset charset) throws Refusal {
        BoundedBytes value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value.overflowed()) {
            throw new Refusal(413, "a field is too long: " + name);
        }
        return Optional.of(new String(value.kept(), charset));
    }
}
