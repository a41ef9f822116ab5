package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.ProjectId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The return values of steps: maps of plain values, so that sandboxed pipelines can read them and builds do not
 * serialize classes of this plugin. Missing values have no key. {@code docs/pipeline.md} lists the keys.
 */
public final class ResultMap {
    private static final String PROJECT_ID = "projectId";
    private static final String ARCHIVE = "archive";
    private static final String UNCHANGED = "unchanged";
    private static final String GIT = "git";
    private static final String SCAN_FORCED = "scanForced";
    private static final String MILLISECONDS = "milliseconds";
    private static final List<String> ORDER = List.of(PROJECT_ID, ARCHIVE, UNCHANGED, GIT, SCAN_FORCED, MILLISECONDS);

    private ResultMap() {}

    /** The map of a submission before its first stage. */
    static Map<String, Object> nothing(ProjectId projectId) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(PROJECT_ID, projectId.value());
        map.put(UNCHANGED, false);
        map.put(SCAN_FORCED, false);
        map.put(MILLISECONDS, new LinkedHashMap<>());
        return map;
    }

    /** Returns the map of a submission with one more stage, or with a stage that was repeated. */
    static Map<String, Object> with(Map<String, Object> before, Stage stage, Duration took, StageResult result) {
        Map<String, Object> map = new LinkedHashMap<>(before);
        if (result instanceof StageResult.Archived archived) {
            map.put(ARCHIVE, of(archived.facts()));
        } else if (result instanceof StageResult.Unchanged) {
            map.put(UNCHANGED, true);
        } else if (result instanceof StageResult.GitWritten git) {
            map.put(GIT, of(git));
        } else if (result instanceof StageResult.ScanForced) {
            map.put(SCAN_FORCED, true);
        }
        Map<Object, Object> milliseconds = new LinkedHashMap<>(milliseconds(before));
        milliseconds.put(key(stage), took.toMillis());
        map.put(MILLISECONDS, milliseconds);
        Map<String, Object> ordered = new LinkedHashMap<>();
        ORDER.forEach(key -> put(ordered, key, Optional.ofNullable(map.get(key))));
        return ordered;
    }

    /** Tells whether nothing was uploaded because nothing had changed, according to the map of a submission. */
    public static boolean isUnchanged(Map<String, Object> map) {
        return Boolean.TRUE.equals(map.get(UNCHANGED));
    }

    /** The stages that are done, according to the map of a submission. */
    public static Set<Stage> done(Map<String, Object> map) {
        Set<Stage> done = EnumSet.allOf(Stage.class);
        done.removeIf(stage -> !milliseconds(map).containsKey(key(stage)));
        return done;
    }

    private static Map<?, ?> milliseconds(Map<String, Object> map) {
        return map.get(MILLISECONDS) instanceof Map<?, ?> milliseconds ? milliseconds : Map.of();
    }

    public static Map<String, Object> ofDryRun(ProjectId projectId, long files, long bytes, SkippedFiles skippedFiles) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(PROJECT_ID, projectId.value());
        map.put("dryRun", true);
        map.put("files", files);
        map.put("rawBytes", bytes);
        map.put("skippedFiles", of(skippedFiles));
        map.put(UNCHANGED, false);
        return map;
    }

    private static Map<String, Object> of(StageResult.GitWritten git) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("url", git.url());
        map.put("branch", git.branch());
        map.put("authentication", git.authentication());
        map.put("readBack", git.readBack().toMap());
        return map;
    }

    private static Map<String, Object> of(ArchiveFacts facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("files", facts.files());
        map.put("rawBytes", facts.rawBytes());
        map.put("archiveBytes", facts.archiveBytes());
        map.put("sha256", facts.sha256());
        map.put("contentDigest", facts.contentDigest());
        map.put("skippedFiles", of(facts.skippedFiles()));
        map.put("namesInvalidOnWindows", facts.contents().namesInvalidOnWindows());
        return map;
    }

    private static Map<String, Object> of(SkippedFiles skippedFiles) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (SkippedFiles.Group group : skippedFiles.groups()) {
            map.put(key(group.reason()), group.count());
        }
        return map;
    }

    private static void put(Map<String, Object> map, String key, Optional<?> value) {
        value.ifPresent(present -> map.put(key, present));
    }

    /** Returns the key of a stage, or of a reason to skip files. */
    public static String key(Enum<?> constant) {
        return Pattern.compile("_(.)")
                .matcher(constant.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
