package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.beans.Introspector;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.export.Exported;

/** The keys of a submission in the REST API, and in the map that the step returns. */
public class ReportKeysTest {
    private static final String REST = """
            submissions
            submissions.archive
            submissions.archive.archiveBytes
            submissions.archive.contentDigest
            submissions.archive.files
            submissions.archive.folders
            submissions.archive.folders.bytes
            submissions.archive.folders.files
            submissions.archive.folders.name
            submissions.archive.likelySecretNames
            submissions.archive.likelySecrets
            submissions.archive.namesInvalidOnWindows
            submissions.archive.rawBytes
            submissions.archive.sha256
            submissions.archive.skippedFiles
            submissions.archive.skippedFiles.count
            submissions.archive.skippedFiles.names
            submissions.archive.skippedFiles.reason
            submissions.archive.types
            submissions.archive.types.bytes
            submissions.archive.types.files
            submissions.archive.types.name
            submissions.archive.unmatchedPatterns
            submissions.archive.warnings
            submissions.commits
            submissions.dryRun
            submissions.git
            submissions.git.authentication
            submissions.git.branch
            submissions.git.branchReadBack
            submissions.git.url
            submissions.git.urlReadBack
            submissions.manifest
            submissions.milliseconds
            submissions.pipelineStage
            submissions.projectId
            submissions.projectPage
            submissions.reason
            submissions.scanForced
            submissions.server
            submissions.stages
            submissions.stages.milliseconds
            submissions.stages.name
            submissions.stages.retries
            submissions.stages.retryReason
            submissions.stages.state
            submissions.state
            submissions.superseded
            submissions.unchanged
            submissions.uploaded
            submissions.url
            submissions.waitingFor
            """;

    private final SubmissionReport report = new SubmissionReport("1", "", "main", false, List.of());
    private final SubmissionRecorder recorder =
            new SubmissionRecorder(new SubmissionLog(line -> {}), report, text -> text, () -> {});

    @Test
    void the_rest_api_has_exactly_these_keys() {
        assertThat(exportedKeys(SubmissionsAction.class, "")).containsExactlyElementsOf(REST.lines()::iterator);
        assertThat(Documentation.of("docs/report.md").rows().stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(REST.lines()::iterator);
    }

    private static Set<String> exportedKeys(Class<?> bean, String prefix) {
        Set<String> keys = new TreeSet<>();
        for (Member member : Stream.<Member>concat(Stream.of(bean.getMethods()), Stream.of(bean.getFields()))
                .filter(each -> ((AnnotatedElement) each).isAnnotationPresent(Exported.class))
                .toList()) {
            String key = prefix + Introspector.decapitalize(member.getName().replaceFirst("^(get|is)(?=[A-Z])", ""));
            Type type =
                    member instanceof Field field ? field.getGenericType() : ((Method) member).getGenericReturnType();
            keys.add(key);
            keys.addAll(exportedKeys(
                    (Class<?>) (type instanceof ParameterizedType list ? list.getActualTypeArguments()[0] : type),
                    key + "."));
        }
        return keys;
    }

    @Test
    void the_map_of_a_complete_submission_has_exactly_these_keys() {
        recorder.setProject("main", "https://sast.example", new ProjectId(7), "https://sast.example/7");
        stage(Stage.ACCESS);
        recorder.archived(ArchiveReportTest.example());
        stage(Stage.ARCHIVE);
        stage(Stage.UPLOAD);
        recorder.wroteGit(new GitRemote("https://git.example/app", "refs/heads/main"), "PAT", Map.of("useSsh", false));
        stage(Stage.GIT_SETTINGS);
        stage(Stage.FORCE_SCAN);
        LinkedHashMap<String, Object> manifest = new LinkedHashMap<>(Map.of("artifact", "a.sha256"));
        List.of("build", "added", "changed", "removed").forEach(key -> manifest.put(key, 1));
        report.manifest = manifest;

        assertThat(report.toMap().toString())
                .startsWith(
                        "{projectId=7, projectPage=https://sast.example/7, archive={files=2, rawBytes=1000, archiveBytes=300, sha256=aa,"
                                + " contentDigest=bb, namesInvalidOnWindows=0, skippedFiles={linkBroken=1, excludedFile=2},"
                                + " likelySecrets=1, warnings=[These patterns match nothing: exclude \"none\".")
                .contains("unchanged=false, superseded=false, git={url=https://git.example/app, branch=refs/heads/main,"
                        + " authentication=PAT, readBack={useSsh=false}}, scanForced=true,"
                        + " milliseconds={access=1, archive=1, upload=1, gitSettings=1, forceScan=1},"
                        + " manifest={artifact=a.sha256, ");
        assertPlain(report.toMap());
        Set<String> keys = keys(report.toMap(), "");
        keys.removeIf(key -> key.matches("(archive[.]skippedFiles|git[.]readBack)[.].*"));
        assertThat(documentedKeys("What it returns")).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void the_map_omits_unknown_values() {
        recorder.setProject("main", "https://sast.example", new ProjectId(7), "");
        assertThat(report.toMap())
                .hasToString("{projectId=7, unchanged=false, superseded=false, scanForced=false, milliseconds={}}");
        recorder.archived(ArchiveReportTest.example());
        stage(Stage.ARCHIVE);
        recorder.unchanged(3);
        assertThat(report.toMap())
                .hasToString("{projectId=7, unchanged=true, superseded=false, scanForced=false,"
                        + " milliseconds={archive=1}}");
    }

    @Test
    void the_map_of_a_dry_run_has_exactly_these_keys() {
        SubmissionReport dryRun = new SubmissionReport("1", "", "main", true, List.of());
        dryRun.projectId = 7L;
        dryRun.archive = new DryRunLog(new SubmissionLog(line -> {})).report();
        assertThat(dryRun.toMap())
                .hasToString("{projectId=7, dryRun=true, files=0, rawBytes=0, skippedFiles={}, likelySecrets=0,"
                        + " warnings=[], unchanged=false}");
        assertPlain(dryRun.toMap());
        assertThat(documentedKeys("What a dry run returns"))
                .containsExactlyInAnyOrderElementsOf(dryRun.toMap().keySet());
    }

    @Test
    void each_reason_to_skip_a_file_is_documented() {
        assertThat(documentedKeys("Skipped files"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(SkipReason.values()).map(PlainText::key).toList());
    }

    private void stage(Stage stage) {
        recorder.begin(stage);
        recorder.end(stage, Duration.ofMillis(1));
    }

    /** The keys in the two-column tables under a heading of {@code docs/pipeline.md}. */
    public static List<String> documentedKeys(String heading) {
        return Documentation.of("docs/pipeline.md").section(heading).rows().stream()
                .filter(row -> row.size() == 2)
                .flatMap(row -> Documentation.code(row.get(0)))
                .toList();
    }

    /** Returns all keys of a map. Keys of nested maps have the form {@code outer.inner}. */
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

    /** Asserts that a build can store the value, and that a script in the sandbox can read the value. */
    public static void assertPlain(Object value) {
        if (value instanceof Map<?, ?> map) {
            assertThat(map).isExactlyInstanceOf(LinkedHashMap.class);
            map.keySet().forEach(key -> assertThat(key).isInstanceOf(String.class));
            map.values().forEach(ReportKeysTest::assertPlain);
        } else if (value instanceof List<?> list) {
            assertThat(list).isExactlyInstanceOf(ArrayList.class);
            list.forEach(ReportKeysTest::assertPlain);
        } else {
            assertThat(value).isInstanceOfAny(String.class, Long.class, Integer.class, Boolean.class);
        }
    }
}
