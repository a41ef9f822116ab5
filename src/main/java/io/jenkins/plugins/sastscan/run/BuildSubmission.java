package io.jenkins.plugins.sastscan.run;

import hudson.AbortException;
import hudson.FilePath;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.Checkpoint;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.GitPlan;
import io.jenkins.plugins.sastscan.submission.PatternText;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import jenkins.model.Jenkins;

/** Runs the request of a step in a build. */
public final class BuildSubmission {
    private final BuildContext build;
    private final boolean resumable;
    private Checkpoint checkpoint;
    private final SubmissionLog log;
    private final Jenkins jenkins = Jenkins.get();

    /**
     * @param id identifies the submission in the build, and it continues if it began before a restart of Jenkins; null
     *     if builds of this type cannot continue
     */
    public BuildSubmission(BuildContext build, String id) {
        this.build = build;
        this.resumable = id != null;
        this.checkpoint = new Checkpoint(resumable ? id : UUID.randomUUID().toString());
        this.log = new SubmissionLog(line -> build.log().write(line));
    }

    /** Ends the report of a submission that does not continue after a restart of Jenkins. */
    public static void lose(Run<?, ?> run, String id) {
        SubmissionsAction.find(run, id).ifPresent(SubmissionReport::lose);
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
        SubmissionReport report =
                SubmissionsAction.find(build.run(), checkpoint.id()).orElseGet(() -> newReport(request));
        if (resumable) {
            checkpoint = report.checkpoint();
        }
        if (request.dryRun()) {
            report.resume(Set.of());
        }
        BuildReport listener = new BuildReport(log, report, build::masked);
        listener.compareWith(() -> PreviousArchive.of(build.run(), report));
        try {
            Map<String, Object> outcome =
                    request.dryRun() ? list(request, listener) : submit(request, report, listener);
            if (report.getManifest() != null) {
                outcome.put("manifest", report.getManifest());
            }
            report.succeed();
            keepReport();
            return outcome;
        } catch (InterruptedException | InvalidInputException | IOException e) {
            if (!Shutdown.isBegun(jenkins)) {
                if (e instanceof InterruptedException) {
                    listener.aborted();
                } else {
                    listener.failed(Failures.sentence(e));
                }
                keepReport();
            } else if (!resumable) {
                log.line("Jenkins is stopping. Builds of this type cannot continue after a restart: build again.");
            }
            // What is stored of a pipeline stays, because it continues after the restart.
            throw e;
        }
    }

    private SubmissionReport newReport(ScanRequest request) {
        SubmissionReport report = new SubmissionReport(
                build.masked(build.stage()),
                build.masked(build.expand(request.server())),
                build.masked(build.expand(request.projectId())),
                request.dryRun());
        report.setCommits(
                CheckoutRecord.commits(build.run()).stream().map(build::masked).toList());
        if (resumable) {
            report.setCheckpoint(checkpoint);
        }
        SubmissionsAction.add(build.run(), report);
        return report;
    }

    /** Saves the report, so that it survives a restart of Jenkins. */
    private void keepReport() {
        try {
            build.run().save();
        } catch (IOException e) {
            log.warned("The report of the submission could not be saved (" + IoReason.of(e) + ").");
        }
    }

    private Map<String, Object> submit(ScanRequest request, SubmissionReport report, BuildReport listener)
            throws IOException, InterruptedException {
        Map<String, Object> before = checkpoint.result();
        Set<Stage> done = resume(report, before);
        ProjectId project = project(request);
        SastServer server = server(request, project);
        listener.server(server.getName(), server.getUrl());
        ChangeRequest.refuse(build.run().getParent(), server, project);
        Optional<Source> source = done.contains(Stage.ARCHIVE)
                ? Optional.empty()
                : request.source().map(this::source);
        FilePath workspace = source.isPresent() ? build.requireWorkspace("Uploading") : build.workspace();
        Optional<GitPlan> git = Optional.empty();
        if (request.git().isPresent() && !done.contains(Stage.GIT_SETTINGS)) {
            git = Optional.of(new BuildGit(build, log).plan(request.git().get(), checkpoint));
        }
        boolean forceScan = request.forceScan() && !done.contains(Stage.FORCE_SCAN);
        if (!done.isEmpty() && source.isEmpty() && git.isEmpty() && !forceScan) {
            return before;
        }
        SubmissionPlan plan = new SubmissionPlan(project, source, git, forceScan, request.skipUnchanged());
        TemporaryFiles files = source.isPresent() ? AgentArchiver.files(build, workspace, checkpoint.id()) : null;
        ManifestArtifact manifest = manifest(source, project, report);
        if (resumable) {
            keepReport();
        }
        try (ServerConnection connection = ServerConnection.open(server, build.run())) {
            listener.countRetries(connection.service()::retries);
            if (resumable) {
                listener.keepStages(project, result -> keep(ResultMap.of(result, before)));
            }
            log.waitAtMost(server.getReadTimeoutSeconds());
            log.line("Submitting to project " + project + " of SAST server " + server.getName());
            SubmissionResult outcome = new Submission(
                            connection.service(),
                            new AgentArchiver(workspace, limit(server), files, build, manifest),
                            uploader(connection, plan, workspace, files),
                            LastUploadsFile.get().of(server.address(), project, build.run()),
                            listener)
                    .run(plan, done);
            return ResultMap.of(outcome, before);
        }
    }

