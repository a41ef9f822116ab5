package io.jenkins.plugins.sastscan.build;

import hudson.Util;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.submission.ScanRequest;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.Submitter;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request with expanded expressions. {@link BuildGit} expands the Git settings.
 *
 * @param request the parameters as entered
 */
record ExpandedRequest(BuildContext build, ScanRequest request) {
    /**
     * Returns the project of the request. If the request has none, returns the default project of the job. An
     * expression with an empty value is an error.
     */
    ProjectId project() {
        return Util.fixEmptyAndTrim(request.getProjectId()) == null
                ? SastConfiguration.get()
                        .defaultProject(serverName(), build.run().getParent())
                : ProjectId.parse(build.expand("projectId", request.getProjectId()));
    }

    private String serverName() {
        return build.expand("server", request.getServer());
    }

    Optional<Source> source(SastServer server) throws IOException, InterruptedException {
        Optional<Source> source = request.source(build::expand);
        if (!(source.orElse(null) instanceof Source.Files files)) {
            return source;
        }
        Selection selection = files.selection().withServerExcludes(server.excludePatterns());
        if (build.workspace() != null && selection.files() != FileChoice.ALL) {
            selection = selection.withGit(GitCheckout.command(GitCheckout.tool(build)));
        }
        return Optional.of(new Source.Files(files.path(), selection, files.manifest()));
    }

    SastServer server(ProjectId project) {
        return SastConfiguration.get().server(serverName(), build.run().getParent(), Optional.of(project));
    }

    /**
     * Checks the SAST server, access rules and credentials again, because they may have changed while the submission
     * waited for its turn.
     *
     * @return the number of a later build that has already submitted to the project; empty if there is no such build
     */
    OptionalInt recheckAndFindLaterBuild(
            SubmissionPlan plan, BuildGit git, ServerConnection connection, Submitter submitter) {
        Run<?, ?> run = build.run();
        SastServer server = server(plan.projectId());
        ChangeRequest.refuse(run.getParent(), server, plan.projectId());
        connection.recheck(server, run);
        plan.git().ifPresent(settings -> git.recheck(request.requestedGit(), settings));
        for (Run<?, ?> later = run.getNextBuild(); later != null; later = later.getNextBuild()) {
            if (SubmissionsAction.hasSubmitted(later, submitter.target())) {
                return OptionalInt.of(later.getNumber());
            }
        }
        return OptionalInt.empty();
    }
}
