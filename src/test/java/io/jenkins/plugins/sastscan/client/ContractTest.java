package io.jenkins.plugins.sastscan.client;

import static io.jenkins.plugins.sastscan.client.Fixture.PROJECT;
import static io.jenkins.plugins.sastscan.client.Fixture.REMOTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.report.ReportKeysTest;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest.Part;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The request and the response of each operation, in each dialect. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Dialect.class)
class ContractTest {
    private final Dialect dialect;

    @RegisterExtension
    final Fixture fixture;

    ContractTest(Dialect dialect) {
        this.dialect = dialect;
        fixture = new Fixture(dialect);
    }

    private static final String GIT = "/projects/7/sourceCode/remoteSettings/git";
    private static final String KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\n"
            + "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE+/=&%\n"
            + "-----END OPENSSH PRIVATE KEY-----\n";
    private static final GitAuthentication SSH =
            new GitAuthentication(GitAuthentication.Kind.SSH_KEY, new SecretText(KEY));

    private void assertRequest(SimulatedOperation operation, String target) {
        RecordedRequest request = fixture.only(operation);
        URI base = fixture.simulator.baseUrl();
        assertThat(request.method()).isEqualTo(operation.method());
        assertThat(request.target()).isEqualTo(base.getRawPath() + target);
        Map<String, List<String>> expected = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        expected.put("Accept", List.of("application/json;v=" + operation.version()));
        expected.put("Accept-Encoding", List.of("gzip"));
        expected.put("Authorization", List.of("Bearer " + fixture.simulator.accessToken()));
        expected.put("Connection", List.of("Keep-Alive"));
        expected.put("Host", List.of(base.getAuthority()));
        expected.put("User-Agent", List.of("sast-scan"));
        if (operation.method().equals("POST")) {
            expected.put("Content-Length", List.of("" + request.body().length()));
        }
        if (request.body().length() > 0) {
            expected.put("Content-Type", List.of(request.header("Content-Type").orElseThrow()));
        }
        Map<String, List<String>> actual = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        actual.putAll(request.headers());
        if (!actual.containsKey("Connection")) {
            // An agent does not ask for compression.
            expected.keySet().removeAll(List.of("Connection", "Accept-Encoding"));
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(request.body().complete() || request.body().length() == 0).isTrue();
    }

    /** Real servers send all values that {@code docs/pipeline.md} lists. */
    private void assertReturned(String step, ResponseValues values, String text) {
        assertThat(values.toMap()).hasToString(text);
        ReportKeysTest.assertPlain(values.toMap());
        if (dialect == Dialect.FIELD) {
            assertThat(ReportKeysTest.documentedKeys(step))
                    .containsExactlyInAnyOrderElementsOf(ReportKeysTest.keys(values.toMap(), ""));
        }
    }

    @Test
    void the_client_reads_the_license_data() throws Exception {
        ResponseValues license = fixture.service().license();

        assertRequest(SimulatedOperation.LICENSE, "/serverLicenseData");
        assertThat(fixture.only(SimulatedOperation.LICENSE).body().length()).isZero();
        String date = dialect == Dialect.CONTRACT ? "2099-12-31T00:00:00Z" : "12/31/2099";
        assertReturned(
                "sastLicense",
                license,
                "{edition=Embedded, hardwareId=0123456789, expirationDate=" + date + ", osaExpirationDate="
                        + (dialect == Dialect.CONTRACT ? date : "1/1/2099")
                        + ", osaEnabled=true, maxLinesOfCode=1000000, maxConcurrentScans=4,"
                        + " users={current=3, max=50}, auditUsers={current=1, max=10}, projects={current=2, max=100},"
                        + " languages=[{language=Java, supported=true}, {language=Cobol, supported=false}]}");
    }

    @Test
    void the_client_reads_the_branching_status() throws Exception {
        ResponseValues status = fixture.service().branchingStatus(PROJECT);

        assertRequest(SimulatedOperation.BRANCHING_STATUS, "/projects/branch/7");
        assertReturned(
                "sastBranchingStatus",
                status,
                "{id=7, originalProjectId=1007, originalProjectName=original of 7,"
                        + " branchedOnScanId=1000001, branchedProjectId=7, status=Completed,"
                        + (dialect == Dialect.FIELD ? " statusId=2," : "") + " errorMessage=, timestamp="
                        + status.text("timestamp").orElseThrow() + ", comment=}");
        assertThat(status.text("timestamp").orElseThrow()).contains("2025");
    }

    @Test
    void the_client_encodes_the_url_parameters_when_it_looks_up_a_sast_query() throws Exception {
        fixture.simulator.addQuery("C#", "Low", "a&b=c +%41 \u00fc\ud83d\ude00/?", 5, Long.MAX_VALUE);
        ResponseValues version = fixture.service().query("C#", "low", "a&b=c +%41 \u00fc\ud83d\ude00/?");

        assertRequest(
                SimulatedOperation.QUERY,
                "/queries/queryVersionCode?language=C%23&severity=Low"
                        + "&queryName=a%26b%3Dc%20%2B%2541%20%C3%BC%F0%9F%98%80%2F%3F");
        assertReturned("sastQuery", version, "{queryId=5, queryVersionCode=9223372036854775807}");
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_by_controller_or_agent_sends_the_archive_and_reports_progress(SentFrom from) throws Exception {
        List<Long> progress = new ArrayList<>();
        from.upload(fixture.service(), SentFrom.checked(Fixture.ARCHIVE), progress::add);

        RecordedRequest request = fixture.only(SimulatedOperation.UPLOAD);
        assertRequest(SimulatedOperation.UPLOAD, "/projects/7/sourceCode/attachments");
        boolean form = dialect == Dialect.CONTRACT;
        assertThat(request.header("Content-Type").orElseThrow())
                .matches(form ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=[0-9a-f-]{36}");
        assertThat(request.body().parts())
                .containsExactly(
                        form
                                ? new Part("zippedSource", Optional.empty(), Optional.empty())
                                : new Part("zippedSource", Optional.of("source.zip"), Optional.of("application/zip")));
        assertThat(fixture.project().lastUpload().orElseThrow().file()).hasSameBinaryContentAs(Fixture.ARCHIVE);
        assertThat(fixture.project().uploads()).isEqualTo(1);
        assertThat(progress).isSorted().endsWith(Files.size(Fixture.ARCHIVE)).hasSizeGreaterThan(5);
    }

    @Test
    void the_request_that_forces_the_next_scan_has_no_body() throws Exception {
        fixture.service().forceScan(PROJECT);

        assertRequest(SimulatedOperation.FORCE_SCAN, "/projects/7/forceScanOnNoCodeChanges");
        assertThat(fixture.project().forceScans()).isEqualTo(1);
    }

    @Test
    void the_client_reads_the_git_settings() throws Exception {
        var before = fixture.service().gitSettings(PROJECT, SecretMask.NONE);
        assertRequest(SimulatedOperation.READ_GIT, GIT);
        assertThat(before.toMap()).isEqualTo(Map.of("useSsh", false, "link", GIT));

        fixture.service().writeGitSettings(PROJECT, REMOTE, SSH);
        var after = fixture.service().gitSettings(PROJECT, SecretMask.NONE);
        assertReturned(
                "sastGitSettings",
                after,
                "{url=" + REMOTE.url() + ", branch=" + REMOTE.branch() + ", useSsh=true, link=" + GIT + "}");
    }

    static Stream<Arguments> authentications() {
        SecretText secret = new SecretText("p\u00e4ss \"word\" \\ & +%\n" + KEY);
        SecretText line = new SecretText("pat-1234 \u20ac\"");
        return Stream.of(
                Arguments.of(GitAuthentication.NONE, Map.of("authentication", "none")),
                Arguments.of(
                        new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "al\"ice", secret, false),
                        Map.of("authentication", "credentials", "userName", "al\"ice", "password", secret.reveal())),
                Arguments.of(
                        new GitAuthentication(GitAuthentication.Kind.TOKEN, line),
                        Map.of("authentication", "PAT", "pat", line.reveal())));
    }

    @ParameterizedTest
    @MethodSource("authentications")
    void the_client_writes_git_settings_with_only_the_fields_that_the_authentication_needs(
            GitAuthentication authentication, Map<String, String> fields) throws Exception {
        fixture.service().writeGitSettings(PROJECT, REMOTE, authentication);

        RecordedRequest request = fixture.only(SimulatedOperation.WRITE_GIT);
        assertRequest(SimulatedOperation.WRITE_GIT, GIT);
        assertThat(request.header("Content-Type")).contains("application/json;v=1.3");
        Map<String, String> expected = new TreeMap<>(fields);
        expected.put("url", REMOTE.url());
        expected.put("branch", REMOTE.branch());
        assertThat(fixture.project().git().orElseThrow().fields()).isEqualTo(expected);
    }

    @Test
    void the_client_writes_git_settings_with_an_ssh_key() throws Exception {
        GitRemote remote = new GitRemote("ssh://git@git.example.org/a b/\u00fc&=+%.git", "refs/heads/f\u00fcr");
        fixture.service().writeGitSettings(PROJECT, remote, SSH);

        RecordedRequest request = fixture.only(SimulatedOperation.WRITE_GIT_SSH);
        assertRequest(SimulatedOperation.WRITE_GIT_SSH, GIT + "/ssh");
        String type = request.header("Content-Type").orElseThrow();
        assertThat(fixture.project().git().orElseThrow().fields())
                .isEqualTo(Map.of("url", remote.url(), "branch", remote.branch(), "privateKey", KEY));
        if (dialect == Dialect.CONTRACT) {
            assertThat(type).isEqualTo("application/x-www-form-urlencoded");
            assertThat(Fixture.form(request))
                    .startsWith("url=ssh%3A%2F%2Fgit%40git.example.org%2Fa%20b%2F%C3%BC%26%3D%2B%25.git"
                            + "&branch=refs%2Fheads%2Ff%C3%BCr&privateKey=-----BEGIN%20OPENSSH");
        } else {
            assertThat(request.body().parts())
                    .containsExactly(
                            new Part("url", Optional.empty(), Optional.empty()),
                            new Part("branch", Optional.empty(), Optional.empty()),
                            new Part(
                                    "privateKey", Optional.of("private.key"), Optional.of("application/octet-stream")));
        }
    }
}
