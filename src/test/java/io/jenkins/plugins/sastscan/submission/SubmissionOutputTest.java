package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.Retry;
import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The log lines of submissions and dry runs, and the maps that steps return. {@code docs/pipeline.md} lists their keys.
 */
public class SubmissionOutputTest {
    private static final String WINDOWS =
            "Warning: Windows does not allow the names of %s. A SAST server on Windows may"
                    + " fail to unpack the archive; rename or exclude these files.";

    private final List<String> lines = new ArrayList<>();
    private long now;
    /** Tasks that the log delays by some seconds. */
    private final List<Runnable> silences = new ArrayList<>();

    private final SubmissionLog log = new SubmissionLog(lines::add, () -> now, silences::add);

    private final DryRunLog listing = new DryRunLog(log);

    @TempDir
    Path folder;

    static Stream<Arguments> stages() {
        String archived = "Archived 15,460 files, 104.0 MB, as 21.3 MB in 2.0 s (52.0 MB/s)";
        String git = "Wrote Git settings: https://git.example.com/app refs/heads/main, ";
        return Stream.of(
                told(
                        Stage.ACCESS,
                        result -> result.setTokenAccepted(true),
                        "The SAST server accepted the access token (2.0 s)"),
                told(
                        Stage.ACCESS,
                        result -> result.setTokenAccepted(false),
                        "Access token not verified: the SAST server did not return the Git settings of the project"),
                told(Stage.ARCHIVE, archived(0), archived),
                told(Stage.ARCHIVE, archived(1), archived, WINDOWS.formatted("1 file")),
                told(Stage.ARCHIVE, archived(2_000), archived, WINDOWS.formatted("2,000 files")),
                told(
                        Stage.ARCHIVE,
                        result -> result.setBuildThatUploaded(0),
                        "Unchanged since the last upload to this project: nothing is uploaded (2.0 s)"),
                told(
                        Stage.ARCHIVE,
                        result -> result.setBuildThatUploaded(7),
                        "Unchanged since the last upload to this project, by build #7: nothing is uploaded (2.0 s)"),
                told(Stage.UPLOAD, archived(0), "Uploaded 21.3 MB in 2.0 s (10.7 MB/s)"),
                told(
                        Stage.UPLOAD,
                        result -> result.setArchive(facts(0, 53_200_000)),
                        "Uploaded 21.3 MB as a request body of 53.2 MB in 2.0 s (10.7 MB/s)"),
                told(Stage.GIT_SETTINGS, git("app", "none"), git + "without authentication (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("app", "credentials"), git + "authenticated by user and password (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("app", "PAT"), git + "authenticated by access token (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("app", "ssh"), git + "authenticated by SSH key (2.0 s)"),
                told(
                        Stage.GIT_SETTINGS,
                        git("x\r\nFinished: SUCCESS", "none"),
                        "Wrote Git settings: https://git.example.com/x\\u000d\\u000aFinished: SUCCESS refs/heads/main,"
                                + " without authentication (2.0 s)"),
                told(Stage.FORCE_SCAN, result -> {}, "Next scheduled scan forced, even without code changes (2.0 s)"));
    }

    private static Arguments told(Stage stage, Consumer<SubmissionResult> values, String... lines) {
        return arguments(stage, values, lines);
    }

    @ParameterizedTest
    @MethodSource("stages")
    void each_stage_logs_one_line_and_its_warnings(Stage stage, Consumer<SubmissionResult> values, String... told) {
        SubmissionResult result = new SubmissionResult(PROJECT);
        values.accept(result);
        log.ended(stage, Duration.ofSeconds(2), result);
        assertThat(lines).containsExactly(told);
    }

    @Test
    void external_text_cannot_start_a_new_line() {
        log.line("one\ntwo\u001b[31m");
        log.warned("three\nfour");
        assertThat(lines).containsExactly("one\\u000atwo\\u001b[31m", "Warning: three\\u000afour");
    }

    @Test
    void a_long_stage_logs_its_progress_every_ten_seconds() {
        log.begun(Stage.ARCHIVE);
        progressed(Stage.ARCHIVE, 10, 50_000, 0);
        log.begun(Stage.UPLOAD);
        progressed(Stage.UPLOAD, 19, 900, 10_000);
        progressed(Stage.UPLOAD, 20, 1_000, 10_000);
        progressed(Stage.UPLOAD, 25, 1_500, 10_000);
        progressed(Stage.UPLOAD, 30, 3_000, 10_000);
        assertThat(lines)
                .containsExactly(
                        "  archive: 50.0 kB, 5.0 kB/s",
                        "  upload: 1.0 kB of 10.0 kB (10 %), 100 B/s",
                        "  upload: 3.0 kB of 10.0 kB (30 %), 150 B/s");
    }

    @Test
    void the_log_gives_the_maximum_wait_some_seconds_after_an_upload_is_sent() {
        log.waitAtMost(1_200);
        log.begun(Stage.UPLOAD);
        log.progressed(Stage.UPLOAD, 9_999, 10_000);
        log.progressed(Stage.UPLOAD, 10_000, 10_000);
        assertThat(lines).isEmpty();
        silences.forEach(Runnable::run);
        assertThat(lines)
                .containsExactly(
                        "  upload: everything is sent, waiting at most 1,200 seconds for the response of the SAST server");
    }

    static Stream<Consumer<SubmissionLog>> ends() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        result.setArchive(uploaded(20, 20));
        return Stream.of(
                log -> log.ended(Stage.UPLOAD, Duration.ofSeconds(1), result),
                log -> log.retried(Stage.UPLOAD, new Retry("status 503", "retry")),
                log -> log.progressed(Stage.UPLOAD, 1, 10_000),
                SubmissionLog::stopWaiting);
    }

    @ParameterizedTest
    @MethodSource("ends")
    void an_upload_with_a_quick_response_logs_no_wait(Consumer<SubmissionLog> end) {
        log.waitAtMost(1_200);
        log.begun(Stage.UPLOAD);
        log.progressed(Stage.UPLOAD, 10_000, 10_000);
        end.accept(log);
        silences.forEach(Runnable::run);
        assertThat(lines).noneMatch(line -> line.contains("waiting"));
    }

    @Test
    void a_retry_logs_one_line_with_its_stage() {
        log.retried(Stage.GIT_SETTINGS, new Retry("status 503", "retry 2 of 9 in 4.0 s"));
        assertThat(lines).containsExactly("  Git settings: status 503, retry 2 of 9 in 4.0 s");
    }

    @Test
    void the_log_omits_the_form_size_of_an_upload_that_was_sent_as_multipart() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        result.setArchive(uploaded(20_000, 50_000));
        log.retried(Stage.UPLOAD, Retry.AS_MULTIPART);
        log.ended(Stage.UPLOAD, Duration.ofSeconds(2), result);
        assertThat(lines)
                .containsExactly(
                        "  upload: status 415 (if multipart works, set it as the upload encoding of the SAST server),"
                                + " sent again as multipart",
                        "Uploaded 20.0 kB in 2.0 s (10.0 kB/s)");
    }

