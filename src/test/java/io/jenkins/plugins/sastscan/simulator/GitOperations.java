package io.jenkins.plugins.sastscan.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads and sets Git settings. */
final class GitOperations {
    private static final int BODY_LIMIT = 1 << 20;
    private static final Set<String> FIELDS =
            Set.of("url", "branch", "authentication", "userName", "password", "pat", "privateKey");
    private static final Set<String> AUTHENTICATIONS = Set.of("Undefined", "none", "credentials", "PAT", "ssh");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final DialectRules rules;

    GitOperations(DialectRules rules) {
        this.rules = rules;
    }

    Reply read(SimulatedProject project) {
        Map<String, Object> link = new LinkedHashMap<>();
        link.put("rel", "self");
        link.put("uri", "/projects/" + project.id() + "/sourceCode/remoteSettings/git");
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("url", project.git().map(SimulatedGitSettings::url).orElse(null));
        answer.put("branch", project.git().map(SimulatedGitSettings::branch).orElse(null));
        answer.put("useSsh", project.git().map(SimulatedGitSettings::useSsh).orElse(false));
        answer.put("link", link);
        return Reply.json(200, answer);
    }

    Reply write(Call call, SimulatedProject project) throws IOException, Refusal {
        BoundedBytes body = new BoundedBytes(BODY_LIMIT);
        call.body().transferTo(body);
        if (body.overflowed()) {
            throw new Refusal(413, "the settings are too large");
        }
        Map<String, String> fields = texts(body.kept());
        for (String required : new String[] {"url", "branch"}) {
            if (fields.getOrDefault(required, "").isEmpty()) {
                throw new Refusal(400, "a required field is missing or empty: " + required);
            }
        }
        if (!AUTHENTICATIONS.contains(fields.getOrDefault("authentication", "Undefined"))) {
            throw new Refusal(400, "there is no authentication " + fields.get("authentication"));
        }
        project.gitWritten(new SimulatedGitSettings(SimulatedOperation.WRITE_GIT, fields));
        return Reply.empty(204);
    }

    private static Map<String, String> texts(byte[] json) throws IOException, Refusal {
        JsonNode object;
        try {
            object = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new Refusal(400, "the body is no JSON");
        }
        if (!object.isObject()) {
            throw new Refusal(400, "the body is no JSON object");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!FIELDS.contains(field.getKey()) || !field.getValue().isTextual()) {
                throw new Refusal(400, "a field is unknown or no string: " + field.getKey());
            }
            texts.put(field.getKey(), field.getValue().textValue());
        }
        return texts;
    }

    Reply writeSsh(Call call, SimulatedProject project) throws IOException, Refusal {
        SmallFields form = new SmallFields(Set.of("url", "branch", "privateKey"));
        call.holds(rules.readForm(call.headers(), call.body(), head -> {
            rules.checkPart(head, head.name().equals("privateKey"));
            return form.open(head);
        }));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", form.required("url"));
        fields.put("branch", form.required("branch"));
        form.text("privateKey", StandardCharsets.ISO_8859_1).ifPresent(key -> fields.put("privateKey", key));
        project.gitWritten(new SimulatedGitSettings(SimulatedOperation.WRITE_GIT_SSH, fields));
        return Reply.empty(204);
    }
}
