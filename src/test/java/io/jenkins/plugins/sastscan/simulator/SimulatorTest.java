package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If the simulator accepted invalid calls or hid its own defects, tests of the client would prove nothing. */
class SimulatorTest {
    private static final String UPLOAD = "POST /projects/1/sourceCode/attachments | ";
    private static final String FORM = "application/x-www-form-urlencoded | ";
    private static final String MULTIPART = "multipart/form-data; boundary=x | ";
    private static final String GIT = "POST /projects/1/sourceCode/remoteSettings/git";

    private static int status(Simulator simulator, String call, String type, String body)
            throws IOException, InterruptedException {
        String[] methodAndPath = call.split(" ");
        String version = methodAndPath[0].equals("POST") && call.contains("remoteSettings") ? "1.3" : "4.0";
        HttpRequest request = HttpRequest.newBuilder(URI.create(simulator.baseUrl() + methodAndPath[1]))
                .header("Authorization", "Bearer " + simulator.accessToken())
                .header("Accept", "application/json;v=" + version)
                .header("Content-Type", type)
                .method(methodAndPath[0], BodyPublishers.ofString(body.translateEscapes()))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "CONTRACT | 404 | GET /nowhere | - | ``",
                "FIELD | 404 | GET /projects/branch/2 | - | ``",
                "FIELD | 404 | GET /queries/queryVersionCode?language=Java&queryName=SQL_Injection&severity=Critical | - | ``",
                "CONTRACT | 400 | GET /queries/queryVersionCode?language=Java&queryName=SQL_Injection | - | ``",
                "CONTRACT | 406 | GET /projects/1/sourceCode/remoteSettings/git | - | ``",
                "CONTRACT | 415 | " + UPLOAD + MULTIPART + "--x--",
                "CONTRACT | 400 | " + UPLOAD + FORM + "source=PK%03%04",
                "CONTRACT | 400 | " + UPLOAD + FORM + "zippedSource=PK%03%0",
                "CONTRACT | 400 | " + UPLOAD + FORM + "zippedSource=PK%03%04=",
                "CONTRACT | 400 | " + UPLOAD + FORM + "zippedSource=P K",
                "CONTRACT | 400 | " + UPLOAD + FORM + "zippedSource=PK&zippedSource=PK",
                "FIELD | 400 | " + UPLOAD + MULTIPART
                        + "--x\\r\\nContent-Disposition: form-data; name=\"zippedSource\"\\r\\n\\r\\nPK",
                "CONTRACT | 415 | " + GIT + " | application/json | {\"url\":\"u\",\"branch\":\"b\"}",
                "CONTRACT | 400 | " + GIT + " | application/json;v=1.3 | {\"url\":{}}",
                "CONTRACT | 400 | " + GIT + "/ssh | " + FORM + "url=u&branch=b&passphrase=x",
            })
    void invalid_calls_are_refused_and_change_nothing(
            Dialect dialect, int status, String call, String type, String body) throws Exception {
        try (Simulator simulator = Simulator.start(dialect)) {
            SimulatedProject project = simulator.addProject(1);
            assertThat(status(simulator, call, type == null ? "text/plain" : type, body))
                    .isEqualTo(status);
            assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                    .isZero();
        }
    }

    @Test
    void closing_the_simulator_reports_its_defects() {
        Simulator simulator = Simulator.start(Dialect.CONTRACT);
        simulator.addProject(1);
        Fault defect = new Fault((call, hold) -> {
            throw new IllegalStateException("a defect");
        });
        simulator.always(SimulatedOperation.FORCE_SCAN, defect);
        assertThatIOException()
                .isThrownBy(() -> status(simulator, "POST /projects/1/forceScanOnNoCodeChanges", "text/plain", ""));
        assertThatIllegalStateException().isThrownBy(simulator::close).withMessage("the simulator failed");
    }
}
