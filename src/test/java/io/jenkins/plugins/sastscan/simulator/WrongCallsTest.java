package io.jenkins.plugins.sastscan.simulator;

import static io.jenkins.plugins.sastscan.simulator.Client.FORM;
import static io.jenkins.plugins.sastscan.simulator.Client.MULTIPART;
import static io.jenkins.plugins.sastscan.simulator.Dialect.CONTRACT;
import static io.jenkins.plugins.sastscan.simulator.Dialect.FIELD;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each dialect refuses, and with which status; nothing that the service holds changes by it. */
class WrongCallsTest {
    private static final String LICENSE = "/serverLicenseData";
    private static final String BRANCH = "/projects/branch/1";
    private static final String QUERY = "/queries/queryVersionCode";
    private static final String UPLOAD = "/projects/1/sourceCode/attachments";
    private static final String FORCE = "/projects/1/forceScanOnNoCodeChanges";
    private static final String GIT = "/projects/1/sourceCode/remoteSettings/git";
    private static final String SSH = "/projects/1/sourceCode/remoteSettings/git/ssh";
    private static final String JSON = "application/json;v=1.3";
    private static final String SETTINGS = "{\"url\":\"u\",\"branch\":\"b\"}";
    private static final String SSH_FORM = "url=u&branch=b&privateKey=k";

    /** A call that is wrong in one thing. */
    record WrongCall(Dialect dialect, int status, String what, Function<Client, HttpRequest.Builder> call) {
        @Override
        public String toString() {
            return dialect + ", " + status + ": " + what;
        }
    }

    private static WrongCall get(Dialect dialect, int status, String path, String version) {
        return new WrongCall(dialect, status, "GET " + path + " v=" + version, client -> client.to(path, version));
    }

