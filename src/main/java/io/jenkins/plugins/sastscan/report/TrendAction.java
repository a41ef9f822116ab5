package io.jenkins.plugins.sastscan.report;

import hudson.model.Action;
import hudson.model.Job;
import hudson.model.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares the submissions of the last builds on the page of a job. */
public final class TrendAction implements Action {
    static final int MAX_BUILDS = 30;

    private final Job<?, ?> job;

    TrendAction(Job<?, ?> job) {
        this.job = job;
    }

    /** The last builds with submissions other than dry runs, oldest first. */
    public List<TrendRow> getRows() {
        List<TrendRow> rows = new ArrayList<>();
        int looked = 0;
        for (Run<?, ?> run = job.getLastBuild(); run != null && looked < MAX_BUILDS; run = run.getPreviousBuild()) {
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            List<SubmissionReport> submissions = action == null
                    ? List.of()
                    : action.getSubmissions().stream()
                            .filter(submission -> !submission.isDryRun())
                            .toList();
            if (!submissions.isEmpty()) {
                rows.add(new TrendRow(run, submissions));
            }
            looked++;
        }
        Collections.reverse(rows);
        return rows;
    }

    /** The labels of all stages in these builds, by their order. */
    public static SortedMap<Integer, String> stages(List<TrendRow> rows) {
        SortedMap<Integer, String> stages = new TreeMap<>();
        rows.forEach(row -> row.addStages(stages));
        return stages;
    }

    @Override
    public String getIconFileName() {
        return null;
    }

    @Override
    public String getDisplayName() {
        return Messages.TrendAction_displayName();
    }

    @Override
    public String getUrlName() {
        return null;
    }
}
