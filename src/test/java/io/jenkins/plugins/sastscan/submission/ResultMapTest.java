package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.service.BranchingStatus;
import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.ServiceDate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What steps return: values that every build can keep, under the keys that {@code docs/pipeline.md} lists. */
public class ResultMapTest {
    private static final ProjectId PROJECT = new ProjectId(7);
    private static final StageResult ARCHIVED = new StageResult.Archived(new ArchiveFacts(
            new Contents(2, 300, List.of(), List.of(), 1), 100, 250, "aa", "bb", SkippedFiles.nothing()));
    private static final String ARCHIVE = "archive={files=2, rawBytes=300, archiveBytes=100, sha256=aa,"
            + " contentDigest=bb, skippedFiles={}, namesInvalidOnWindows=1}";
    private static final ProjectGitSettings SETTINGS = new ProjectGitSettings(
            Optional.of("https://git.example.com/app"),
            Optional.of("refs/heads/main"),
            Optional.of(false),
            Optional.of(new ProjectGitSettings.Link(Optional.of("self"), Optional.of("/projects/7"))));

    @Test
    void what_is_known_is_told_and_nothing_else() {
        assertTells(ResultMap.nothing(PROJECT), "{projectId=7, unchanged=false, scanForced=false, milliseconds={}}");
        assertTells(
                with(ResultMap.nothing(PROJECT), Stage.ARCHIVE, 2, new StageResult.Unchanged(3)),
                "{projectId=7, unchanged=true, scanForced=false, milliseconds={archive=2}}");
        assertTells(
                ResultMap.ofDryRun(PROJECT, 2, 300, SkippedFiles.nothing()),
                "{projectId=7, dryRun=true, files=2, rawBytes=300, skippedFiles={}, unchanged=false}");
        assertTells(ResultMap.of(new QueryKey.Version(Optional.empty(), Optional.of(6L))), "{queryVersionCode=6}");
    }

    private static void assertTells(Map<String, Object> map, String text) {
        assertThat(map).hasToString(text);
        assertPlain(map);
    }

    /** With all that a SAST server can tell. */
    @Test
    void the_answer_of_a_server_has_the_documented_keys() {
        Optional<ServiceDate> date = Optional.of(ServiceDate.of("1/31/2030"));
        assertAnswer(
                "sastLicense",
                ResultMap.of(new LicenseData(
                        Optional.of("Full"),
                        Optional.of("hid"),
                        new LicenseData.Validity(date, Optional.of(ServiceDate.of("2030-02-01")), Optional.of(true)),
                        new LicenseData.Limits(Optional.of("1000"), Optional.of("4")),
                        new LicenseData.Usage(quota(1), quota(3), quota(5)),
                        List.of(new LicenseData.Language("Java", Optional.of(true))))),
                "{edition=Full, hardwareId=hid, expirationDate=1/31/2030, osaExpirationDate=2030-02-01,"
                        + " osaEnabled=true, maxLinesOfCode=1000, maxConcurrentScans=4,"
                        + " users={current=1, max=2}, auditUsers={current=3, max=4},"
                        + " projects={current=5, max=6}, languages=[{language=Java, supported=true}]}");
        assertAnswer(
                "sastBranchingStatus",
                ResultMap.of(new BranchingStatus(
                        Optional.of(1L),
                        new BranchingStatus.Original(Optional.of(2L), Optional.of("base"), Optional.of(3L)),
                        Optional.of(4L),
                        new BranchingStatus.Status(Optional.of(2L), Optional.of("Failed"), Optional.of("why")),
                        date,
                        Optional.of("note"))),
                "{id=1, originalProjectId=2, originalProjectName=base, branchedOnScanId=3,"
                        + " branchedProjectId=4, status=Failed, statusId=2, errorMessage=why,"
                        + " timestamp=1/31/2030, comment=note}");
        assertAnswer(
                "sastQuery",
                ResultMap.of(new QueryKey.Version(Optional.of(5L), Optional.of(6L))),
                "{queryId=5, queryVersionCode=6}");
        assertAnswer(
                "sastGitSettings",
                ResultMap.of(SETTINGS),
                "{url=https://git.example.com/app, branch=refs/heads/main, useSsh=false, link=/projects/7}");
    }