    private static WrongCall post(Dialect dialect, int status, String path, String type, String body) {
        String version = path.contains("remoteSettings") ? "1.3" : "4.0";
        return new WrongCall(
                dialect,
                status,
                "POST " + path + " " + type + " " + body,
                client -> client.to(path, version)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofByteArray(Client.bytes(body))));
    }

    private static WrongCall license(Dialect dialect, int status, String header, String... values) {
        return new WrongCall(dialect, status, header + ": " + Arrays.toString(values), client -> {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(client.to(LICENSE, "4.0").build().uri());
            if (!header.equals("Authorization")) {
                request.header("Authorization", "Bearer fixed-access-token");
            }
            if (!header.equals("Accept")) {
                request.header("Accept", "application/json;v=4.0");
            }
            Stream.of(values).forEach(value -> request.header(header, value));
            return request;
        });
    }

    private static WrongCall method(Dialect dialect, String method, String path) {
        return new WrongCall(
                dialect,
                405,
                method + " " + path,
                client -> client.to(path, "4.0").method(method, BodyPublishers.noBody()));
    }

    static Stream<WrongCall> in_either_dialect() {
        return Stream.of(CONTRACT, FIELD)
                .flatMap(dialect -> Stream.of(
                        get(dialect, 404, "/", "4.0"),
                        get(dialect, 404, "/serverlicensedata", "4.0"),
                        get(dialect, 404, LICENSE + "/", "4.0"),
                        method(dialect, "POST", LICENSE),
                        method(dialect, "HEAD", LICENSE),
                        method(dialect, "PUT", BRANCH),
                        method(dialect, "POST", QUERY),
                        method(dialect, "GET", UPLOAD),
                        method(dialect, "GET", FORCE),
                        method(dialect, "PUT", GIT),
                        method(dialect, "GET", SSH),
                        method(dialect, "GET", "/auth/identity/connect/token"),
                        license(dialect, 401, "Authorization"),
                        license(dialect, 401, "Authorization", "Bearer other"),
                        license(dialect, 401, "Authorization", "Bearer"),
                        license(dialect, 401, "Authorization", "bearer fixed-access-token"),
                        license(dialect, 401, "Authorization", "Basic fixed-access-token"),
                        license(dialect, 401, "Authorization", "Bearer fixed-access-token x"),
                        license(
                                dialect,
                                400,
                                "Authorization",
                                "Bearer fixed-access-token",
                                "Bearer fixed-access-token"),
                        license(dialect, 400, "Accept", "application/json;v=4.0", "application/json;v=4.0"),
                        license(dialect, 406, "Accept", "application/json;v=1.3"),
                        license(dialect, 406, "Accept", "text/html"),
                        get(dialect, 406, GIT, "4.0"),
                        get(dialect, 400, LICENSE + "?a=b", "4.0"),
                        get(dialect, 400, "/projects/branch/0", "4.0"),
                        get(dialect, 400, "/projects/branch/-1", "4.0"),
                        get(dialect, 400, "/projects/branch/+1", "4.0"),
                        get(dialect, 400, "/projects/branch/01", "4.0"),
                        get(dialect, 400, "/projects/branch/", "4.0"),
                        get(dialect, 400, "/projects/branch/abc", "4.0"),
                        get(dialect, 400, "/projects/branch/1%20", "4.0"),
                        get(dialect, 400, "/projects/branch/9223372036854775808", "4.0"),
                        get(dialect, 404, "/projects/branch/2", "4.0"),
                        get(dialect, 404, "/projects/2/sourceCode/remoteSettings/git", "1.3"),
                        get(dialect, 400, QUERY, "4.0"),
                        get(dialect, 400, QUERY + "?language=Java&severity=High", "4.0"),
                        get(dialect, 400, QUERY + "?language=Java&queryName=SQL_Injection", "4.0"),
                        get(dialect, 400, QUERY + "?severity=High&queryName=SQL_Injection", "4.0"),
                        get(dialect, 400, QUERY + "?language=Java&severity=high&queryName=SQL_Injection", "4.0"),
                        get(dialect, 400, QUERY + "?language=Java&severity=High&queryName=SQL_Injection&x=1", "4.0"),
                        get(
                                dialect,
                                400,
                                QUERY + "?language=Java&language=Java&severity=High&queryName=SQL_Injection",
                                "4.0"),
                        get(dialect, 404, QUERY + "?language=Java&severity=Low&queryName=SQL_Injection", "4.0"),
                        new WrongCall(
                                dialect,
                                400,
                                "GET with a body",
                                client -> client.to(LICENSE, "4.0").method("GET", BodyPublishers.ofString("x"))),
                        post(dialect, 400, FORCE, "text/plain", "x"),
                        post(dialect, 404, "/projects/2/forceScanOnNoCodeChanges", "text/plain", ""),
                        new WrongCall(
                                dialect,
                                411,
                                "upload without Content-Length",
                                client -> client.to(UPLOAD, "4.0")
                                        .header("Content-Type", Client.uploadType(dialect))
                                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(
                                                Client.upload(dialect, Client.bytes("PK\5\6")))))),
                        post(dialect, 415, GIT, "text/plain", SETTINGS),
                        post(dialect, 415, GIT, FORM, "url=u&branch=b"),
                        post(dialect, 400, GIT, JSON, ""),
                        post(dialect, 400, GIT, JSON, "{"),
                        post(dialect, 400, GIT, JSON, "[]"),
                        post(dialect, 400, GIT, JSON, SETTINGS + "x"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"u\"}"),
                        post(dialect, 400, GIT, JSON, "{\"branch\":\"b\"}"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"\",\"branch\":\"b\"}"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"u\",\"url\":\"u\",\"branch\":\"b\"}"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"u\",\"branch\":\"b\",\"pat\":null}"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"u\",\"branch\":7}"),
                        post(dialect, 400, GIT, JSON, "{\"url\":\"u\",\"branch\":\"b\",\"user\":\"x\"}"),
                        post(
                                dialect,
                                400,
                                GIT,
                                JSON,
                                "{\"url\":\"u\",\"branch\":\"b\",\"authentication\":\"Credentials\"}"),
                        post(dialect, 404, "/projects/2/sourceCode/remoteSettings/git", JSON, SETTINGS)));
    }

    static Stream<WrongCall> in_the_contract() {
        return Stream.of(
                get(CONTRACT, 404, "/rest/api/serverLicenseData", "4.0"),
                license(CONTRACT, 406, "Accept"),
                license(CONTRACT, 406, "Accept", "*/*"),
                license(CONTRACT, 406, "Accept", "application/json"),
                license(CONTRACT, 406, "Accept", "application/json;v=4"),
                license(CONTRACT, 406, "Accept", "application/json;v=4.0;q=1"),
                license(CONTRACT, 406, "Accept", "application/json;v=4.0, */*"),
                get(CONTRACT, 400, QUERY + "?language=Java&severity=Critical&queryName=SQL_Injection", "4.0"),
                post(CONTRACT, 415, UPLOAD, MULTIPART, multipartUpload("PK\3\4")),
                post(CONTRACT, 415, UPLOAD, FORM + ";charset=utf-8", "zippedSource=PK%03%04"),
                post(CONTRACT, 415, UPLOAD, JSON, "{}"),
                post(CONTRACT, 400, UPLOAD, FORM, ""),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource="),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=no+zip"),
                post(CONTRACT, 400, UPLOAD, FORM, "source=PK%03%04"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK%03%04&x=1"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK%03%04&zippedSource=PK%03%04"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK%03%0"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK%03%04%gg"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK\3\4"),
                post(CONTRACT, 400, UPLOAD, FORM, "zippedSource=PK%03%04="),
                post(CONTRACT, 400, "/projects/x/sourceCode/attachments", FORM, "zippedSource=PK%03%04"),
                post(CONTRACT, 404, "/projects/2/sourceCode/attachments", FORM, "zippedSource=PK%03%04"),
                post(CONTRACT, 415, GIT, "application/json", SETTINGS),
                post(CONTRACT, 415, GIT, "application/json;v=4.0", SETTINGS),
                post(CONTRACT, 415, GIT, "application/json;v=1.3;charset=utf-8", SETTINGS),
                post(CONTRACT, 415, SSH, MULTIPART, Client.textPart("url", "u") + Client.lastBoundary()),
                post(CONTRACT, 400, SSH, FORM, "url=u"),
                post(CONTRACT, 400, SSH, FORM, "branch=b"),
                post(CONTRACT, 400, SSH, FORM, "url=&branch=b"),
                post(CONTRACT, 400, SSH, FORM, SSH_FORM + "&passphrase=x"),
                post(CONTRACT, 400, SSH, FORM, SSH_FORM + "&url=u"),
                post(CONTRACT, 404, "/projects/2/sourceCode/remoteSettings/git/ssh", FORM, SSH_FORM));
    }

    static Stream<WrongCall> in_the_field() {
        String zip = "PK\3\4";
        String part = Client.filePart("zippedSource", "application/zip", Client.bytes(zip));
        return Stream.of(
                post(FIELD, 415, UPLOAD, FORM, "zippedSource=PK%03%04"),
                post(FIELD, 415, UPLOAD, "application/json", "{}"),
                post(FIELD, 406, UPLOAD, "application/json;v=1.3", "{}"),
                post(FIELD, 400, UPLOAD, "multipart/form-data", multipartUpload(zip)),
                post(FIELD, 400, UPLOAD, "multipart/form-data; boundary=other", multipartUpload(zip)),
                post(FIELD, 400, UPLOAD, MULTIPART, ""),
                post(FIELD, 400, UPLOAD, MULTIPART, part),
                post(FIELD, 400, UPLOAD, MULTIPART, Client.lastBoundary()),
                post(FIELD, 400, UPLOAD, MULTIPART, "preamble\r\n" + multipartUpload(zip)),
                post(FIELD, 400, UPLOAD, MULTIPART, multipartUpload(zip) + "epilogue"),
                post(FIELD, 400, UPLOAD, MULTIPART, part + part + Client.lastBoundary()),
                post(FIELD, 400, UPLOAD, MULTIPART, part + Client.textPart("x", "y") + Client.lastBoundary()),
                post(FIELD, 400, UPLOAD, MULTIPART, multipartUpload("no zip")),
                post(FIELD, 400, UPLOAD, MULTIPART, Client.textPart("zippedSource", zip) + Client.lastBoundary()),
                post(
                        FIELD,
                        400,
                        UPLOAD,
                        MULTIPART,
                        Client.filePart("zippedSource", "text/plain", Client.bytes(zip)) + Client.lastBoundary()),
                post(FIELD, 404, "/projects/2/sourceCode/attachments", MULTIPART, multipartUpload(zip)),
                post(FIELD, 415, SSH, FORM, SSH_FORM),
                post(FIELD, 400, SSH, MULTIPART, Client.textPart("url", "u") + Client.lastBoundary()),
                post(
                        FIELD,
                        400,
                        SSH,
                        MULTIPART,
                        Client.textPart("url", "u")
                                + Client.textPart("branch", "b")
                                + Client.textPart("privateKey", "k")
                                + Client.lastBoundary()));
    }

    private static String multipartUpload(String content) {
        return Client.filePart("zippedSource", "application/zip", Client.bytes(content)) + Client.lastBoundary();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"in_either_dialect", "in_the_contract", "in_the_field"})
    void are_refused(WrongCall wrong) throws Exception {
        try (Simulator simulator = Simulator.start(wrong.dialect())) {
            SimulatedProject project = simulator.addProject(1);
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.send(wrong.call().apply(client));

            assertThat(answer.statusCode()).isEqualTo(wrong.status());
            if (wrong.dialect() == CONTRACT || wrong.status() == 401) {
                assertThat(answer.body()).isEmpty();
            }
            assertThat(answer.headers().firstValue("WWW-Authenticate").isPresent())
                    .isEqualTo(wrong.status() == 401);
            assertThat(answer.headers().firstValue("Allow").isPresent()).isEqualTo(wrong.status() == 405);
            assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                    .isZero();
            assertThat(project.lastUpload()).isEmpty();
            assertThat(simulator.requests()).hasSize(1);
            assertThat(simulator.requests().get(0).status()).hasValue(wrong.status());
        }
    }

    @ParameterizedTest
    @MethodSource("versions_that_the_field_takes")
    void the_field_takes_the_version_anywhere_or_nowhere(List<String> types) throws Exception {
        try (Simulator simulator = Simulator.start(FIELD)) {
            simulator.addProject(1);
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.send(client.to(GIT, "1.3")
                    .setHeader("Accept", types.get(0))
                    .header("Content-Type", types.get(1))
                    .POST(BodyPublishers.ofString(SETTINGS)));
            assertThat(answer.statusCode()).isEqualTo(204);
        }
    }

    static Stream<List<String>> versions_that_the_field_takes() {
        List<List<String>> all = new ArrayList<>();
        for (String accept : new String[] {"*/*", "application/json", "application/json; v=1.3"}) {
            all.add(List.of(accept, "application/json"));
            all.add(List.of(accept, "application/json;v=1.3;charset=utf-8"));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("errors_of_the_field")
    void the_field_tells_why(String path, int status, String type, String text) throws Exception {
        try (Simulator simulator = Simulator.start(FIELD)) {
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.send(client.to(path, "4.0"));
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.headers().firstValue("Content-Type")).contains(type + "; charset=utf-8");
            assertThat(answer.body()).contains(text);
        }
    }

    static Stream<Arguments> errors_of_the_field() {
        return Stream.of(
                Arguments.of(BRANCH, 404, "text/html", "<h1>404"),
                Arguments.of("/nowhere", 404, "text/html", "<h1>404"),
                Arguments.of(
                        QUERY + "?language=a&severity=Critical&queryName=b",
                        404,
                        "application/json",
                        "{\"messageCode\":12108,\"messageDetails\":\"there is no such query\"}"));
    }
}
