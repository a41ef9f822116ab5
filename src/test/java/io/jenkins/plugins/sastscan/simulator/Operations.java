package io.jenkins.plugins.sastscan.simulator;

import io.jenkins.plugins.sastscan.simulator.ServiceState.QueryName;
import io.jenkins.plugins.sastscan.simulator.ServiceState.QueryVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The reads and the forced scan, and what holds for all operations. */
final class Operations {
    private static final Set<String> SINGLE_HEADERS =
            Set.of("Authorization", "Accept", "Content-Type", "Content-Length");

    private final DialectRules rules;
    private final TokenStore tokens;
    private final ServiceState state;
    private final UploadOperation upload;
    private final GitOperations git;

    Operations(DialectRules rules, TokenStore tokens, ServiceState state, UploadOperation upload) {
        this.rules = rules;
        this.tokens = tokens;
        this.state = state;
        this.upload = upload;
        this.git = new GitOperations(rules);
    }

    Reply answer(Call call) throws IOException, Refusal {
        checkHead(call);
        if (call.operation() == SimulatedOperation.LICENSE) {
            return rules.license();
        }
        if (call.operation() == SimulatedOperation.QUERY) {
            return query(call.rawQuery());
        }
        long id = call.operation().projectId(call.path());
        SimulatedProject project = state.project(id).orElseThrow(() -> new Refusal(404, "there is no project " + id));
        return switch (call.operation()) {
            case BRANCHING_STATUS -> branchingStatus(project);
            case UPLOAD -> upload.answer(call, project);
            case FORCE_SCAN -> {
                project.scanForced();
                yield rules.scanForced();
            }
            case READ_GIT -> git.read(project);
            case WRITE_GIT -> git.write(call, project);
            case WRITE_GIT_SSH -> git.writeSsh(call, project);
            default -> throw new IllegalStateException("no operation on projects: " + call.operation());
        };
    }

    private void checkHead(Call call) throws IOException, Refusal {
        for (String header : SINGLE_HEADERS) {
            if (call.headers().containsKey(header) && call.headers().get(header).size() > 1) {
                throw new Refusal(400, "a header comes twice: " + header);
            }
        }
        if (!tokens.accepts(call.headers().get("Authorization"))) {
            throw new Refusal(401, "no valid token");
        }
        if (call.operation().hasBody() && call.announcedLength() < 0) {
            throw new Refusal(411, "the body has no length");
        }
        rules.checkHeaders(call.operation(), call.headers());
        if (call.rawQuery() != null && call.operation() != SimulatedOperation.QUERY) {
            throw new Refusal(400, "the operation has no query parameters");
        }
        if (!call.operation().hasBody() && call.body().read() >= 0) {
            throw new Refusal(400, "the operation has no body");
        }
    }

    private Reply query(String rawQuery) throws IOException, Refusal {
        SmallFields parameters = new SmallFields(Set.of("language", "severity", "queryName"));
        String query = rawQuery == null ? "" : rawQuery;
        FormDecoder.read(new ByteArrayInputStream(query.getBytes(StandardCharsets.UTF_8)), parameters);
        QueryName name = new QueryName(
                parameter(parameters, "language"),
                parameter(parameters, "severity"),
                parameter(parameters, "queryName"));
        if (!rules.severities().contains(name.severity())) {
            throw new Refusal(400, "there is no severity " + name.severity());
        }
        QueryVersion version = state.query(name).orElseThrow(() -> new Refusal(404, "there is no such query"));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("queryId", version.queryId());
        answer.put("queryVersionCode", version.queryVersionCode());
        return Reply.json(200, answer);
    }

    private static String parameter(SmallFields parameters, String name) throws Refusal {
        return parameters
                .text(name, StandardCharsets.UTF_8)
                .orElseThrow(() -> new Refusal(400, "a parameter is missing: " + name));
    }

    private Reply branchingStatus(SimulatedProject project) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", project.id());
        answer.put("originalProjectId", project.id() + 1000);
        answer.put("originalProjectName", "original of " + project.id());
        answer.put("branchedOnScanId", 1000001);
        answer.put("branchedProjectId", project.id());
        answer.put("timestamp", "2025-01-31T10:20:30.4Z");
        answer.put("comment", "");
        answer.put("status", rules.branchingStatus(project.branchingStatus()));
        answer.put("errorMessage", null);
        return Reply.json(200, answer);
    }
}