    private static LicenseData.Quota quota(long current) {
        return new LicenseData.Quota(Optional.of(current), Optional.of(current + 1));
    }

    private static void assertAnswer(String step, Map<String, Object> map, String text) {
        assertTells(map, text);
        assertThat(documentedKeys(step)).containsExactlyInAnyOrderElementsOf(keys(map, ""));
    }

    @Test
    void each_reason_to_skip_a_file_is_documented() {
        assertThat(documentedKeys("Skipped files"))
                .containsExactlyInAnyOrderElementsOf(Stream.of(SkippedFiles.SkipReason.values())
                        .map(ResultMap::key)
                        .toList());
    }

    /** The keys in the tables of two columns under a heading of {@code docs/pipeline.md}. */
    public static List<String> documentedKeys(String heading) {
        return Documentation.of("docs/pipeline.md").section(heading).rows().stream()
                .filter(row -> row.size() == 2)
                .flatMap(row -> Documentation.code(row.get(0)))
                .toList();
    }

    /** All keys of a map, those of the maps in it with a dot. */
    public static Set<String> keys(Map<?, ?> map, String prefix) {
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
    void each_stage_adds_to_the_map_and_a_repeated_one_replaces_what_it_told() {
        StageResult git = new StageResult.GitWritten("https://git.example.com/app", "refs/heads/main", "PAT", SETTINGS);
        Map<String, Object> nothing = ResultMap.nothing(PROJECT);
        Map<String, Object> archived =
                with(with(nothing, Stage.ACCESS, 1, new StageResult.Access(true)), Stage.ARCHIVE, 2, ARCHIVED);
        Map<String, Object> before = with(archived, Stage.UPLOAD, 3, new StageResult.Uploaded(100, 250));
        assertThat(ResultMap.done(before)).containsExactly(Stage.ACCESS, Stage.ARCHIVE, Stage.UPLOAD);

        Map<String, Object> map = with(before, Stage.ACCESS, 4, new StageResult.Access(true));
        map = with(with(map, Stage.GIT_SETTINGS, 5, git), Stage.FORCE_SCAN, 6, new StageResult.ScanForced());

        assertThat(map)
                .hasToString("{projectId=7, " + ARCHIVE
                        + ", unchanged=false, git={url=https://git.example.com/app, branch=refs/heads/main,"
                        + " authentication=PAT, readBack={url=https://git.example.com/app, branch=refs/heads/main,"
                        + " useSsh=false, link=/projects/7}}, scanForced=true,"
                        + " milliseconds={access=4, archive=2, upload=3, gitSettings=5, forceScan=6}}");
        assertPlain(map);
        assertThat(before.get("milliseconds")).hasToString("{access=1, archive=2, upload=3}");
        assertThat(ResultMap.done(nothing)).isEmpty();
    }

    private static Map<String, Object> with(
            Map<String, Object> before, Stage stage, long milliseconds, StageResult result) {
        return ResultMap.with(before, stage, Duration.ofMillis(milliseconds), result);
    }

    /** Only what every build can keep and every sandbox can read. */
    private static void assertPlain(Object value) {
        if (value instanceof Map<?, ?> map) {
            assertThat(map).isExactlyInstanceOf(LinkedHashMap.class);
            map.keySet().forEach(key -> assertThat(key).isInstanceOf(String.class));
            map.values().forEach(ResultMapTest::assertPlain);
        } else if (value instanceof List<?> list) {
            assertThat(list).isExactlyInstanceOf(ArrayList.class);
            list.forEach(ResultMapTest::assertPlain);
        } else {
            assertThat(value).isInstanceOfAny(String.class, Long.class, Boolean.class);
        }
    }
}
