package io.jenkins.plugins.sastscan.build;

import hudson.model.Item;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.Optional;
import jenkins.scm.api.SCMHead;
import jenkins.scm.api.mixin.ChangeRequestSCMHead;

/** What a step submits, and to which project: the parameters with expanded expressions and checked values. */
record SubmissionPlan(BuildContext build, ScanRequest request, ProjectId project, SastServer server) {
    /** @throws InvalidInputException if the job may not use the project */
    static SubmissionPlan of(BuildContext build, ScanRequest request) {
        ProjectId project = build.project(request.server(), request.projectId());
        return new SubmissionPlan(build, request, project, build.server(request.server(), Optional.of(project)));
    }

    SizeLimit limit() {
        return SizeLimit.ofBody(
                server.getSizeLimitMegabytes() * 1_000_000L, server.getUploadEncoding() == UploadEncoding.FORM);
    }

    /** Returns what to upload or list; empty if nothing is uploaded. */
    Optional<Source> source() throws IOException, InterruptedException {
        Source source = request.source().apply(build::expand).orElse(null);
        if (source == null) {
            return Optional.empty();
        }
        build.requireWorkspace(request.dryRun() ? "Listing" : "Uploading");
        if (!(source instanceof Source.Files files)) {
            return Optional.of(source);
        }
        String git = files.selection().files() == FileChoice.ALL ? Selection.GIT : build.gitProgram();
        Selection selection = files.selection().with(git, Selection.patterns(server.getExcludes()));
        return Optional.of(new Source.Files(files.path(), selection, files.manifest()));
    }

    /**
     * Checks the SAST server, access rules and credentials again, because they may have changed while the submission
     * waited for its turn.
     */
    void recheck(ServerConnection connection, Optional<GitPlan> git) {
        SastServer current = build.server(request.server(), Optional.of(project));
        refuseChangeRequest(current);
        connection.recheck(current, build.run());
        git.ifPresent(settings -> BuildGit.find(
                build, request.git(), GitUrl.given(settings.remote().url())));
    }

    /**
     * Prevents builds of change requests, such as pull requests, from replacing the source of a project. Searches the
     * parents of the job, too, because a matrix cell is a child of the job that builds the change request.
     */
    void refuseChangeRequest(SastServer server) {
        Item item =
                server.getAccess().isAllowChangeRequests() ? null : build.run().getParent();
        for (; item != null; item = item.getParent() instanceof Item parent ? parent : null) {
            SCMHead head = SCMHead.HeadByItem.findHead(item);
            if (head instanceof ChangeRequestSCMHead) {
                throw new InvalidInputException("This job builds the change request "
                        + PlainText.oneLine(head.getName()) + ", which must not change project " + project
                        + ". Submit in other builds only (when { not { changeRequest() } }), set dryRun, or ask an"
                        + " administrator to allow change requests for SAST server \"" + server.getName() + "\".");
            }
        }
    }
}
