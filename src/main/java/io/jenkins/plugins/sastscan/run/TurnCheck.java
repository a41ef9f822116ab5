package io.jenkins.plugins.sastscan.run;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.Submitter;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Checks a submission that has its turn: looks up SAST server, access rules and credentials again, because they may have
 * changed while it waited, and looks for a later build that has submitted.
 */
record TurnCheck(
        ExpandedRequest expanded, SubmissionPlan plan, BuildGit git, ServerConnection connection, Submitter submitter)
        implements Supplier<OptionalInt> {
    @Override
    public OptionalInt get() {
        Run<?, ?> run = expanded.build().run();
        SastServer server = expanded.server(plan.projectId());
        ChangeRequest.refuse(run.getParent(), server, plan.projectId());
        connection.recheck(server, run);
        plan.git().ifPresent(settings -> git.recheck(expanded.request().requestedGit(), settings));
        for (Run<?, ?> later = run.getNextBuild(); later != null; later = later.getNextBuild()) {
            if (SubmissionsAction.hasSubmitted(later, submitter.project())) {
                return OptionalInt.of(later.getNumber());
            }
        }
        return OptionalInt.empty();
    }
}
