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
 * Gives jobs their trend: those whose last completed or last successful build submitted something. Jobs are asked for their
 * actions again and again, so that no other builds are looked at.
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