    /** Returns the stages that are not repeated. The others are: each has the same effect when it is done twice. */
    private Set<Stage> resume(SubmissionReport report, Map<String, Object> before) {
        Set<Stage> done = ResultMap.done(before);
        done.remove(Stage.ACCESS);
        if (done.contains(Stage.ARCHIVE) && !done.contains(Stage.UPLOAD) && !ResultMap.isUnchanged(before)) {
            done.remove(Stage.ARCHIVE);
            log.line("Archiving again, because the upload had not ended");
        }
        if (!done.isEmpty()) {
            log.line("Not repeated: " + done.stream().map(Stage::label).collect(Collectors.joining(", ")));
        }
        report.resume(done.stream().map(ResultMap::key).collect(Collectors.toSet()));
        return done;
    }

    private void keep(Map<String, Object> result) {
        if (build.isSecretFree(result.toString())) {
            checkpoint.setResult(result);
        }
        keepReport();
    }

    /** Expands a text. After a restart of Jenkins it has the same value, even if the build would now give another one. */
    private String expanded(String name, String text) {
        String known = checkpoint.decision(name);
        String value = known == null ? build.expand(text) : known;
        checkpoint.decide(name, value, build::isSecretFree);
        return value;
    }

    private SastServer server(ScanRequest request, ProjectId project) {
        return build.server(expanded("server", request.server()), Optional.of(project));
    }

    private ProjectId project(ScanRequest request) {
        return ProjectId.parse(expanded("projectId", request.projectId()));
    }

    private Map<String, Object> list(ScanRequest request, BuildReport listener)
            throws IOException, InterruptedException {
        ProjectId project = project(request);
        SastServer server = server(request, project);
        listener.server(server.getName(), server.getUrl());
        Source source = request.source()
                .map(this::source)
                .orElseThrow(
                        () -> new InvalidInputException(
                                "A dry run lists what would be uploaded, but upload is disabled. Enable upload, or disable the dry run."));
        FilePath workspace = build.requireWorkspace("Listing");
        log.line("Dry run for project " + project + " of SAST server " + server.getName() + ": nothing is uploaded");
        ListCallable.Listed listed = new AgentArchiver(workspace, limit(server), null, build, null).list(source);
        listener.listed(listed);
        return ResultMap.ofDryRun(project, listed.files(), listed.bytes(), listed.skippedFiles());
    }

    private Uploader uploader(
            ServerConnection connection, SubmissionPlan plan, FilePath workspace, TemporaryFiles files) {
        boolean agent = connection.server().getUploadFrom() != UploadFrom.CONTROLLER;
        if (agent && plan.upload().isPresent() && workspace.isRemote()) {
            Optional<String> obstacle = connection.obstacleForAgents();
            if (obstacle.isEmpty()) {
                return new AgentUploader(
                        workspace,
                        connection.service(),
                        files,
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

    /** Returns null without a manifest. Each submission of a build has a name of its own, also after a restart. */
    private ManifestArtifact manifest(Optional<Source> source, ProjectId project, SubmissionReport report) {
        if (!(source.orElse(null) instanceof Source.Files files && files.manifest())) {
            return null;
        }
        String name = checkpoint.decision("manifest");
        if (name == null) {
            name = "sast-scan-" + project + "-" + SubmissionsAction.countManifest(build.run()) + ".sha256";
            checkpoint.decide("manifest", name, any -> true);
        }
        return new ManifestArtifact(build, log, report, name);
    }

    private Source source(ScanRequest.SourceRequest request) {
        boolean manifest = request.options().manifest();
        String archive = expanded("archive", request.archive());
        if (!archive.isEmpty()) {
            if (manifest) {
                throw new InvalidInputException(
                        "An existing archive has no manifest, because its names need not be those"
                                + " of a checkout. Turn the manifest off, or upload a directory.");
            }
            return new Source.ReadyArchive(archive);
        }
        Selection selection = new Selection(
                PatternText.patterns(expanded("includes", request.includes())),
                PatternText.patterns(expanded("excludes", request.excludes())),
                request.options().defaultExcludes(),
                request.options().caseSensitive(),
                FileChoice.of(expanded("files", request.options().files())));
        return new Source.Files(expanded("directory", request.directory()), selection, manifest);
    }
}
