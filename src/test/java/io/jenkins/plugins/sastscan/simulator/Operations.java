package io.jenkins.plugins.sastscan.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The operations on projects and queries, and what holds for all of them. */
final class Operations {
    private static final Set<String> GIT_FIELDS =
            Set.of("url", "branch", "authentication", "userName", "password", "pat", "privateKey");
    private static final Set<String> GIT_AUTHENTICATIONS = Set.of("Undefined", "none", "credentials", "PAT", "ssh");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<Integer> ZIP_STARTS = Set.of(0x504b0304, 0x504b0506);

    private final Dialect dialect;
    private final TokenEndpoint tokens;
    private final Path directory;
    private final AtomicLong uploads = new AtomicLong();
    private final Map<Long, SimulatedProject> projects = new ConcurrentHashMap<>();
    private final Map<QueryName, QueryVersion> queries = new ConcurrentHashMap<>();

    /** What a query is looked up by. */
    record QueryName(String language, String severity, String name) {}

    /** What is found. */
    record QueryVersion(long queryId, long queryVersionCode) {}

    /** @param directory for the archives */
    Operations(Dialect dialect, TokenEndpoint tokens, Path directory) {
        this.dialect = dialect;
        this.tokens = tokens;
        this.directory = directory;
    }

    Map<Long, SimulatedProject> projects() {
        return projects;
    }

    void addQuery(QueryName name, QueryVersion version) {
        queries.put(name, version);
    }

    Reply answer(Call call) throws IOException, Refusal {
        checkHead(call);
        if (call.operation() == SimulatedOperation.LICENSE) {
            return dialect.license();
        }
        if (call.operation() == SimulatedOperation.QUERY) {
            return query(call.rawQuery());
        }
        long id = call.operation().projectId(call.path());
        SimulatedProject project = projects.get(id);
        if (project == null) {
            throw new Refusal(404, "there is no project " + id);
        }
        return switch (call.operation()) {
            case BRANCHING_STATUS -> branchingStatus(project);
            case UPLOAD -> upload(call, project);
            case FORCE_SCAN -> {
                project.scanForced();
                yield dialect.scanForced();
            }
            case READ_GIT -> readGit(project);
            case WRITE_GIT -> writeGit(call, project);
            case WRITE_GIT_SSH -> writeGitSsh(call, project);
            default -> throw new IllegalStateException("no operation on projects: " + call.operation());
        };
    }

    private void checkHead(Call call) throws IOException, Refusal {
        if (!tokens.accepts(call.header("Authorization"))) {
            throw new Refusal(401, "no valid token");
        }
        if (call.operation().hasBody() && call.announcedLength() < 0) {
            throw new Refusal(411, "the body has no length");
        }
        dialect.checkHeaders(call);
        if (call.rawQuery() != null && call.operation() != SimulatedOperation.QUERY) {
            throw new Refusal(400, "the operation has no query parameters");
        }
        if (!call.operation().hasBody() && call.body().read() >= 0) {
            throw new Refusal(400, "the operation has no body");
        }
    }

    private Reply query(String rawQuery) throws IOException, Refusal {
        Forms.Fields parameters = new Forms.Fields(Set.of("language", "severity", "queryName"));
        String query = rawQuery == null ? "" : rawQuery;
        Forms.urlencoded(new ByteArrayInputStream(query.getBytes(StandardCharsets.UTF_8)), parameters);
        QueryName name = new QueryName(
                parameters.required("language"), parameters.required("severity"), parameters.required("queryName"));
        if (!dialect.severities().contains(name.severity())) {
            throw new Refusal(400, "there is no severity " + name.severity());
        }
        QueryVersion version = queries.get(name);
        if (version == null) {
            throw new Refusal(404, "there is no such query");
        }
        return Reply.json(200, Map.of("queryId", version.queryId(), "queryVersionCode", version.queryVersionCode()));
    }

    private Reply branchingStatus(SimulatedProject project) {
        String answer = """
                {"id":%1$d,"originalProjectId":%2$d,"originalProjectName":"original of %1$d","branchedOnScanId":1000001,
                "branchedProjectId":%1$d,"timestamp":"2025-01-31T10:20:30.4Z","comment":"","status":%3$s,
                "errorMessage":null}
                """;
        String status = dialect.branchingStatus(project.branchingStatus());
        return Reply.json(200, answer.formatted(project.id(), project.id() + 1000, status));
    }

    private Reply upload(Call call, SimulatedProject project) throws IOException, Refusal {
        Path file = directory.resolve("upload-" + uploads.incrementAndGet() + ".zip");
        boolean kept = false;
        try {
            dialect.readForm(call, head -> {
                if (Files.exists(file) || !head.name().equals("zippedSource")) {
                    throw new Refusal(400, "a field is unknown or comes twice: " + head.name());
                }
                dialect.checkPart(head, true);
                // Unlike a channel, this is not closed by an interrupt.
                return new FileOutputStream(file.toFile());
            });
            if (!looksLikeZip(file)) {
                throw new Refusal(400, "zippedSource is missing or no zip");
            }
            project.uploaded(file);
            kept = true;
        } finally {
            if (!kept) {
                Files.deleteIfExists(file);
            }
        }
        return Reply.empty(204);
    }

    private static boolean looksLikeZip(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(4);
            return start.length == 4
                    && ZIP_STARTS.contains(ByteBuffer.wrap(start).getInt());
        }
    }

    private static Reply readGit(SimulatedProject project) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("url", project.git().map(SimulatedGitSettings::url).orElse(null));
        answer.put("branch", project.git().map(SimulatedGitSettings::branch).orElse(null));
        answer.put("useSsh", project.git().map(SimulatedGitSettings::useSsh).orElse(false));
        answer.put(
                "link", Map.of("rel", "self", "uri", "/projects/" + project.id() + "/sourceCode/remoteSettings/git"));
        return Reply.json(200, answer);
    }

    private static Reply writeGit(Call call, SimulatedProject project) throws IOException, Refusal {
        Map<String, String> fields = texts(call.body().readAllBytes());
        for (String required : new String[] {"url", "branch"}) {
            if (fields.getOrDefault(required, "").isEmpty()) {
                throw new Refusal(400, "a required field is missing or empty: " + required);
            }
        }
        if (!GIT_AUTHENTICATIONS.contains(fields.getOrDefault("authentication", "Undefined"))) {
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
            if (!GIT_FIELDS.contains(field.getKey()) || !field.getValue().isTextual()) {
                throw new Refusal(400, "a field is unknown or no string: " + field.getKey());
            }
            texts.put(field.getKey(), field.getValue().textValue());
        }
        return texts;
    }

    private Reply writeGitSsh(Call call, SimulatedProject project) throws IOException, Refusal {
        Forms.Fields form = new Forms.Fields(Set.of("url", "branch", "privateKey"));
        dialect.readForm(call, head -> {
            dialect.checkPart(head, head.name().equals("privateKey"));
            return form.open(head);
        });
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", form.required("url"));
        fields.put("branch", form.required("branch"));
        form.text("privateKey", StandardCharsets.ISO_8859_1).ifPresent(key -> fields.put("privateKey", key));
        project.gitWritten(new SimulatedGitSettings(SimulatedOperation.WRITE_GIT_SSH, fields));
        return Reply.empty(204);
    }
}