    private static ArchiveFacts uploaded(long archiveBytes, long bodyBytes) {
        return new ArchiveFacts(
                new ContentStatistics(1, 1, List.of(), List.of(), 0, 0, List.of()),
                archiveBytes,
                bodyBytes,
                "aa",
                "bb",
                SkippedFiles.nothing());
    }

    @Test
    void the_log_omits_an_upload_speed_below_one_byte_per_second() {
        SubmissionResult result = new SubmissionResult(PROJECT);
        result.setArchive(uploaded(20, 20));
        log.ended(Stage.UPLOAD, Duration.ofSeconds(30), result);
        assertThat(lines).containsExactly("Uploaded 20 B in 30.0 s");
    }

    @Test
    void patterns_that_match_nothing_give_one_warning() {
        assertThat(unmatched()).isEmpty();
        assertThat(unmatched("include 'a'", "exclude 'b'"))
                .containsExactly("These patterns match nothing: include 'a', exclude 'b'. Check their spelling, or"
                        + " remove them.");
        assertThat(unmatched("1", "2", "3", "4", "5", "6", "7"))
                .containsExactly("These patterns match nothing: 1, 2, 3, 4, 5 and 2 more. Check their spelling, or"
                        + " remove them.");
    }

    private static List<String> unmatched(String... patterns) {
        return ArchiveWarnings.warnings(
                facts(0, 21_300_000).contents(), new SkippedFiles(List.of(), List.of(patterns)));
    }

