package io.jenkins.plugins.sastscan.report;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A build in the trend: the totals of its submissions. */
public final class TrendRow {
    private final Run<?, ?> run;
    private final List<SubmissionReport> submissions;

    TrendRow(Run<?, ?> run, List<SubmissionReport> submissions) {
        this.run = run;
        this.submissions = submissions;
    }

    public String getName() {
        return run.getDisplayName();
    }

    public int getNumber() {
        return run.getNumber();
    }

    /** Whether there is an archive. Other builds leave a gap in the chart. */
    public boolean isArchived() {
        return submissions.stream().anyMatch(submission -> submission.getArchive() != null);
    }

    public long getRawBytes() {
        return archives(ArchiveReport::getRawBytes);
    }

    public long getArchiveBytes() {
        return archives(ArchiveReport::getArchiveBytes);
    }

    public String getRawSize() {
        return Figures.bytes(getRawBytes());
    }

    public String getArchiveSize() {
        return Figures.bytes(getArchiveBytes());
    }

    /** Whether a stage ran. */
    public boolean ran(int order) {
        return stages(order).findAny().isPresent();
    }

    public long milliseconds(int order) {
        return stages(order).mapToLong(StageReport::getMilliseconds).sum();
    }

    public String time(int order) {
        return Figures.time(Duration.ofMillis(milliseconds(order)));
    }

    private Stream<StageReport> stages(int order) {
        return submissions.stream()
                .flatMap(submission -> submission.getStages().stream())
                .filter(stage -> stage.order() == order);
    }

    void addStages(Map<Integer, String> stages) {
        for (SubmissionReport submission : submissions) {
            submission.getStages().forEach(stage -> stages.put(stage.order(), stage.getLabel()));
        }
    }

    private long archives(ToLongFunction<ArchiveReport> size) {
        return submissions.stream()
                .map(SubmissionReport::getArchive)
                .filter(archive -> archive != null)
                .mapToLong(size)
                .sum();
    }
}
