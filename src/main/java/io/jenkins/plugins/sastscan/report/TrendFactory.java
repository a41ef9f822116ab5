package io.jenkins.plugins.sastscan.report;

import hudson.Extension;
import hudson.model.Action;
import hudson.model.Job;
import hudson.model.Run;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import jenkins.model.TransientActionFactory;

/**
 * Adds the trend to jobs whose last completed or last successful build has submissions. Checks no other builds, because
 * Jenkins calls this often.
 */
@Extension
@SuppressWarnings("rawtypes")
public final class TrendFactory extends TransientActionFactory<Job> {
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
