package io.jenkins.plugins.sastscan.report;

import hudson.Extension;
import hudson.model.Action;
import hudson.model.Job;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.model.Tab;
import jenkins.model.TransientActionFactory;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Compares the submissions of the last builds, on the classic job page or in a tab of the redesigned job page. */
@Restricted(NoExternalUse.class)
public final class TrendAction extends Tab {
    static final int MAX_BUILDS = 30;

    TrendAction(Job<?, ?> job) {
        super(job);
    }

    /**
     * Returns rows for the last {@value #MAX_BUILDS} builds, oldest build first. A build without submissions has no
     * row. Omits dry runs.
     */
    public List<Row> getRows() {
        List<Row> rows = new ArrayList<>();
        Stream.<Run<?, ?>>iterate(((Job<?, ?>) object).getLastBuild(), Objects::nonNull, Run::getPreviousBuild)
                .limit(MAX_BUILDS)
                .map(Row::new)
                .filter(row -> !row.submissions.isEmpty())
                .forEach(row -> rows.add(0, row));
        return rows;
    }

    /** The labels of all stages in these rows, keyed by the index of the {@link Stage}. */
    public static SortedMap<Integer, String> stages(List<Row> rows) {
        SortedMap<Integer, String> stages = new TreeMap<>();
        rows.stream().flatMap(Row::stages).forEach(stage -> stages.put(stage.stage.ordinal(), stage.getLabel()));
        return stages;
    }

    @Override
    public String getIconFileName() {
        return "symbol-analytics";
    }

    @Override
    public String getDisplayName() {
        return Messages.TrendAction_displayName();
    }

    @Override
    public String getUrlName() {
        return "sast-trend";
    }

    /** The totals of all submissions of a build. */
    public static final class Row {
        private final Run<?, ?> run;
        private final List<SubmissionReport> submissions;

        Row(Run<?, ?> run) {
            this.run = run;
            submissions = run.getActions(SubmissionsAction.class).stream()
                    .flatMap(action -> action.getSubmissions().stream())
                    .filter(submission -> !submission.dryRun)
                    .toList();
        }

        public String getName() {
            return run.getDisplayName();
        }

        public int getNumber() {
            return run.getNumber();
        }

        /** A build without an archive leaves a gap in the chart. */
        public boolean isArchived() {
            return archives().findAny().isPresent();
        }

        public long getRawBytes() {
            return archives().mapToLong(archive -> archive.rawBytes).sum();
        }

        public long getArchiveBytes() {
            return archives().mapToLong(archive -> archive.archiveBytes).sum();
        }

        public String getRawSize() {
            return Figures.bytes(getRawBytes());
        }

        public String getArchiveSize() {
            return Figures.bytes(getArchiveBytes());
        }

        /** The total duration of each stage that ran, keyed by the index of the {@link Stage}. */
        public Map<Integer, Long> getMilliseconds() {
            return stages().collect(Collectors.groupingBy(
                    stage -> stage.stage.ordinal(), Collectors.summingLong(StageReport::getMilliseconds)));
        }

        public String time(int order) {
            return Figures.time(Duration.ofMillis(getMilliseconds().get(order)));
        }

        private Stream<StageReport> stages() {
            return submissions.stream().flatMap(submission -> submission.stages.stream());
        }

        private Stream<ArchiveReport> archives() {
            return submissions.stream().map(submission -> submission.archive).filter(Objects::nonNull);
        }
    }

    /** Looks at only two builds of a job, because Jenkins calls {@link #createFor} often. */
    @Extension
    @SuppressWarnings("rawtypes")
    public static final class Factory extends TransientActionFactory<Job> {
        @Override
        public Class<Job> type() {
            return Job.class;
        }

        @Override
        public Class<? extends Action> actionType() {
            return TrendAction.class;
        }

        @Override
        public Collection<? extends Action> createFor(Job target) {
            Job<?, ?> job = target;
            boolean submits = Stream.<Run<?, ?>>of(job.getLastCompletedBuild(), job.getLastSuccessfulBuild())
                    .anyMatch(run -> run != null && run.getAction(SubmissionsAction.class) != null);
            return submits ? List.of(new TrendAction(job)) : List.of();
        }
    }
}
