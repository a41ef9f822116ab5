package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.service.ProjectId;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a submission.
 *
 * @param archive what was archived and uploaded
 * @param unchanged whether nothing was uploaded because it is what was uploaded last
 * @param git the Git settings that were written
 * @param scanForced whether the next scheduled scan was forced
 * @param durations the duration of each stage, in order
 */
public record SubmissionResult(
        ProjectId projectId,
        Optional<ArchiveFacts> archive,
        boolean unchanged,
        Optional<GitResult> git,
        boolean scanForced,
        Map<Stage, Duration> durations) {
    public SubmissionResult {
        Map<Stage, Duration> copy = new EnumMap<>(Stage.class);
        copy.putAll(durations);
        durations = Collections.unmodifiableMap(copy);
    }

    /** The result before the first stage. */
    public static SubmissionResult nothing(ProjectId projectId) {
        return new SubmissionResult(projectId, Optional.empty(), false, Optional.empty(), false, Map.of());
    }

    /** Returns a copy with one more stage. */
    public SubmissionResult with(Stage stage, Duration took, StageResult done) {
        Map<Stage, Duration> more = new EnumMap<>(Stage.class);
        more.putAll(durations);
        more.put(stage, took);
        return new SubmissionResult(
                projectId,
                done instanceof StageResult.Archived archived ? Optional.of(archived.facts()) : archive,
                unchanged || done instanceof StageResult.Unchanged,
                done instanceof StageResult.GitWritten written ? Optional.of(written.git()) : git,
                scanForced || done instanceof StageResult.ScanForced,
                more);
    }
}
