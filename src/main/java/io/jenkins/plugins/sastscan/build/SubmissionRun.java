package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.AgentArchiver.Prepared;
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

/** A submission or dry run that a step requests. {@link #submit} shows all stages of a submission. */
record SubmissionRun(SubmissionPlan plan, SubmissionLog log, SubmissionRecorder recorder) {
    void run() throws IOException, InterruptedException {
        SastServer server = plan.server();
        String page = server.projectPage(plan.project());
        recorder.setProject(server.getName(), server.getUrl(), plan.project(), page);
        if (plan.request().dryRun()) {
            list();
        } else {
            submit(page.isEmpty() ? "" : ": " + page);
        }
    }

    private void list() throws IOException, InterruptedException {
        Source source = plan.source()
                .orElseThrow(() -> new InvalidInputException("A dry run lists what would be uploaded, but upload is"
                        + " disabled. Enable upload, or disable the dry run."));
        log.line("Dry run for project " + plan.project() + " of SAST server "
                + plan.server().getName() + ": nothing is uploaded");
        BuildContext build = plan.build();
        recorder.archived(build.call(new AgentArchiver.DryRun(source, build.boundary(), plan.limit())));
    }

    /** The way of a submission. Whatever needs a thread, an agent or a credential is a call. */
    private void submit(String page) throws IOException, InterruptedException {
        BuildContext build = plan.build();
        SastServer server = plan.server();
        ProjectId project = plan.project();
        plan.refuseChangeRequest(server);
        Optional<Source> source = plan.source();
        ScanRequest.GitRequest settings = plan.request().git();
        if (source.isEmpty() && settings == null && !plan.request().forceScan()) {
            throw new InvalidInputException(
                    "Nothing to do: upload, Git settings and force scan are all disabled. Enable at least one of them.");
        }
        Optional<GitPlan> git = settings == null ? Optional.empty() : Optional.of(BuildGit.plan(build, settings, log));
        ProjectRecords records = Projects.records();
        ProjectRecords.Project target =
                new ProjectRecords.Project(server.address().toString(), project.value());
        ServerConnection connection = new ServerConnection(server, build.run(), recorder::retried);
        try (ArchiveStage archive = new ArchiveStage(plan, log, recorder)) {
            log.line("Submitting to project " + project + " of SAST server " + server.getName() + page);
            stage(
                    Stage.ACCESS,
                    () -> recorder.report().tokenAccepted = connection.service().checkAccess(project));
            Submitter submitter = Projects.submitter(build.run(), recorder.report().id);
            if (source.isPresent()) {
                archive(archive, source.get(), records.of(target).contentOf(submitter.job()));
            }
            Consumer<String> waiting = holder -> {
                recorder.waitFor(holder);
                archive.touch();
            };
            try (ProjectTurn turn = records.take(target, submitter, waiting, log::warned)) {
                recorder.waitFor("");
                plan.recheck(connection, git);
                OptionalInt later = turn.laterBuild();
                if (later.isPresent()) {
                    recorder.supersede(later.getAsInt());
                    return;
                }
                boolean unchanged = archive.isUnchanged(records, turn.record());
                change(connection, unchanged ? Optional.empty() : archive.prepared(), git, turn);
                turn.succeed(unchanged);
            }
        }
    }

    private void change(
            ServerConnection connection, Optional<Prepared> archive, Optional<GitPlan> settings, ProjectTurn turn)
            throws IOException, InterruptedException {
        if ((archive.isPresent() || settings.isPresent()) && turn.isSecondOfBuild()) {
            log.warned("Another step of this build has already submitted to this project. This submission replaces"
                    + " it.");
        }
        Jenkins jenkins = Jenkins.get();
        SastClient client = connection.service();
        ProjectId project = plan.project();
        turn.begin();
        try {
            if (archive.isPresent()) {
                Prepared prepared = archive.get();
                ArchiveReport sent = prepared.report();
                Upload.Archive file =
                        new Upload.Archive(prepared.file(), sent.archiveBytes, sent.encodedBytes, sent.sha256);
                stage(Stage.UPLOAD, () -> {
                    turn.request();
                    new ArchiveUpload(plan, connection, file, recorder).run();
                    turn.uploaded(sent.files, sent.rawBytes, sent.archiveBytes, sent.contentDigest);
                });
            }
            if (settings.isPresent()) {
                GitPlan git = settings.get();
                stage(Stage.GIT_SETTINGS, () -> {
                    turn.request();
                    client.writeGitSettings(project, git.remote(), git.authentication());
                    turn.changed(Change.GIT_SETTINGS);
                    // The settings are recorded before they are read back, because reading them back can fail.
                    String method = git.authentication().kind().method;
                    recorder.wroteGit(git.remote(), method, Map.of());
                    recorder.wroteGit(git.remote(), method, git.readBack(client, project));
                });
            }
            if (plan.request().forceScan()) {
                stage(Stage.FORCE_SCAN, () -> {
                    client.forceScan(project);
                    turn.changed(Change.FORCE_SCAN);
                });
            }
        } catch (Throwable e) {
            // While Jenkins stops, the record stays marked as running.
            if (!ReportedRun.isJenkinsStopping(jenkins)) {
                turn.fail(isRejected(e));
            }
            throw e;
        }
    }

    /** Whether the SAST server has rejected the change of the last stage, so that the project is certainly unchanged. */
    private boolean isRejected(Throwable failure) {
        List<StageReport> stages = recorder.report().getStages();
        return failure instanceof ServiceException answer
                && answer.status() / 100 == 4
                && stages.get(stages.size() - 1).getRetries() == 0;
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void stage(Stage stage, Work work) throws IOException, InterruptedException {
        recorder.begin(stage);
        long begun = System.nanoTime();
        work.run();
        recorder.end(stage, Duration.ofNanos(System.nanoTime() - begun));
    }

    /** Runs the stage {@code ARCHIVE}. Nothing is uploaded if its warnings must fail the build. */
    private void archive(ArchiveStage archive, Source source, Optional<Content> before)
            throws IOException, InterruptedException {
        stage(Stage.ARCHIVE, () -> archive.run(source, before));
        boolean warned = !recorder.report().getArchive().getContentWarnings().isEmpty();
        if (plan.request().onWarnings() == OnWarnings.FAIL && warned) {
            throw new IOException("Not uploaded, because onWarnings is FAIL and there are warnings about the archive.");
        }
    }
}
