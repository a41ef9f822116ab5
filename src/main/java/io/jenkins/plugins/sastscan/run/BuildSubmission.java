package io.jenkins.plugins.sastscan.run;

import hudson.AbortException;
import hudson.FilePath;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.GitPlan;
import io.jenkins.plugins.sastscan.submission.PatternText;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Runs the request of a step in a build. */
public final class BuildSubmission {
    private final BuildContext build;
    private final SubmissionLog log;

    public BuildSubmission(BuildContext build) {
        this.build = build;
        this.log = LoggedWork.log(build.listener(), build.branch());
    }

    /**
     * Runs a submission or a dry run.
     *
     * @return plain values; {@code docs/pipeline.md} lists them
     * @throws AbortException if it fails, with a one-line reason
     * @throws InterruptedException if the build is aborted
     */
    public Map<String, Object> run(ScanRequest request) throws IOException, InterruptedException {
        try {
            return reported(request);
        } catch (AbortException e) {
            throw e;
        } catch (InvalidInputException | IOException e) {
            throw Failures.abort(e, build.branch());
        }
    }

    private Map<String, Object> reported(ScanRequest request) throws IOException, InterruptedException {
        SubmissionReport report = new SubmissionReport(
                build.masked(build.stage()),
                build.masked(build.expand(request.server())),
                build.masked(build.expand(request.projectId())),
                request.dryRun());
        SubmissionsAction.add(build.run(), report);
        BuildReport listener = new BuildReport(log, report, build::masked);
        try {
            Map<String, Object> outcome = request.dryRun() ? list(request, listener) : submit(request, listener);
            report.succeed();
            return outcome;
        } catch (InterruptedException e) {
            listener.aborted();
            throw e;
        } catch (InvalidInputException | IOException e) {
            listener.failed(Failures.sentence(e));
            throw e;
        } finally {
            keepReport();
        }
    }

    /** Saves the report, so that it survives a restart of Jenkins. */
    private void keepReport() {
        try {
            build.run().save();
        } catch (IOException e) {
            log.warned("The report of the submission could not be saved (" + IoReason.of(e) + ").");
        }
    }

    private Map<String, Object> submit(ScanRequest request, BuildReport listener)
            throws IOException, InterruptedException {
        ProjectId project = project(request);
        SastServer server = server(request, project);
        listener.server(server.getName(), server.getUrl());
        ChangeRequest.refuse(build.run().getParent(), server, project);
        Optional<Source> source = request.source().map(this::source);
        FilePath workspace = source.isPresent() ? build.requireWorkspace("Uploading") : build.workspace();
        Optional<GitPlan> git = Optional.empty();
        if (request.git().isPresent()) {
            git = Optional.of(new BuildGit(build, log).plan(request.git().get()));
        }
        SubmissionPlan plan = new SubmissionPlan(project, source, git, request.forceScan());
        try (ServerConnection connection = ServerConnection.open(server, build.run())) {
            listener.countRetries(connection.service()::retries);
            log.waitAtMost(server.getReadTimeoutSeconds());
            log.line("Submitting to project " + project + " of SAST server " + server.getName());
            SubmissionResult outcome = new Submission(
                            connection.service(),
                            new AgentArchiver(workspace, limit(server), build),
                            uploader(connection, plan, workspace),
                            listener)
                    .run(plan);
            return ResultMap.of(outcome);
        }
    }

    private SastServer server(ScanRequest request, ProjectId project) {
        return build.server(request.server(), Optional.of(project));
    }

    private ProjectId project(ScanRequest request) {
        return ProjectId.parse(build.expand(request.projectId()));
    }

    private Map<String, Object> list(ScanRequest request, BuildReport listener)
            throws IOException, InterruptedException {
        ProjectId project = project(request);
        SastServer server = server(request, project);
        listener.server(server.getName(), server.getUrl());
        Source source = request.source().map(this::source).orElseThrow(() -> new InvalidInputException(
                "A dry run lists what would be uploaded, but upload is disabled. Enable upload, or disable the dry run."));
        FilePath workspace = build.requireWorkspace("Listing");
        log.line("Dry run for project " + project + " of SAST server " + server.getName() + ": nothing is uploaded");
        ListCallable.Listed listed = new AgentArchiver(workspace, limit(server), build).list(source);
        listener.listed(listed);
        return ResultMap.ofDryRun(project, listed.files(), listed.bytes(), listed.skippedFiles());
    }

    private Uploader uploader(ServerConnection connection, SubmissionPlan plan, FilePath workspace) {
        boolean agent = connection.server().getUploadFrom() != UploadFrom.CONTROLLER;
        if (agent && plan.upload().isPresent() && workspace.isRemote()) {
            Optional<String> obstacle = connection.obstacleForAgents();
            if (obstacle.isEmpty()) {
                return new AgentUploader(
                        workspace,
                        connection.service(),
                        build,
                        connection.server().getReadTimeoutSeconds());
            }
            log.line(obstacle.get());
        }
        return new ControllerUploader(
                workspace,
                connection.service(),
                connection.server().sizeLimitBytes(),
                Path.of(System.getProperty("java.io.tmpdir")));
    }

    private static SizeLimit limit(SastServer server) {
        return BodyMeter.limit(server.sizeLimitBytes(), server.getUploadEncoding());
    }

    private Source source(ScanRequest.SourceRequest request) {
        String archive = build.expand(request.archive());
        if (!archive.isEmpty()) {
            return new Source.ReadyArchive(archive);
        }
        Selection selection = new Selection(
                PatternText.patterns(build.expand(request.includes())),
                PatternText.patterns(build.expand(request.excludes())),
                request.options().defaultExcludes(),
                request.options().caseSensitive());
        return new Source.Files(build.expand(request.directory()), selection);
    }
}
