package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.http.JsonFields;
import io.jenkins.plugins.sastscan.docs.Documentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The maps that steps return. {@code docs/pipeline.md} lists their keys. */
class SubmissionResultTest {
    private static final ProjectId PROJECT = new ProjectId(7);
    private static final ArchiveFacts ARCHIVED = new ArchiveFacts(
            new ContentStatistics(2, 300, List.of(), List.of(), 0, 1, List.of("id_rsa")),
            100,
            250,
            "aa",
            "bb",
            SkippedFiles.nothing());
    private static final String SECRET =
            "[Found 1 likely secret by file name; the submission page lists the names. Exclude"
                    + " what the SAST server should not receive.]";
    private static final String ARCHIVE = "archive={files=2, rawBytes=300, archiveBytes=100, sha256=aa,"
            + " contentDigest=bb, skippedFiles={}, namesInvalidOnWindows=0, likelySecrets=1, warnings=" + SECRET + "}";
    private static final ResponseValues SETTINGS = settings("""
            {"url": "https://git.example.com/app", "branch": "refs/heads/main", "useSsh": false,
            "link": {"rel": "self", "uri": "/projects/7"}}
            """);

    @Test
    void the_result_map_omits_unknown_values() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        assertTells(
                result.toMap(), "{projectId=7, unchanged=false, superseded=false, scanForced=false, milliseconds={}}");
        result.setBuildThatUploaded(3);
        result.end(Stage.ARCHIVE, Duration.ofMillis(2));
        assertTells(
                result.toMap(),
                "{projectId=7, unchanged=true, superseded=false, scanForced=false, milliseconds={archive=2}}");
        assertTells(
                SubmissionResult.mapOfDryRun(PROJECT, ARCHIVED.contents(), SkippedFiles.nothing()),
                "{projectId=7, dryRun=true, files=2, rawBytes=300, skippedFiles={}, likelySecrets=1, warnings=" + SECRET
                        + ", unchanged=false}");
    }

    private static void assertTells(Map<String, Object> map, String text) {
        assertThat(map).hasToString(text);
        assertPlain(map);
    }

    @Test
    void the_map_of_a_complete_response_has_the_documented_keys() {
        assertAnswer(
                "sastLicense",
                ResponseValues.license(json("""
                        {"edition": "Full", "hid": "hid", "expirationDate": "1/31/2030",
                        "osaExpirationDate": "2030-02-01", "isOsaEnabled": true, "maxLOC": "1000",
                        "maxConcurrentScans": 4, "currentUsers": 1, "maxUsers": 2, "currentAuditUsers": 3,
                        "maxAuditUsers": 4, "currentProjectsCount": 5, "projectsAllowed": 6,
                        "supportedLanguages": [{"language": "Java", "isSupported": true}]}
                        """)),
                "{edition=Full, hardwareId=hid, expirationDate=1/31/2030, osaExpirationDate=2030-02-01,"
                        + " osaEnabled=true, maxLinesOfCode=1000, maxConcurrentScans=4,"
                        + " users={current=1, max=2}, auditUsers={current=3, max=4},"
                        + " projects={current=5, max=6}, languages=[{language=Java, supported=true}]}");
        assertAnswer(
                "sastBranchingStatus",
                ResponseValues.branchingStatus(json("""
                        {"id": 1, "originalProjectId": 2, "originalProjectName": "base", "branchedOnScanId": 3,
                        "branchedProjectId": 4, "status": {"id": 2, "value": "Failed"}, "errorMessage": "why",
                        "timestamp": "1/31/2030", "comment": "note"}
                        """)),
                "{id=1, originalProjectId=2, originalProjectName=base, branchedOnScanId=3,"
                        + " branchedProjectId=4, status=Failed, statusId=2, errorMessage=why,"
                        + " timestamp=1/31/2030, comment=note}");
        assertAnswer(
                "sastQuery",
                ResponseValues.query(json("{\"queryId\": 5, \"queryVersionCode\": 6}")),
                "{queryId=5, queryVersionCode=6}");
        assertAnswer(
                "sastGitSettings",
                SETTINGS,
                "{url=https://git.example.com/app, branch=refs/heads/main, useSsh=false, link=/projects/7}");
    }

    private static ResponseValues settings(String json) {
        return ResponseValues.gitSettings(json(json));
    }

    private static JsonFields json(String text) {
        return JsonFields.parse(text).orElseThrow();
    }

    private static void assertAnswer(String step, ResponseValues values, String text) {
        Map<String, Object> map = values.toMap();
        assertTells(map, text);
        assertThat(documentedKeys(step)).containsExactlyInAnyOrderElementsOf(keys(map, ""));
    }

    @Test
    void the_documented_tables_list_every_key_that_a_submission_or_a_dry_run_returns() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        result.setArchive(ARCHIVED);
        result.setGit(new SubmissionResult.WrittenGit("https://git.example.com/app", "main", "none", Map.of()));
        Stream.of(Stage.values()).forEach(stage -> end(result, stage, 1));
        Set<String> keys = keys(result.toMap(), "");
        // ManifestJenkinsTest shows that the map "manifest" has these keys.
        List.of("", ".artifact", ".build", ".added", ".changed", ".removed").forEach(key -> keys.add("manifest" + key));

        assertThat(documentedKeys("What it returns")).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(documentedKeys("What a dry run returns"))
                .containsExactlyInAnyOrderElementsOf(
                        SubmissionResult.mapOfDryRun(PROJECT, ARCHIVED.contents(), SkippedFiles.nothing())
                                .keySet());
    }

    @Test
    void each_reason_to_skip_a_file_is_documented() {
        assertThat(documentedKeys("Skipped files"))
                .containsExactlyInAnyOrderElementsOf(Stream.of(SkippedFiles.SkipReason.values())
                        .map(SubmissionResult::key)
                        .toList());
    }

    /** The keys in the two-column tables under a heading of {@code docs/pipeline.md}. */
    private static List<String> documentedKeys(String heading) {
        return Documentation.of("docs/pipeline.md").section(heading).rows().stream()
                .filter(row -> row.size() == 2)
                .flatMap(row -> Documentation.code(row.get(0)))
                .toList();
    }

    /** Returns all keys of a map. Keys of nested maps have the form {@code outer.inner}. */
    private static Set<String> keys(Map<?, ?> map, String prefix) {
        Set<String> keys = new TreeSet<>();
        map.forEach((key, value) -> {
            keys.add(prefix + key);
            Object inner = value instanceof List<?> list && !list.isEmpty() ? list.get(0) : value;
            if (inner instanceof Map<?, ?> nested) {
                keys.addAll(keys(nested, prefix + key + "."));
            }
        });
        return keys;
    }

    @Test
    void the_map_contains_the_last_duration_of_a_repeated_stage() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        end(result, Stage.ACCESS, 1);
        result.setArchive(ARCHIVED);
        end(result, Stage.ARCHIVE, 2);
        end(result, Stage.UPLOAD, 3);
        assertThat(result.toMap().get("milliseconds")).hasToString("{access=1, archive=2, upload=3}");

        end(result, Stage.ACCESS, 4);
        result.setGit(new SubmissionResult.WrittenGit(
                "https://git.example.com/app", "refs/heads/main", "PAT", SETTINGS.toMap()));
        end(result, Stage.GIT_SETTINGS, 5);
        end(result, Stage.FORCE_SCAN, 6);

        assertThat(result.toMap())
                .hasToString("{projectId=7, " + ARCHIVE
                        + ", unchanged=false, superseded=false, git={url=https://git.example.com/app, branch=refs/heads/main,"
                        + " authentication=PAT, readBack={url=https://git.example.com/app, branch=refs/heads/main,"
                        + " useSsh=false, link=/projects/7}}, scanForced=true,"
                        + " milliseconds={access=4, archive=2, upload=3, gitSettings=5, forceScan=6}}");
        assertPlain(result.toMap());
        assertThat(result.done()).containsExactly(Stage.values());
    }

    private static void end(SubmissionResult result, Stage stage, long milliseconds) {
        result.end(stage, Duration.ofMillis(milliseconds));
    }

    /** Asserts that a build can store the value, and that a script in the sandbox can read the value. */
    private static void assertPlain(Object value) {
        if (value instanceof Map<?, ?> map) {
            assertThat(map).isExactlyInstanceOf(LinkedHashMap.class);
            map.keySet().forEach(key -> assertThat(key).isInstanceOf(String.class));
            map.values().forEach(SubmissionResultTest::assertPlain);
        } else if (value instanceof List<?> list) {
            assertThat(list).isExactlyInstanceOf(ArrayList.class);
            list.forEach(SubmissionResultTest::assertPlain);
        } else {
            assertThat(value).isInstanceOfAny(String.class, Long.class, Boolean.class);
        }
    }
}
