package io.jenkins.plugins.sastscan.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.jenkins.plugins.sastscan.simulator.Forms.Fields;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject.SimulatedGitSettings;
import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Checks the token and the headers of a call, and carries out the operation. */
final class Operations {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Dialect dialect;
    private final TokenEndpoint tokens;
    private final Path directory;
    private final AtomicLong uploads = new AtomicLong();
    final Map<Long, SimulatedProject> projects = new ConcurrentHashMap<>();
    final Map<QueryName, QueryVersion> queries = new ConcurrentHashMap<>();

    record QueryName(String language, String severity, String name) {}

    record QueryVersion(long queryId, long queryVersionCode) {}

    /** @param directory the directory for received archives */
    Operations(Dialect dialect, TokenEndpoint tokens, Path directory) {
        this.dialect = dialect;
        this.tokens = tokens;
        this.directory = directory;
    }

    Reply answer(Call call) throws IOException, Refusal {
        if (!tokens.accepts(call.header("Authorization"))) {
            throw new Refusal(401, "no valid token");
        }
        dialect.checkHeaders(call);
        if (call.operation() == SimulatedOperation.LICENSE) {
            return dialect.license();
        }
        if (call.operation() == SimulatedOperation.QUERY) {
            return query("" + call.rawQuery());
        }
        long id = call.operation().projectId(call.path());
        SimulatedProject project =
                Optional.ofNullable(projects.get(id)).orElseThrow(() -> new Refusal(404, "there is no project " + id));
        switch (call.operation()) {
            case BRANCHING_STATUS -> {
                return branchingStatus(project);
            }
            case READ_GIT -> {
                return readGit(project);
            }
            case FORCE_SCAN -> {
                project.scanForced();
                return dialect.scanForced();
            }
            case UPLOAD -> upload(call, project);
            case WRITE_GIT -> project.gitWritten(new SimulatedGitSettings(SimulatedOperation.WRITE_GIT, texts(call)));
            default -> writeGitSsh(call, project);
        }
        return Reply.empty(204);
    }

    private Reply query(String rawQuery) throws IOException, Refusal {
        Fields parameters = new Fields("language", "severity", "queryName");
        Forms.urlencoded(new ByteArrayInputStream(rawQuery.getBytes(StandardCharsets.UTF_8)), parameters);
        QueryVersion version = queries.get(new QueryName(
                parameters.required("language"), parameters.required("severity"), parameters.required("queryName")));
        if (version == null) {
            throw new Refusal(404, "there is no such query");
        }
        return Reply.json(200, Map.of("queryId", version.queryId(), "queryVersionCode", version.queryVersionCode()));
    }

    private Reply branchingStatus(SimulatedProject project) {
        String answer = """
                {"id":%1$d,"originalProjectId":%2$d,"originalProjectName":"original of %1$d","branchedOnScanId":1000001,
                "branchedProjectId":%1$d,"timestamp":"2025-01-31T10:20:30.4Z","comment":"","status":%3$s,
                "errorMessage":""}
                """;
        String status = dialect.branchingStatus(project.branchingStatus());
        return Reply.json(200, answer.formatted(project.id(), project.id() + 1000, status));
    }

    private void upload(Call call, SimulatedProject project) throws IOException, Refusal {
        Path file = directory.resolve("upload-" + uploads.incrementAndGet() + ".zip");
        try {
            dialect.readForm(call, head -> {
                if (Files.exists(file) || !head.name().equals("zippedSource")) {
                    throw new Refusal(400, "a field is unknown or comes twice: " + head.name());
                }
                // An interrupt closes a FileChannel, but does not close this stream.
                return new FileOutputStream(file.toFile());
            });
        } catch (IOException | Refusal e) {
            Files.deleteIfExists(file);
            throw e;
        }
        project.uploaded(file);
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

    private static Map<String, String> texts(Call call) throws IOException, Refusal {
        try {
            return JSON.readValue(call.body().readAllBytes(), new TypeReference<Map<String, String>>() {});
        } catch (JsonProcessingException e) {
            throw new Refusal(400, "the body is no JSON object of texts");
        }
    }

    private void writeGitSsh(Call call, SimulatedProject project) throws IOException, Refusal {
        Fields form = new Fields("url", "branch", "privateKey");
        dialect.readForm(call, form);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", form.required("url"));
        fields.put("branch", form.required("branch"));
        form.text("privateKey", StandardCharsets.ISO_8859_1).ifPresent(key -> fields.put("privateKey", key));
        project.gitWritten(new SimulatedGitSettings(SimulatedOperation.WRITE_GIT_SSH, fields));
    }
}