    private void progressed(Stage stage, long seconds, long done, long total) {
        now = Duration.ofSeconds(seconds).toNanos();
        log.progressed(stage, done, total);
    }

    private static Consumer<SubmissionResult> archived(long namesInvalidOnWindows) {
        return result -> result.setArchive(facts(namesInvalidOnWindows, 21_300_000));
    }

    private static ArchiveFacts facts(long namesInvalidOnWindows, long bodyBytes) {
        return new ArchiveFacts(
                new ContentStatistics(15_460, 104_000_000, List.of(), List.of(), namesInvalidOnWindows, 0, List.of()),
                21_300_000,
                bodyBytes,
                "aa",
                "bb",
                SkippedFiles.nothing());
    }

    private static Consumer<SubmissionResult> git(String path, String authentication) {
        return result -> result.setGit(new SubmissionResult.WrittenGit(
                "https://git.example.com/" + path, "refs/heads/main", authentication, Map.of()));
    }

    @Test
    void a_dry_run_lists_files_with_sizes_and_skipped_files_with_reasons() throws Exception {
        Files.createDirectory(folder.resolve("build"));
        Files.createDirectory(folder.resolve("node_modules"));
        Files.writeString(folder.resolve(".sastignore"), "# generated\n\n*.gen.c\n");
        Files.createFile(folder.resolve("x.gen.c"));
        Files.writeString(folder.resolve("kept.c"), "x".repeat(1_234));
        Files.writeString(folder.resolve("a\nb.c"), "int b;");
        Files.createFile(folder.resolve("a\nb"));
        Files.createFile(folder.resolve("id_rsa"));
        Selection selection = new Selection(List.of("*.c", "id_*"), List.of("build/**"), true, true);

        ContentStatistics listed =
                listing.end(new DirectoryArchiver(SizeLimit.none()).list(folder, selection, listing::add));

        assertThat(lines)
                .containsExactly(
                        "              6  a\\u000ab.c  (name not allowed on Windows)",
                        "              0  id_rsa  (likely secret)",
                        "          1,234  kept.c",
                        "Would upload 3 files, 1.2 kB.",
                        "  skipped (excluded file): x.gen.c  (.sastignore line 3: *.gen.c)",
                        "  skipped (excluded directory): build  (exclude pattern build/**)",
                        "  skipped (excluded directory): node_modules  (default exclude **/node_modules/**)",
                        "  skipped (file not included): .sastignore",
                        "  skipped (file not included): a\\u000ab",
                        "Skipped: 1 excluded file, 2 excluded directories, 2 files not included",
                        "Warning: Found 1 likely secret by file name; the submission page lists the names. Exclude what the"
                                + " SAST server should not receive.",
                        "Warning: Windows does not allow the names of 1 file. A SAST server on Windows may fail to unpack"
                                + " the archive; rename or exclude these files.");
        assertThat(listed.files()).isEqualTo(3);
        assertThat(listed.bytes()).isEqualTo(1_240);
    }

    @Test
    void a_dry_run_without_files_says_so() {
        listing.end(SkippedFiles.nothing());
        assertThat(lines).containsExactly("Would upload 0 files, 0 B.", "No files are skipped.");
    }

