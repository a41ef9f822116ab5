package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
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
import org.junit.jupiter.api.Test;

class ResultMapTest {
    private static final ProjectGitSettings READ_BACK = new ProjectGitSettings(
            Optional.of("https://git.example.com/app"),
            Optional.of("refs/heads/main"),
            Optional.of(false),
            Optional.of(new ProjectGitSettings.Link(Optional.of("self"), Optional.of("/projects/7"))));

    @Test
    void a_whole_submission() {
        SubmissionResult outcome = new SubmissionResult(
                new ProjectId(7),
                Optional.of(new ArchiveFacts(
                        new Contents(2, 300, List.of(), List.of(), 1), 100, 250, "aa", "bb", SkippedFiles.nothing())),
                false,
                Optional.of(new GitResult("https://git.example.com/app", "refs/heads/main", "PAT", READ_BACK)),
                true,
                Map.of(Stage.FORCE_SCAN, Duration.ofMillis(12), Stage.ARCHIVE, Duration.ofMillis(34)));
        Map<String, Object> map = ResultMap.of(outcome, Map.of());
        assertThat(map).containsOnlyKeys("projectId", "archive", "unchanged", "git", "scanForced", "milliseconds");
        assertThat(map).containsEntry("projectId", 7L).containsEntry("scanForced", true);
        assertThat(map.get("archive"))
                .isEqualTo(Map.of(
                        "files",
                        2L,
                        "rawBytes",
                        300L,
                        "archiveBytes",
                        100L,
                        "sha256",
                        "aa",
                        "contentDigest",
                        "bb",
                        "skippedFiles",
                        Map.of(),
                        "namesInvalidOnWindows",
                        1L));
        assertThat(map.get("git"))
                .isEqualTo(Map.of(
                        "url", "https://git.example.com/app",
                        "branch", "refs/heads/main",
                        "authentication", "PAT",
                        "readBack",
                                Map.of(
                                        "url", "https://git.example.com/app",
                                        "branch", "refs/heads/main",
                                        "useSsh", false,
                                        "link", "/projects/7")));
        assertThat(map.get("milliseconds")).asString().isEqualTo("{archive=34, forceScan=12}");
        assertPlain(map);
    }

    @Test
    void what_was_not_done_is_left_out() {
        Map<String, Object> map = ResultMap.of(SubmissionResult.nothing(new ProjectId(7)), Map.of());
        assertThat(map)
                .containsOnlyKeys("projectId", "unchanged", "scanForced", "milliseconds")
                .containsEntry("unchanged", false)
                .containsEntry("scanForced", false);
    }

    @Test
    void what_was_done_before_a_restart_is_in_the_map_and_what_was_repeated_replaces_it() {
        ArchiveFacts facts = new ArchiveFacts(
                new Contents(2, 300, List.of(), List.of(), 0), 100, 250, "aa", "bb", SkippedFiles.nothing());
        Map<String, Object> before = ResultMap.of(
                SubmissionResult.nothing(new ProjectId(7))
                        .with(Stage.ACCESS, Duration.ofMillis(1), new StageResult.Access(true))
                        .with(Stage.ARCHIVE, Duration.ofMillis(2), new StageResult.Archived(facts))
                        .with(Stage.UPLOAD, Duration.ofMillis(3), new StageResult.Uploaded(100, 250)),
                Map.of());

        Map<String, Object> map = ResultMap.of(
                SubmissionResult.nothing(new ProjectId(7))
                        .with(Stage.ACCESS, Duration.ofMillis(4), new StageResult.Access(true))
                        .with(Stage.FORCE_SCAN, Duration.ofMillis(5), new StageResult.ScanForced()),
                before);

        assertThat(ResultMap.done(before)).containsExactly(Stage.ACCESS, Stage.ARCHIVE, Stage.UPLOAD);
        assertThat(map.get("archive")).isEqualTo(before.get("archive"));
        assertThat(map).containsEntry("scanForced", true);
        assertThat(map.get("milliseconds")).asString().isEqualTo("{access=4, archive=2, upload=3, forceScan=5}");
        assertPlain(map);
    }

    @Test
    void a_dry_run() {
        Map<String, Object> map = ResultMap.ofDryRun(new ProjectId(7), 2, 300, SkippedFiles.nothing());
        assertThat(map)
                .asString()
                .isEqualTo("{projectId=7, dryRun=true, files=2, rawBytes=300, skippedFiles={}, unchanged=false}");
        assertPlain(map);
    }

    @Test
    void a_license() {
        LicenseData.Quota quota = new LicenseData.Quota(Optional.of(1L), Optional.of(2L));
        LicenseData.Quota unknown = new LicenseData.Quota(Optional.empty(), Optional.empty());
        Map<String, Object> map = ResultMap.of(new LicenseData(
                Optional.of("Full"),
                Optional.empty(),
                new LicenseData.Validity(Optional.of(ServiceDate.of("1/31/2030")), Optional.empty(), Optional.of(true)),
                new LicenseData.Limits(Optional.of("1000"), Optional.of("4")),
                new LicenseData.Usage(quota, unknown, quota),
                List.of(new LicenseData.Language("Java", Optional.of(true)))));
        assertThat(map)
                .asString()
                .isEqualTo("{edition=Full, expirationDate=1/31/2030, osaEnabled=true, maxLinesOfCode=1000,"
                        + " maxConcurrentScans=4, users={current=1, max=2}, auditUsers={},"
                        + " projects={current=1, max=2}, languages=[{language=Java, supported=true}]}");
        assertPlain(map);
    }

    @Test
    void a_branching_status_and_a_query() {
        Map<String, Object> status = ResultMap.of(new BranchingStatus(
                Optional.of(1L),
                new BranchingStatus.Original(Optional.of(2L), Optional.of("base"), Optional.of(3L)),
                Optional.of(4L),
                new BranchingStatus.Status(Optional.of(2L), Optional.of("Failed"), Optional.of("why")),
                Optional.of(ServiceDate.of("2030-01-31")),
                Optional.of("note")));
        assertThat(status)
                .asString()
                .isEqualTo("{id=1, originalProjectId=2, originalProjectName=base, branchedOnScanId=3,"
                        + " branchedProjectId=4, status=Failed, statusId=2, errorMessage=why, timestamp=2030-01-31,"
                        + " comment=note}");
        assertPlain(status);
        Map<String, Object> query = ResultMap.of(new QueryKey.Version(Optional.of(5L), Optional.of(6L)));
        assertThat(query).asString().isEqualTo("{queryId=5, queryVersionCode=6}");
        assertPlain(query);
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
