package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.build.project.ProjectTurn;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import jenkins.model.Jenkins;

/**
 * A submission or dry run that a step requests. {@link #submit} shows all stages of a submission.
 *
 * @param id identifies the submission in the build, even after a restart of Jenkins
 */
record SubmissionRun(
        BuildContext build, ScanRequest request, String id, SubmissionLog log, SubmissionRecorder recorder) {
    /** Uploads an archive from the machine that has it, or from the controller. */
    interface Uploader {
        /** @throws IOException if the upload fails; the message is for users */
        void upload(ProjectId project, Upload.Archive archive) throws IOException, InterruptedException;
    }

    void run() throws IOException, InterruptedException {
        ProjectId project = SubmissionPlan.project(build, request);
        SastServer server = SubmissionPlan.server(build, request, project);
        String page = server.projectPage(project);
        recorder.setProject(server.getName(), server.getUrl(), project, page);
        if (request.dryRun()) {
            list(server, project);
        } else {
            submit(server, project, page.isEmpty() ? "" : ": " + page);
        }
    }

    private void list(SastServer server, ProjectId project) throws IOException, InterruptedException {
        Source source = SubmissionPlan.source(build, request, server)
                .orElseThrow(() -> new InvalidInputException("A dry run lists what would be uploaded, but upload is"
                        + " disabled. Enable upload, or disable the dry run."));
        build.requireWorkspace("Listing");
        log.line("Dry run for project " + project + " of SAST server " + server.getName() + ": nothing is uploaded");
        recorder.archived(build.call(new AgentArchiver.DryRun(source, build.boundary(), SubmissionPlan.limit(server))));
    }

    /** The way of a submission. Whatever needs a thread, an agent or a credential is a call. */
    private void submit(SastServer server, ProjectId project, String page) throws IOException, InterruptedException {
        SubmissionPlan.refuseChangeRequest(build, server, project);
        Optional<Source> source = SubmissionPlan.source(build, request, server);
        Optional<GitPlan> git =
                request.git() == null ? Optional.empty() : Optional.of(BuildGit.plan(build, request.git(), log));
        SubmissionPlan plan = new SubmissionPlan(build, request, server, project, source, git);
        ProjectRecords records = Projects.records();
        ProjectRecords.Project target = new ProjectRecords.Project(server.address(), project);
        if (source.isPresent()) {
            build.requireWorkspace("Uploading");
        }
        try (ServerConnection connection = new ServerConnection(server, build.run(), recorder::retried);
                ArchiveStage archive = new ArchiveStage(plan, log, recorder)) {
            log.line("Submitting to project " + project + " of SAST server " + server.getName() + page);
            stage(
                    Stage.ACCESS,
                    () -> recorder.report().tokenAccepted = connection.service().checkAccess(project));
            if (source.isPresent()) {
                archive(() -> archive.run(records, records.of(target)));
            }
            Submitter submitter = Projects.submitter(build.run(), id);
            Consumer<String> waiting = holder -> {
                recorder.waitFor(holder);
                archive.touch();
            };
            try (ProjectTurn turn = records.take(target, submitter, waiting, log::warned)) {
                plan.recheck(connection);
                OptionalInt later = turn.laterBuild();
                if (later.isPresent()) {
                    recorder.supersede(later.getAsInt());
                    return;
                }
                Optional<Content> same = archive.unchanged();
                if (same.isPresent() && !same.get().equals(turn.record().content())) {
                    // Another submission has changed the project since the comparison.
                    archive(() -> archive.archive(Optional.empty()));
                }
                change(plan, connection, archive, turn);
            }
        }
    }

    private void change(SubmissionPlan plan, ServerConnection connection, ArchiveStage archive, ProjectTurn turn)
            throws IOException, InterruptedException {
        if (turn.isSecondOfBuild()) {
            log.warned("Another step of this build has already submitted to this project. This submission replaces"
                    + " it.");
        }
        Jenkins jenkins = Jenkins.get();
        SastClient client = connection.service();
        turn.begin();
        try {
            if (archive.prepared().isPresent()) {
                AgentArchiver.Prepared prepared = archive.prepared().get();
                ArchiveReport sent = prepared.report();
                Uploader uploader = uploader(connection, plan.server());
                stage(Stage.UPLOAD, () -> {
                    turn.request();
                    uploader.upload(
                            plan.project(),
                            new Upload.Archive(prepared.file(), sent.archiveBytes, sent.encodedBytes, sent.sha256));
                    turn.uploaded(sent.files, sent.rawBytes, sent.archiveBytes, sent.contentDigest);
                });
            }
            if (plan.git().isPresent()) {
                GitPlan git = plan.git().get();
                stage(Stage.GIT_SETTINGS, () -> {
                    turn.request();
                    git.write(client, plan.project());
                    turn.changed(Change.GIT_SETTINGS);
                    // The settings are recorded before they are read back, because reading them back can fail.
                    wroteGit(git, Map.of());
                    wroteGit(git, git.readBack(client, plan.project()));
                });
            }
            if (request.forceScan()) {
                stage(Stage.FORCE_SCAN, () -> {
                    client.forceScan(plan.project());
                    turn.changed(Change.FORCE_SCAN);
                });
            }
            turn.succeed(archive.unchanged().isPresent());
        } catch (Throwable e) {
            // While Jenkins stops, the record stays marked as running.
            if (!ReportedRun.isJenkinsStopping(jenkins)) {
                turn.fail(isRejected(e));
            }
            throw e;
        }
    }

    /** Whether the SAST server has answered the only request of the last stage with a status that means no change. */
    private boolean isRejected(Throwable failure) {
        List<StageReport> stages = recorder.report().stages;
        StageReport last = stages.get(stages.size() - 1);
        return failure.getCause() instanceof ServiceException answer
                && answer.status() / 100 == 4
                && (last.retries == 0 || last.retries == 1 && last.retryReason.startsWith("status 4"));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void stage(Stage stage, Work work) throws SubmissionException, InterruptedException {
        recorder.begin(stage);
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (IOException e) {
            throw SubmissionException.of(stage, recorder.report().done(), e);
        }
        recorder.end(stage, Duration.ofNanos(System.nanoTime() - begun));
    }

    /** Runs the stage {@code ARCHIVE}. Nothing is uploaded if its warnings must fail the build. */
    private void archive(Work work) throws SubmissionException, InterruptedException {
        stage(Stage.ARCHIVE, work);
        ArchiveReport archive = recorder.report().archive;
        if (request.onWarnings() == OnWarnings.FAIL
                && archive != null
                && !archive.getContentWarnings().isEmpty()) {
            String sentence =
                    "Not uploaded, because onWarnings is FAIL: " + String.join(" ", archive.getContentWarnings());
            throw SubmissionException.of(Stage.ARCHIVE, recorder.report().done(), new IOException(sentence));
        }
    }

    private void wroteGit(GitPlan git, Map<String, Object> readBack) {
        recorder.wroteGit(
                git.remote().url(), git.remote().branch(), git.authentication().method(), readBack);
    }

    /** Call after the recheck. The limits of {@code initial} apply: the archive and the client were created with it. */
    private Uploader uploader(ServerConnection connection, SastServer initial) {
        FilePath workspace = build.workspace();
        Duration longestWait = Duration.ofSeconds(initial.getReadTimeoutSeconds());
        SizeLimit limit = SubmissionPlan.limit(initial);
        Uploader controller = new ControllerUploader(workspace, connection.service(), limit, longestWait, log);
        UploadFrom from = connection.server().getUploadFrom();
        if (from == UploadFrom.CONTROLLER || !workspace.isRemote()) {
            return controller;
        }
        Optional<String> obstacle = connection.obstacleForAgents();
        if (obstacle.isPresent()) {
            log.line(obstacle.get());
            return controller;
        }
        Optional<Uploader> fallback = Optional.of(controller).filter(any -> from == UploadFrom.AUTOMATIC);
        return new AgentUploader(workspace, connection.service(), build, recorder::retried, fallback);
    }
}
