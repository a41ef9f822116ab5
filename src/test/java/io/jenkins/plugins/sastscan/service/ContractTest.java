package io.jenkins.plugins.sastscan.service;

import static io.jenkins.plugins.sastscan.service.Fixture.PROJECT;
import static io.jenkins.plugins.sastscan.service.Fixture.REMOTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.Fixture.SentFrom;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest.Part;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.net.URI;
import java.nio.file.Files;
import java.time.LocalDate;
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

/** Each operation in each dialect, its request part by part and its answer. */
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
    private static final String KEY =
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE+/=&%\n-----END OPENSSH PRIVATE KEY-----\n";

    private static Map<String, String> withBody(RecordedRequest request) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", request.header("Content-Type").orElseThrow());
        headers.put("Content-Length", "" + request.body().length());
        return headers;
    }

    /** All there is of a request but host, port and body. */
    private void assertRequest(SimulatedOperation operation, String target, Map<String, String> more) {
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
        more.forEach((name, value) -> expected.put(name, List.of(value)));
        if (more.containsKey("Connection")) {
            // An agent wants one answer and no more of the connection, and does not ask for compression.
            expected.remove("Accept-Encoding");
        }
        Map<String, List<String>> actual = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        actual.putAll(request.headers());
        assertThat(actual).isEqualTo(expected);
        assertThat(request.body().complete() || request.body().length() == 0).isTrue();
    }

    @Test
    void reads_the_license_data() throws Exception {
        LicenseData license = fixture.service().license();

        assertRequest(SimulatedOperation.LICENSE, "/serverLicenseData", Map.of());
        assertThat(fixture.only(SimulatedOperation.LICENSE).body().length()).isZero();
        assertThat(license.edition()).contains("Embedded");
        assertThat(license.hardwareId()).contains("0123456789");
        assertThat(license.validity().expirationDate().orElseThrow().day()).contains(LocalDate.of(2099, 12, 31));
        assertThat(license.validity().osaExpirationDate().orElseThrow().day())
                .contains(dialect == Dialect.CONTRACT ? LocalDate.of(2099, 12, 31) : LocalDate.of(2099, 1, 1));
        assertThat(license.validity().osaEnabled()).contains(true);
        assertThat(license.limits()).isEqualTo(new LicenseData.Limits(Optional.of("1000000"), Optional.of("4")));
        assertThat(license.usage().users()).isEqualTo(new LicenseData.Quota(Optional.of(3L), Optional.of(50L)));
        assertThat(license.usage().auditUsers()).isEqualTo(new LicenseData.Quota(Optional.of(1L), Optional.of(10L)));
        assertThat(license.usage().projects()).isEqualTo(new LicenseData.Quota(Optional.of(2L), Optional.of(100L)));
        assertThat(license.supportedLanguages())
                .containsExactly(
                        new LicenseData.Language("Java", Optional.of(true)),
                        new LicenseData.Language("Cobol", Optional.of(false)));
    }

    @Test
    void reads_the_branching_status() throws Exception {
        BranchingStatus status = fixture.service().branchingStatus(PROJECT);

        assertRequest(SimulatedOperation.BRANCHING_STATUS, "/projects/branch/7", Map.of());
        assertThat(status.id()).contains(7L);
        assertThat(status.original())
                .isEqualTo(new BranchingStatus.Original(
                        Optional.of(1007L), Optional.of("original of 7"), Optional.of(1_000_001L)));
        assertThat(status.branchedProjectId()).contains(7L);
        assertThat(status.status())
                .isEqualTo(new BranchingStatus.Status(
                        dialect == Dialect.FIELD ? Optional.of(2L) : Optional.empty(),
                        Optional.of("Completed"),
                        Optional.empty()));
        assertThat(status.timestamp().orElseThrow().day()).contains(LocalDate.of(2025, 1, 31));
        assertThat(status.comment()).contains("");
    }

    @Test
    void looks_up_a_query_with_an_encoded_query_string() throws Exception {
        fixture.simulator.addQuery("C#", "Low", "a&b=c +%41 \u00fc\ud83d\ude00/?", 5, Long.MAX_VALUE);
        QueryKey.Version version =
                fixture.service().query(new QueryKey("C#", "Low", "a&b=c +%41 \u00fc\ud83d\ude00/?"));

        assertRequest(
                SimulatedOperation.QUERY,
                "/queries/queryVersionCode?language=C%23&severity=Low"
                        + "&queryName=a%26b%3Dc%20%2B%2541%20%C3%BC%F0%9F%98%80%2F%3F",
                Map.of());
        assertThat(version).isEqualTo(new QueryKey.Version(Optional.of(5L), Optional.of(Long.MAX_VALUE)));
    }

    @ParameterizedTest
    @EnumSource
    void uploads_an_archive(SentFrom from) throws Exception {
        List<Long> progress = new ArrayList<>();
        from.upload(fixture.service(), PROJECT, Fixture.ARCHIVE, (sent, total) -> {
            assertThat(total).isEqualTo(Fixture.ARCHIVE.toFile().length());
            progress.add(sent);
        });

        RecordedRequest request = fixture.only(SimulatedOperation.UPLOAD);
        Map<String, String> more = withBody(request);
        if (from == SentFrom.AGENT) {
            more.put("Connection", "close");
        }
        assertRequest(SimulatedOperation.UPLOAD, "/projects/7/sourceCode/attachments", more);
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
    void forces_the_next_scheduled_scan_without_a_body() throws Exception {
        fixture.service().forceScan(PROJECT);

        assertRequest(
                SimulatedOperation.FORCE_SCAN, "/projects/7/forceScanOnNoCodeChanges", Map.of("Content-Length", "0"));
        assertThat(fixture.project().forceScans()).isEqualTo(1);
    }

    @Test
    void reads_the_git_settings() throws Exception {
        var before = fixture.service().gitSettings(PROJECT);
        assertRequest(SimulatedOperation.READ_GIT, GIT, Map.of());
        assertThat(before.url()).isEmpty();
        assertThat(before.branch()).isEmpty();
        assertThat(before.useSsh()).contains(false);

        fixture.service().writeGitSshSettings(PROJECT, REMOTE, Optional.empty());
        assertThat(fixture.project().git().orElseThrow().fields())
                .isEqualTo(Map.of("url", REMOTE.url(), "branch", REMOTE.branch()));
        var after = fixture.service().gitSettings(PROJECT);
        assertThat(after.url()).contains(REMOTE.url());
        assertThat(after.branch()).contains(REMOTE.branch());
        assertThat(after.useSsh()).contains(true);
        assertThat(after.link().orElseThrow().rel()).contains("self");
        assertThat(after.link().orElseThrow().uri()).contains(GIT);
    }

    static Stream<Arguments> authentications() {
        SecretText secret = SecretText.of("p\u00e4ss \"word\" \\ & +%\n" + KEY);
        SecretText line = SecretText.of("pat-1234 \u20ac\"");
        return Stream.of(
                Arguments.of(GitAuthentication.NONE, Map.of("authentication", "none")),
                Arguments.of(
                        new GitAuthentication.UserPassword("al\"ice", secret),
                        Map.of("authentication", "credentials", "userName", "al\"ice", "password", secret.reveal())),
                Arguments.of(
                        new GitAuthentication.UserPassword("alice", SecretText.of("")),
                        Map.of("authentication", "credentials", "userName", "alice", "password", "")),
                Arguments.of(new GitAuthentication.Token(line), Map.of("authentication", "PAT", "pat", line.reveal())),
                Arguments.of(
                        new GitAuthentication.SshKey(secret),
                        Map.of("authentication", "ssh", "privateKey", secret.reveal())));
    }

    @ParameterizedTest
    @MethodSource("authentications")
    void writes_git_settings_with_just_the_fields_of_the_authentication(
            GitAuthentication authentication, Map<String, String> fields) throws Exception {
        fixture.service().writeGitSettings(PROJECT, REMOTE, authentication);

        RecordedRequest request = fixture.only(SimulatedOperation.WRITE_GIT);
        assertRequest(SimulatedOperation.WRITE_GIT, GIT, withBody(request));
        assertThat(request.header("Content-Type")).contains("application/json;v=1.3");
        Map<String, String> expected = new TreeMap<>(fields);
        expected.put("url", REMOTE.url());
        expected.put("branch", REMOTE.branch());
        assertThat(fixture.project().git().orElseThrow().fields()).isEqualTo(expected);
    }

    @Test
    void writes_git_settings_with_an_ssh_key() throws Exception {
        GitRemote remote = new GitRemote("ssh://git@git.example.org/a b/\u00fc&=+%.git", "refs/heads/f\u00fcr");
        fixture.service()
                .writeGitSshSettings(PROJECT, remote, Optional.of(new GitAuthentication.SshKey(SecretText.of(KEY))));

        RecordedRequest request = fixture.only(SimulatedOperation.WRITE_GIT_SSH);
        assertRequest(SimulatedOperation.WRITE_GIT_SSH, GIT + "/ssh", withBody(request));
        String type = request.header("Content-Type").orElseThrow();
        assertThat(fixture.project().git().orElseThrow().fields())
                .isEqualTo(Map.of("url", remote.url(), "branch", remote.branch(), "privateKey", KEY));
        if (dialect == Dialect.CONTRACT) {
            assertThat(type).isEqualTo("application/x-www-form-urlencoded");
            assertThat(Fixture.form(request))
                    .startsWith("url=ssh%3A%2F%2Fgit%40git.example.org%2Fa%20b%2F%C3%BC%26%3D%2B%25.git"
                            + "&branch=refs%2Fheads%2Ff%C3%BCr&privateKey=-----BEGIN%20OPENSSH");
        } else {
            String boundary = "--" + type.replace("multipart/form-data; boundary=", "");
            assertThat(request.body().text()).startsWith(boundary + "\r\n").endsWith(boundary + "--\r\n");
            assertThat(request.body().parts())
                    .containsExactly(
                            new Part("url", Optional.empty(), Optional.empty()),
                            new Part("branch", Optional.empty(), Optional.empty()),
                            new Part(
                                    "privateKey", Optional.of("private.key"), Optional.of("application/octet-stream")));
        }
    }
}
