package io.jenkins.plugins.sastscan.report;

import hudson.Extension;
import hudson.model.Action;
import hudson.model.Job;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.model.Tab;
import jenkins.model.TransientActionFactory;

/** Compares the submissions of the last builds, on the classic job page or in a tab of the redesigned job page. */
public final class TrendAction extends Tab {
    public static final Class<Figures> FIGURES = Figures.class;
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

    /** The stages in these rows, in order. */
    public static Set<Stage> stages(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.milliseconds.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
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
        private final Map<Stage, Long> milliseconds;

        Row(Run<?, ?> run) {
            this.run = run;
            submissions = run.getActions(SubmissionsAction.class).stream()
                    .flatMap(action -> action.getSubmissions().stream())
                    .filter(submission -> !submission.dryRun)
                    .toList();
            milliseconds = submissions.stream()
                    .flatMap(submission -> submission.stages.stream())
                    .collect(Collectors.groupingBy(
                            stage -> stage.stage, Collectors.summingLong(StageReport::getMilliseconds)));
        }

        public Run<?, ?> getRun() {
            return run;
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

        /** The total duration of each stage that ran. */
        public Map<Stage, Long> getMilliseconds() {
            return milliseconds;
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
