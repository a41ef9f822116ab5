package io.jenkins.plugins.sastscan.build;

import hudson.Util;
import hudson.model.Item;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.BodyMeter;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.Optional;
import jenkins.scm.api.SCMHead;
import jenkins.scm.api.mixin.ChangeRequestSCMHead;

/**
 * What a step does: the parameters with expanded expressions and checked values. At least one of upload, Git settings
 * and force scan is required.
 */
record SubmissionPlan(
        BuildContext build,
        ScanRequest request,
        SastServer server,
        ProjectId project,
        Optional<Source> source,
        Optional<GitPlan> git) {
    SubmissionPlan {
        if (source.isEmpty() && git.isEmpty() && !request.forceScan()) {
            throw new InvalidInputException(
                    "Nothing to do: upload, Git settings and force scan are all disabled. Enable at least one of them.");
        }
        if (request.skipUnchanged()) {
            source.ifPresent(ScanRequest::requireFiles);
        }
    }

    static SizeLimit limit(SastServer server) {
        return BodyMeter.limit(server.getSizeLimitMegabytes() * 1_000_000L, server.getUploadEncoding());
    }

    /**
     * Returns the project of the request. If the request has none, returns the default project of the job. An
     * expression with an empty value is an error.
     */
    static ProjectId project(BuildContext build, ScanRequest request) {
        return Util.fixEmptyAndTrim(request.projectId()) == null
                ? SastConfiguration.get()
                        .defaultProject(serverName(build, request), build.run().getParent())
                : ProjectId.parse(build.expand("projectId", request.projectId()));
    }

    /** @throws InvalidInputException if the job may not use the project */
    static SastServer server(BuildContext build, ScanRequest request, ProjectId project) {
        return SastConfiguration.get()
                .server(serverName(build, request), build.run().getParent(), Optional.of(project));
    }

    private static String serverName(BuildContext build, ScanRequest request) {
        return build.expand("server", request.server());
    }

    static Optional<Source> source(BuildContext build, ScanRequest request, SastServer server)
            throws IOException, InterruptedException {
        Optional<Source> source = request.source().apply(build::expand);
        if (!(source.orElse(null) instanceof Source.Files files)) {
            return source;
        }
        Selection selection = files.selection().withServerExcludes(Selection.patterns(server.getExcludes()));
        if (build.workspace() != null && selection.files() != FileChoice.ALL) {
            selection = selection.withGit(build.gitProgram());
        }
        return Optional.of(new Source.Files(files.path(), selection, files.manifest()));
    }

    /**
     * Checks the SAST server, access rules and credentials again, because they may have changed while the submission
     * waited for its turn.
     */
    void recheck(ServerConnection connection) {
        SastServer current = server(build, request, project);
        refuseChangeRequest(build, current, project);
        connection.recheck(current, build.run());
        git.ifPresent(settings -> BuildGit.find(
                build, request.git(), GitUrl.given(settings.remote().url())));
    }

    /**
     * Prevents builds of change requests, such as pull requests, from replacing the source of a project. Searches the
     * parents of the job, too, because a matrix cell is a child of the job that builds the change request.
     */
    static void refuseChangeRequest(BuildContext build, SastServer server, ProjectId project) {
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
