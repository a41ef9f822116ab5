package io.jenkins.plugins.sastscan.simulator;

import static io.jenkins.plugins.sastscan.simulator.Client.FORM;
import static io.jenkins.plugins.sastscan.simulator.Client.MULTIPART;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each operation, called rightly, in each dialect. */
class GoodCallsTest {
    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        return new ObjectMapper().readTree(answer.body());
    }

    @ParameterizedTest
    @EnumSource
    void license(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            JsonNode license = json(new Client(simulator).get("/serverLicenseData", "4.0"));
            assertThat(license.get("edition").textValue()).isEqualTo("Embedded");
            assertThat(license.get("maxUsers").isTextual()).isEqualTo(dialect == Dialect.FIELD);
            assertThat(license.get("maxUsers").asInt()).isEqualTo(50);
            assertThat(license.get("supportedLanguages").get(0).get("language").textValue())
                    .isEqualTo("Java");
        }
    }

    @ParameterizedTest
    @EnumSource
    void branching_status(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            simulator.addProject(7).branchingStatus("InProgress");
            JsonNode answer = json(new Client(simulator).get("/projects/branch/7", "4.0"));
            JsonNode status = answer.get("status");
            assertThat(answer.get("branchedProjectId").longValue()).isEqualTo(7);
            assertThat(dialect == Dialect.CONTRACT ? status : status.get("value"))
                    .hasToString("\"InProgress\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void query(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            simulator.addQuery("C#", "Low", "a & b + \u00fc", 5, Long.MAX_VALUE);
            JsonNode answer = json(new Client(simulator)
                    .get("/queries/queryVersionCode?severity=Low&language=C%23&queryName=a+%26%20b+%2B+%C3%BC", "4.0"));
            assertThat(answer).hasToString("{\"queryId\":5,\"queryVersionCode\":9223372036854775807}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void upload(Dialect dialect) throws Exception {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        byte[] zip = Client.zip("src/\"\u00fc\"\n.txt", content);
        byte[] body = Client.upload(dialect, zip);
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(Long.MAX_VALUE);
            HttpResponse<String> answer = new Client(simulator)
                    .post(
                            "/projects/9223372036854775807/sourceCode/attachments",
                            "4.0",
                            Client.uploadType(dialect),
                            body);
            assertThat(answer.statusCode()).isEqualTo(204);

            ReceivedArchive archive = project.lastUpload().orElseThrow();
            assertThat(project.uploads()).isEqualTo(1);
            assertThat(Files.readAllBytes(archive.file())).isEqualTo(zip);
            assertThat(archive.bytes()).isEqualTo(zip.length);
            assertThat(archive.sha256()).isEqualTo(sha256(zip));
            assertThat(archive.entries()).isEqualTo(1);
            assertThat(archive.rawBytes()).isEqualTo(content.length);
            assertThat(archive.readable()).isTrue();
            assertThat(Files.readString(archive.manifest()))
                    .isEqualTo(sha256(content) + "  300000  \"src/\\\"\u00fc\\\"\\n.txt\"" + "\n");

            RecordedBody recorded =
                    simulator.requests(SimulatedOperation.UPLOAD).get(0).body();
            assertThat(recorded.length()).isEqualTo(body.length);
            assertThat(recorded.sha256()).isEqualTo(sha256(body));
            assertThat(recorded.kept()).hasSize(64 * 1024);
            assertThat(recorded.complete()).isTrue();
            assertThat(recorded.parts())
                    .containsExactly(new BodyPart(
                            "zippedSource",
                            dialect == Dialect.CONTRACT ? Optional.empty() : Optional.of("file"),
                            dialect == Dialect.CONTRACT ? Optional.empty() : Optional.of("application/zip"),
                            zip.length));
        }
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.start().digest(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void a_later_upload_takes_the_place_of_the_one_before(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(1);
            for (String name : new String[] {"first", "second"}) {
                new Client(simulator)
                        .post(
                                "/projects/1/sourceCode/attachments",
                                "4.0",
                                Client.uploadType(dialect),
                                Client.upload(dialect, Client.zip(name, new byte[3])));
                assertThat(project.lastUpload().orElseThrow().manifest())
                        .content()
                        .contains(name);
            }
            assertThat(project.uploads()).isEqualTo(2);
            try (var files =
                    Files.list(project.lastUpload().orElseThrow().file().getParent())) {
                assertThat(files).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void force_scan(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(1);
            assertThat(project.forceScan()).isFalse();
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.send(
                    client.to("/projects/1/forceScanOnNoCodeChanges", "4.0").POST(BodyPublishers.noBody()));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(dialect == Dialect.CONTRACT ? "" : "{}");
            assertThat(project.forceScan()).isTrue();
            assertThat(project.forceScans()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void git_settings_written_and_read(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(1);
            HttpResponse<String> answer = new Client(simulator)
                    .post(
                            "/projects/1/sourceCode/remoteSettings/git",
                            "1.3",
                            "application/json;v=1.3",
                            "{\"url\":\"https://host/r.git\",\"branch\":\"refs/heads/main\","
                                    + "\"authentication\":\"credentials\",\"userName\":\"u\",\"password\":\"p\"}");
            assertThat(answer.statusCode()).isEqualTo(204);
            SimulatedGitSettings git = project.git().orElseThrow();
            assertThat(git.writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT);
            assertThat(git.fields()).containsOnlyKeys("url", "branch", "authentication", "userName", "password");
            assertThat(git.password()).contains("p");
            assertThat(git.pat()).isEmpty();
            assertThat(project.gitWrites()).isEqualTo(1);

            JsonNode read = json(new Client(simulator).get("/projects/1/sourceCode/remoteSettings/git", "1.3"));
            assertThat(read.get("url").textValue()).isEqualTo("https://host/r.git");
            assertThat(read.get("branch").textValue()).isEqualTo("refs/heads/main");
            assertThat(read.get("useSsh").booleanValue()).isFalse();
            assertThat(read.has("password")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void git_settings_with_a_key_written_and_read(Dialect dialect) throws Exception {
        StringBuilder allBytes = new StringBuilder();
        for (char each = 0; each < 256; each++) {
            allBytes.append(each);
        }
        byte[] key = Client.bytes(allBytes.toString());
        String body = dialect == Dialect.CONTRACT
                ? "url=git%40host%3Ar.git&branch=refs%2Fheads%2Fmain&privateKey=" + Client.encoded(key)
                : Client.textPart("url", "git@host:r.git")
                        + Client.textPart("branch", "refs/heads/main")
                        + Client.filePart("privateKey", "application/octet-stream", key)
                        + Client.lastBoundary();
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(1);
            HttpResponse<String> answer = new Client(simulator)
                    .post(
                            "/projects/1/sourceCode/remoteSettings/git/ssh",
                            "1.3",
                            dialect == Dialect.CONTRACT ? FORM : MULTIPART,
                            body);
            assertThat(answer.statusCode()).isEqualTo(204);
            SimulatedGitSettings git = project.git().orElseThrow();
            assertThat(git.url()).isEqualTo("git@host:r.git");
            assertThat(git.branch()).isEqualTo("refs/heads/main");
            assertThat(git.privateKey()).contains(allBytes.toString());

            JsonNode read = json(new Client(simulator).get("/projects/1/sourceCode/remoteSettings/git", "1.3"));
            assertThat(read.get("useSsh").booleanValue()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void git_settings_never_written(Dialect dialect) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            simulator.addProject(1);
            JsonNode read = json(new Client(simulator).get("/projects/1/sourceCode/remoteSettings/git", "1.3"));
            assertThat(read.get("url").isNull()).isTrue();
        }
    }
}
