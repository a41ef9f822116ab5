package io.jenkins.plugins.sastscan.build;

import hudson.AbortException;
import hudson.FilePath;
import hudson.Util;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.ScanRequest;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.Submitter;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Runs the submission or dry run that a step requests. */
@Restricted(NoExternalUse.class)
public final class BuildSubmission {
    private final BuildContext build;
    private final boolean repeatable;
    private final String id;
    private final SubmissionLog log;
    private final Jenkins jenkins = Jenkins.get();

    /** @param id identifies the step after a restart of Jenkins; null for builds that do not survive a restart */
    public BuildSubmission(BuildContext build, String id) {
        this.build = build;
        this.repeatable = id != null;
        this.id = repeatable ? id : UUID.randomUUID().toString();
        this.log = new SubmissionLog(build.log()::write);
    }

    /** Ends the report of a submission that does not run again after a restart of Jenkins. */
    public static void lose(Run<?, ?> run, String id) {
        SubmissionsAction.find(run, id).ifPresent(SubmissionReport::lose);
    }

    /** Returns the plain values that {@code docs/pipeline.md} lists. Each failure has a one-line message. */
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
        SubmissionReport report = SubmissionsAction.find(build.run(), id).orElseGet(() -> newReport(request));
        report.start();
        saveReport();
        SubmissionRecorder recorder = new SubmissionRecorder(
                log,
                report,
                build::masked,
                archive -> PreviousArchive.of(build.run(), report)
                        .filter(any -> !report.dryRun)
                        .ifPresent(before -> archive.compareWith(before.archiveBytes(), before.build())));
        try {
            ExpandedRequest expanded = new ExpandedRequest(build, request);
            if (request.isDryRun()) {
                list(expanded, recorder);
            } else {
                submit(expanded, report, recorder);
            }
            report.succeed();
            saveReport();
            return report.toMap();
        } catch (Throwable e) {
            // While Jenkins stops, the report stays open, because a pipeline runs the step again after the restart.
            if (!Shutdown.isBegun(jenkins)) {
                if (e instanceof InterruptedException) {
                    recorder.abort();
                } else {
                    recorder.fail(Failures.sentence(e));
                }
                saveReport();
            } else if (!repeatable) {
                log.line("Jenkins is stopping. Builds of this type do not survive a restart. Run the build again.");
            }
            throw e;
        }
    }

    private SubmissionReport newReport(ScanRequest request) {
        SubmissionReport report = new SubmissionReport(
                id,
                build.masked(build.stage()),
                shown("server", request.getServer()),
                request.isDryRun(),
                CheckoutRecord.commits(build.run()).stream().map(build::masked).toList());
        SubmissionsAction.add(build.run(), report);
        return report;
    }

    private String shown(String parameter, String text) {
        try {
            return build.masked(build.expand(parameter, text));
        } catch (InvalidInputException e) {
            return build.masked(Util.fixNull(text));
        }
    }

    private void saveReport() {
        try {
            SubmissionsAction.save(build.run());
        } catch (IOException e) {
            log.warned("The report of the submission could not be saved (" + IoReason.of(e)
                    + "). Check the free disk space on the controller.");
        }
    }

    @SuppressWarnings("try") // the variable "running" is closed but not used
    private void submit(ExpandedRequest expanded, SubmissionReport report, SubmissionRecorder recorder)
            throws IOException, InterruptedException {
        ScanRequest request = expanded.request();
        ProjectId project = expanded.project();
        SastServer server = expanded.server(project);
        recorder.setProject(server.getName(), server.getUrl(), project);
        Run<?, ?> run = build.run();
        ChangeRequest.refuse(run.getParent(), server, project);
        Submitter submitter =
                Submitter.of(server.address(), project, run.getParent().getFullName(), run.getNumber());
        report.setTarget(submitter.target());
        Optional<Source> source = expanded.source(server);
        FilePath workspace = source.isPresent() ? build.requireWorkspace("Uploading") : build.workspace();
        BuildGit buildGit = new BuildGit(build, log);
        Optional<GitPlan> git =
                request.requestedGit() == null ? Optional.empty() : Optional.of(buildGit.plan(request.requestedGit()));
        SubmissionPlan plan = new SubmissionPlan(project, source, git, request.isForceScan(), request);
        TemporaryFiles files = source.isPresent() ? AgentArchiver.files(build, id) : null;
        ManifestArtifact manifest = source.filter(any -> request.isManifest())
                .map(any -> new ManifestArtifact(build, log, recorder, manifestName(project, report)))
                .orElse(null);
        RunningSubmissions submissions = RunningSubmissions.get();
        try (Closeable running = submissions.begin(id);
                ServerConnection connection = new ServerConnection(server, run, recorder::retried)) {
            log.setReadTimeout(server.getReadTimeoutSeconds());
            log.line("Submitting to project " + project + " of SAST server " + server.getName());
            recorder.setAfterStage(this::saveReport);
            new Submission(
                            connection.service(),
                            new AgentArchiver(workspace, limit(server), files, build, manifest),
                            (to, archive) ->
                                    uploader(connection, server, workspace).upload(to, archive),
                            submissions.turns,
                            () -> expanded.recheckAndFindLaterBuild(plan, buildGit, connection, submitter),
                            submissions.lastUploads,
                            submitter,
                            recorder)
                    .run(plan);
        }
    }

    /** Returns an artifact name, which is different for each submission of a build. */
    private static String manifestName(ProjectId project, SubmissionReport report) {
        return "sast-scan-" + project + "-" + report.getNumber() + ".sha256";
    }

    private void list(ExpandedRequest expanded, SubmissionRecorder recorder) throws IOException, InterruptedException {
        ProjectId project = expanded.project();
        SastServer server = expanded.server(project);
        recorder.setProject(server.getName(), server.getUrl(), project);
        Source source = expanded.source(server)
                .orElseThrow(
                        () -> new InvalidInputException(
                                "A dry run lists what would be uploaded, but upload is disabled. Enable upload, or disable the dry run."));
        FilePath workspace = build.requireWorkspace("Listing");
        log.line("Dry run for project " + project + " of SAST server " + server.getName() + ": nothing is uploaded");
        recorder.archived(new AgentArchiver(workspace, limit(server), null, build, null).list(source));
    }

    /** Call after the recheck. The limits of {@code initial} apply: the archive and the client were created with it. */
    private Uploader uploader(ServerConnection connection, SastServer initial, FilePath workspace) {
        int seconds = initial.getReadTimeoutSeconds();
        if (connection.server().getUploadFrom() != UploadFrom.CONTROLLER && workspace.isRemote()) {
            Optional<String> obstacle = connection.obstacleForAgents();
            if (obstacle.isEmpty()) {
                return new AgentUploader(workspace, connection.service(), build, seconds);
            }
            log.line(obstacle.get());
        }
        Duration longestWait = Duration.ofSeconds(seconds);
        return new ControllerUploader(workspace, connection.service(), limit(initial), longestWait, log);
    }

    private static SizeLimit limit(SastServer server) {
        return BodyMeter.limit(server.getSizeLimitMegabytes() * 1_000_000L, server.getUploadEncoding());
    }
}
