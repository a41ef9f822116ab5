package io.jenkins.plugins.sastscan.report;

import hudson.model.Action;
import hudson.model.Job;
import hudson.model.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the submissions of a job's last builds compare, on the job's page. */
public final class TrendAction implements Action {
    static final int MOST_BUILDS = 30;

    private final Job<?, ?> job;

    TrendAction(Job<?, ?> job) {
        this.job = job;
    }

    /** The last builds that submitted, the oldest first. */
    public List<TrendRow> getRows() {
        List<TrendRow> rows = new ArrayList<>();
        int looked = 0;
        for (Run<?, ?> run = job.getLastBuild(); run != null && looked < MOST_BUILDS; run = run.getPreviousBuild()) {
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            if (action != null) {
                rows.add(new TrendRow(run, action.getSubmissions()));
            }
            looked++;
        }
        Collections.reverse(rows);
        return rows;
    }

    /** The stages that any of the builds had, in their order: the label of each by its place. */
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
