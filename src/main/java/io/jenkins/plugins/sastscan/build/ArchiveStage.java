package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The source of a submission: an archive, or files that the project has already. Close it to delete the archive.
 */
final class ArchiveStage implements AutoCloseable {
    /** An aborted build must not wait long for a slow agent. */
    private static final int SECONDS_TO_WAIT = 10;

    private final SubmissionPlan plan;
    private final BuildContext build;
    private final SubmissionLog log;
    private final SubmissionRecorder recorder;
    private AgentArchiver.Prepared archive;
    private Content same;

    ArchiveStage(SubmissionPlan plan, SubmissionLog log, SubmissionRecorder recorder) {
        this.plan = plan;
        this.build = plan.build();
        this.log = log;
        this.recorder = recorder;
    }

    /** Archives the files, unless the project has them already. */
    void run(ProjectRecords records, ProjectRecord record) throws IOException, InterruptedException {
        Optional<Content> before = record.contentOf(build.run().getParent().getFullName());
        if (plan.request().isSkipUnchanged() && isUnchanged(records, record)) {
            same = record.content();
            recorder.unchangedSince(before.map(upload -> upload.by().build()).orElse(0));
        } else {
            archive(before);
        }
    }

    /** @param before the last upload of the job, with which the archive is compared */
    void archive(Optional<Content> before) throws IOException, InterruptedException {
        same = null;
        FilePath workspace = build.workspace();
        FilePath temporary =
                WorkspaceList.tempDir(workspace.child(build.boundary().path()));
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        archive = build.call(new AgentArchiver.Archiving(
                plan.source().orElseThrow(), build.boundary(), temporary.getRemote(), plan.limit()));
        if (plan.request().isManifest()) {
            new ManifestArtifact(build, log, recorder, manifestName())
                    .keep(workspace.child(Manifest.path(archive.file())), before);
        }
        before.ifPresent(upload ->
                archive.report().compareWith(upload.archiveBytes(), upload.by().build()));
        recorder.archived(archive.report());
    }

    private boolean isUnchanged(ProjectRecords records, ProjectRecord record) throws IOException, InterruptedException {
        Optional<String> reason = plan.git().isPresent()
                ? Optional.of("this step also writes Git settings, and the SAST server may take the source from Git")
                : records.unknown(record);
        if (!recorder.report().isTokenAccepted()) {
            // Any other account could learn from a skipped upload what another team has uploaded.
            reason = Optional.of("the account cannot read the Git settings of the project. Grant it the permission, or"
                    + " disable skipUnchanged");
        }
        if (reason.isEmpty()) {
            String digest = build.call(new AgentArchiver.Hashing(
                    (Source.Files) plan.source().orElseThrow(), build.boundary(), plan.limit()));
            if (digest.equals(record.content().digest())) {
                return true;
            }
            reason = Optional.of("the files differ from those of the last upload");
        }
        log.line("Not skipped, because " + reason.get());
        return false;
    }

    /** The source that the project has already; empty if there is an archive. */
    Optional<Content> unchanged() {
        return Optional.ofNullable(same);
    }

    Optional<AgentArchiver.Prepared> prepared() {
        return Optional.ofNullable(archive);
    }

    /** Returns an artifact name, which is different for each submission of a build. */
    private String manifestName() {
        return "sast-scan-" + plan.project() + "-" + recorder.report().getNumber() + ".sha256";
    }

    /** Called while the submission waits, so that other submissions do not take the archive for a leftover. */
    void touch() {
        onArchive(false);
    }

    /** Deletes the archive. If this fails, a later submission deletes it. */
    @Override
    public void close() {
        if (!onArchive(true)) {
            recorder.warn("The archive " + archive.file() + " could not be deleted. A later submission deletes it.");
        }
    }

    /** Makes a short call. Returns false if it fails. An interrupt ends the wait, but not the call. */
    private boolean onArchive(boolean delete) {
        if (archive == null || !archive.temporary()) {
            return true;
        }
        Future<Void> call = RemoteWork.start(build.workspace(), new AgentArchiver.Temporary(archive.file(), delete));
        try {
            call.get(SECONDS_TO_WAIT, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException | TimeoutException e) {
            call.cancel(true);
            return false;
        }
    }
}
