package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The source of a submission: an archive, or the digest of files that the project has already. Close it to delete the
 * archive.
 */
final class ArchiveStage implements AutoCloseable {
    /** An aborted build must not wait long for a slow agent. A later submission deletes what is left. */
    private static final Duration DISCARD = Duration.ofSeconds(10);

    private final SubmissionPlan plan;
    private final AgentArchiver archiver;
    private final SubmissionLog log;
    private final SubmissionRecorder recorder;
    private PreparedArchive archive;
    private Content same;

    ArchiveStage(SubmissionPlan plan, AgentArchiver archiver, SubmissionLog log, SubmissionRecorder recorder) {
        this.plan = plan;
        this.archiver = archiver;
        this.log = log;
        this.recorder = recorder;
    }

    /** Archives the files, unless the project has them already. */
    void run(ProjectRecords records, ProjectRecord record) throws IOException, InterruptedException {
        if (plan.request().isSkipUnchanged() && isUnchanged(records, record)) {
            same = record.content().orElseThrow();
            boolean ofJob =
                    same.by().job().equals(plan.build().run().getParent().getFullName());
            recorder.unchangedSince(ofJob ? same.by().build() : 0);
        } else {
            archive();
        }
    }

    void archive() throws IOException, InterruptedException {
        same = null;
        archive = archiver.archive(plan.source().orElseThrow());
        if (plan.request().isManifest()) {
            new ManifestArtifact(plan.build(), log, recorder, manifestName()).keep(archiver.file(archive.manifest()));
        }
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
            Content content = record.content().orElseThrow();
            if (archiver.digest((Source.Files) plan.source().orElseThrow()).equals(content.digest())) {
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

    Optional<PreparedArchive> prepared() {
        return Optional.ofNullable(archive);
    }

    /** Returns an artifact name, which is different for each submission of a build. */
    private String manifestName() {
        return "sast-scan-" + plan.project() + "-" + recorder.report().getNumber() + ".sha256";
    }

    /** Called while the submission waits, so that other submissions do not take the archive for a leftover. */
    void touch() {
        try {
            if (archive != null && archive.temporary()) {
                archiver.touch(archive);
            }
        } catch (IOException e) {
            // The upload tells what is wrong.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (archive == null || !archive.temporary()) {
            return;
        }
        // An interrupt of the build must not stop the cleanup.
        boolean interrupted = Thread.interrupted();
        try {
            archiver.discard(archive, DISCARD);
        } catch (IOException e) {
            recorder.warn("The archive " + archive.file() + " could not be deleted (" + IoReason.of(e)
                    + "). A later submission deletes it.");
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