    @Test
    @Timeout(30)
    void lfs_pointers_and_missing_submodules_give_a_warning() throws Exception {
        Files.writeString(folder.resolve("a.c"), "int a;");
        Files.createDirectory(folder.resolve("empty"));
        Files.writeString(folder.resolve(".gitmodules"), """
                [submodule "one"]
                \tpath = libs/one
                \turl = ../one.git
                [submodule "two"]
                    path = "libs/two words"
                    url = ../two.git
                [submodule "three"]
                \tpath = libs/three
                """ + "path = a" + " ".repeat(300_000) + "b");
        Files.createDirectories(folder.resolve("libs/one"));
        Files.writeString(folder.resolve("libs/one/b.c"), "int b;");
        assertThat(missing(Selection.everything())).isEmpty();

        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 1\n";
        Files.writeString(folder.resolve("x.bin"), pointer);
        Files.writeString(folder.resolve("y.bin"), pointer);
        Files.createDirectories(folder.resolve("libs/two words"));
        Files.createDirectories(folder.resolve("libs/one/inner"));
        Files.writeString(folder.resolve("libs/one/.gitmodules"), "[submodule \"x\"]\nPath=inner ; of one\n");
        assertThat(missing(Selection.everything()))
                .containsExactly(
                        "The archive lacks 2 submodules that are not checked out. Check out submodules before this step,"
                                + " or exclude them.",
                        "The archive has 2 Git LFS pointer files in place of their content. Run git lfs pull before this"
                                + " step, or exclude them.");
        assertThat(missing(new Selection(List.of(), List.of("libs/**", "*.bin"), true, true)))
                .isEmpty();
    }

    private List<String> missing(Selection selection) throws Exception {
        Path archive = Files.createTempDirectory(folder, "made").resolve("a.zip");
        try {
            ArchiveFacts facts =
                    new DirectoryArchiver(SizeLimit.none()).archive(folder, selection, archive, false, bytes -> {});
            return ArchiveWarnings.warnings(facts.contents(), facts.skippedFiles());
        } finally {
            Files.delete(archive);
        }
    }

    @Test
    void an_archive_below_half_the_previous_size_gives_a_warning() {
        assertThat(ArchiveWarnings.shrunk(500, 1_000, 7)).isEmpty();
        assertThat(ArchiveWarnings.shrunk(1, 1, 7)).isEmpty();
        assertThat(ArchiveWarnings.shrunk(499, 1_000, 7))
                .hasValue("The archive is 499 B, less than half of the 1.0 kB of build #7. Check that the checkout is"
                        + " complete and the patterns are right.");
    }

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
    void each_reason_to_skip_a_file_is_documented() {
        assertThat(documentedKeys("Skipped files"))
                .containsExactlyInAnyOrderElementsOf(Stream.of(SkippedFiles.SkipReason.values())
                        .map(SubmissionResult::key)
                        .toList());
    }

    /** The keys in the two-column tables under a heading of {@code docs/pipeline.md}. */
    public static List<String> documentedKeys(String heading) {
        return Documentation.of("docs/pipeline.md").section(heading).rows().stream()
                .filter(row -> row.size() == 2)
                .flatMap(row -> Documentation.code(row.get(0)))
                .toList();
    }

    /** All keys of a map. Keys of nested maps have the form {@code outer.inner}. */
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
    void a_repeated_stage_replaces_its_duration_in_the_map() {
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

    /** Asserts that a value has only types that builds can store and the sandbox can read. */
    private static void assertPlain(Object value) {
        if (value instanceof Map<?, ?> map) {
            assertThat(map).isExactlyInstanceOf(LinkedHashMap.class);
            map.keySet().forEach(key -> assertThat(key).isInstanceOf(String.class));
            map.values().forEach(SubmissionOutputTest::assertPlain);
        } else if (value instanceof List<?> list) {
            assertThat(list).isExactlyInstanceOf(ArrayList.class);
            list.forEach(SubmissionOutputTest::assertPlain);
        } else {
            assertThat(value).isInstanceOfAny(String.class, Long.class, Boolean.class);
        }
    }
}
