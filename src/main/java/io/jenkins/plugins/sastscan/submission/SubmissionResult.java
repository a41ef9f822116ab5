package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.ProjectId;
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

/**
 * What a submission has done so far. {@link Submission} fills it, stage by stage. Builds store a report of it, and
 * pipelines receive {@link #toMap}. Not thread-safe.
 */
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
     * The Git settings that were written.
     *
     * @param authentication the authentication method, as the REST API names it
     * @param readBack what the SAST server returned afterwards, with the keys of the result of {@code sastGitSettings}
     */
    public record WrittenGit(String url, String branch, String authentication, Map<String, Object> readBack) {}

    /** Notes that a stage has succeeded. Call this after setting the values of the stage. */
    public void end(Stage stage, Duration took) {
        times.put(stage, took);
    }

    /** The stages that have succeeded, in order. */
    public Set<Stage> done() {
        return Collections.unmodifiableSet(times.keySet());
    }

    /** Tells whether the access check proved that the access token is valid. Otherwise, the check was inconclusive. */
    public boolean isTokenAccepted() {
        return tokenAccepted;
    }

    void setTokenAccepted(boolean accepted) {
        tokenAccepted = accepted;
    }

    /** The archive, after it was created or checked. Null before. */
    public ArchiveFacts archive() {
        return archive;
    }

    public void setArchive(ArchiveFacts facts) {
        archive = facts;
        warnings = new ArrayList<>(ArchiveWarnings.warnings(facts.contents(), facts.skippedFiles()));
    }

    /** Warnings about the archive. Callers can change the list. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * If the upload was skipped, the number of the build of this job that last uploaded the same files, or 0 if another
     * job uploaded them. Otherwise null.
     */
    public Integer buildThatUploaded() {
        return buildThatUploaded;
    }

    public void setBuildThatUploaded(int build) {
        buildThatUploaded = build;
    }

    /** Notes that a later build had already submitted to the project, so nothing more was changed. */
    void setSuperseded() {
        superseded = true;
    }

    /** The Git settings that were written, or null. */
    public WrittenGit git() {
        return git;
    }

    public void setGit(WrittenGit written) {
        git = written;
    }

    /**
     * Returns plain values, so that sandboxed pipelines can read them and builds do not serialize classes of this
     * plugin. Missing values have no key. {@code docs/pipeline.md} lists the keys.
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

    /** Returns the plain values of a dry run, like {@link #toMap}. */
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

    /** Returns the keys of stages, as in {@link #toMap}. */
    public static Set<String> keys(Set<Stage> stages) {
        return stages.stream().map(SubmissionResult::key).collect(Collectors.toSet());
    }

    /** Returns the key of a stage, or of a reason to skip files. */
    public static String key(Enum<?> constant) {
        return Pattern.compile("_(.)")
                .matcher(constant.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
