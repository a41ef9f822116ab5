package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a submission did.
 *
 * @param archive what was archived and uploaded
 * @param git the Git settings written
 * @param scanForced whether the next scheduled scan was excluded from the "no code changes" detection
 * @param durations how long each stage took that ended well, in their order
 */
public record SubmissionResult(
        long projectId,
        Optional<ArchiveFacts> archive,
        Optional<GitResult> git,
        boolean scanForced,
        Map<Stage, Duration> durations) {
    public SubmissionResult {
        Map<Stage, Duration> copy = new EnumMap<>(Stage.class);
        copy.putAll(durations);
        durations = Collections.unmodifiableMap(copy);
    }
}
