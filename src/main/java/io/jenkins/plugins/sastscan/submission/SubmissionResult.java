package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.client.ProjectId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The result of a submission so far. The build report shows it, and pipelines receive {@link #toMap}. */
public final class SubmissionResult {
    private final ProjectId project;
    private final Map<Stage, Duration> times = new EnumMap<>(Stage.class);
    private boolean tokenAccepted;
    private ArchiveFacts archive;
    private List<String> warnings = new ArrayList<>();
    private Integer buildThatUploaded;
    private boolean superseded;
    private WrittenGit git;

    public SubmissionResult(ProjectId project) {
        this.project = project;
    }

    /**
     * @param authentication the name of the authentication method in the REST API
     * @param readBack the settings that the SAST server returned, in a map like that of {@code sastGitSettings}
     */
    public record WrittenGit(String url, String branch, String authentication, Map<String, Object> readBack) {}

    /** Records that a stage has succeeded. */
    public void end(Stage stage, Duration took) {
        times.put(stage, took);
    }

    /** The stages that have succeeded, in order. */
    public Set<Stage> done() {
        return Collections.unmodifiableSet(times.keySet());
    }

    /** Returns false if the access check could not prove that the access token is valid. */
    public boolean isTokenAccepted() {
        return tokenAccepted;
    }

    void setTokenAccepted(boolean accepted) {
        tokenAccepted = accepted;
    }

    /** Returns null until an archive has been created or checked. */
    public ArchiveFacts archive() {
        return archive;
    }

    public void setArchive(ArchiveFacts facts) {
        archive = facts;
        warnings = new ArrayList<>(ArchiveWarnings.warnings(facts.contents(), facts.skippedFiles()));
    }

    /** A modifiable list of warnings about the archive. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * If the upload was skipped, returns the number of the build that made the last upload, or 0 if another job made
     * it. Otherwise, returns null.
     */
    public Integer buildThatUploaded() {
        return buildThatUploaded;
    }

    public void setBuildThatUploaded(int build) {
        buildThatUploaded = build;
    }

    void setSuperseded() {
        superseded = true;
    }

    /** Returns the Git settings, or null if none were written. */
    public WrittenGit git() {
        return git;
    }

    public void setGit(WrittenGit written) {
        git = written;
    }

    /**
     * Returns a map of plain values. Sandboxed pipelines can read the map, and a build can store it without classes of
     * this plugin. {@code docs/pipeline.md} lists the keys. The map has no keys for missing values.
     */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("projectId", project.value());
        if (archive != null) {
            Map<String, Object> archived = new LinkedHashMap<>();
            archived.put("files", archive.files());
            archived.put("rawBytes", archive.rawBytes());
            archived.put("archiveBytes", archive.archiveBytes());
            archived.put("sha256", archive.sha256());
            archived.put("contentDigest", archive.contentDigest());
            archived.put("skippedFiles", map(archive.skippedFiles()));
            archived.put("namesInvalidOnWindows", archive.contents().namesInvalidOnWindows());
            archived.put("likelySecrets", archive.contents().likelySecrets());
            archived.put("warnings", new ArrayList<>(warnings));
            map.put("archive", archived);
        }
        map.put("unchanged", buildThatUploaded != null);
        map.put("superseded", superseded);
        if (git != null) {
            Map<String, Object> written = new LinkedHashMap<>();
            written.put("url", git.url());
            written.put("branch", git.branch());
            written.put("authentication", git.authentication());
            written.put("readBack", git.readBack());
            map.put("git", written);
        }
        map.put("scanForced", times.containsKey(Stage.FORCE_SCAN));
        Map<String, Object> milliseconds = new LinkedHashMap<>();
        times.forEach((stage, took) -> milliseconds.put(key(stage), took.toMillis()));
        map.put("milliseconds", milliseconds);
        return map;
    }

    private static Map<String, Object> map(SkippedFiles skippedFiles) {
        Map<String, Object> map = new LinkedHashMap<>();
        skippedFiles.groups().forEach(group -> map.put(key(group.reason()), group.count()));
        return map;
    }

    public static Map<String, Object> mapOfDryRun(
            ProjectId project, ContentStatistics contents, SkippedFiles skippedFiles) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("projectId", project.value());
        map.put("dryRun", true);
        map.put("files", contents.files());
        map.put("rawBytes", contents.bytes());
        map.put("skippedFiles", map(skippedFiles));
        map.put("likelySecrets", contents.likelySecrets());
        map.put("warnings", ArchiveWarnings.warnings(contents, skippedFiles));
        map.put("unchanged", false);
        return map;
    }

    public static Set<String> keys(Set<Stage> stages) {
        return stages.stream().map(SubmissionResult::key).collect(Collectors.toSet());
    }

    /** Returns, for example, {@code gitSettings} for {@code GIT_SETTINGS}. */
    public static String key(Enum<?> constant) {
        return Pattern.compile("_(.)")
                .matcher(constant.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
