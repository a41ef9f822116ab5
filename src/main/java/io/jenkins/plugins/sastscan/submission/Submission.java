package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.submission.git.GitPlan;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Executes the stages of a plan: access check, archive, upload, Git settings and forced scan. Can skip the upload of
 * unchanged files; see {@link Options#isSkipUnchanged}. Reads the Git settings back after writing them. Stops at the
 * first failure. Always deletes the temporary archive. Waits for the turn of the submission before changing the
 * project.
 *
 * @param check called at the start of the turn. Throws {@link InvalidInputException} if the submission is no longer
 *     allowed. If a later build of the job has already submitted to the project, returns the number of that build.
 * @param result receives the values of each stage; can contain values of stages that ended before a restart of Jenkins
 */
public record Submission(
        SastService service,
        Archiver archiver,
        Uploader uploader,
        ProjectTurns turns,
        Supplier<OptionalInt> check,
        LastUploads lastUploads,
        Submitter submitter,
        SubmissionListener listener,
        SubmissionResult result) {
    /** A response with one of these statuses means that the request has certainly not changed the project. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 404);

    /** Optional behavior of a submission. All options are off by default. */
    public interface Options {
        /** Whether the upload is skipped if the last upload had the same files. */
        default boolean isSkipUnchanged() {
            return false;
        }

        /** Whether warnings about the archive make the submission fail before the upload. */
        default boolean isFailOnWarnings() {
            return false;
        }
    }

    /**
     * Runs a plan. Use each submission once.
     *
     * @throws SubmissionException if a stage fails; contains the stage, the reason and the completed stages
     */
    @SuppressWarnings("try") // the variable "turn" is closed but not used
    public void run(SubmissionPlan plan) throws SubmissionException, InterruptedException {
        ProjectId project = plan.projectId();
        stage(Stage.ACCESS, () -> result.setTokenAccepted(service.proveToken(project)));
        // Set as soon as the archive exists, so that the archive is deleted even if the stage fails later.
        AtomicReference<PreparedArchive> made = new AtomicReference<>();
        AtomicReference<String> same = new AtomicReference<>();
        Duration took = Duration.ZERO;
        try {
            if (plan.upload().isPresent()) {
                boolean compares = plan.options().isSkipUnchanged() && maySkip() && lastUploads.isKnown(submitter);
                took = timed(Stage.ARCHIVE, () -> archive(plan.upload().get(), compares, same, made));
            }
            if (made.get() != null) {
                endArchive(plan, took);
            }
            try (ProjectTurns.Turn turn = turns.take(submitter, listener::waiting)) {
                OptionalInt later = check.get();
                if (later.isPresent()) {
                    result.setSuperseded();
                    listener.superseded(later.getAsInt());
                    return;
                }
                if (same.get() != null && isUnchanged(same.get())) {
                    end(Stage.ARCHIVE, took);
                } else if (same.get() != null) {
                    // Another submission has changed the project in the meantime. This case is rare. The archive is
                    // therefore created during the turn, although other submissions have to wait.
                    endArchive(
                            plan,
                            timed(Stage.ARCHIVE, () -> archive(plan.upload().get(), false, same, made)));
                }
                change(plan, made.get());
            }
        } finally {
            if (made.get() != null) {
                discard(made.get());
            }
        }
    }

    private void change(SubmissionPlan plan, PreparedArchive archive) throws SubmissionException, InterruptedException {
        ProjectId project = plan.projectId();
        if (archive != null) {
            stage(Stage.UPLOAD, () -> upload(plan, archive));
        }
        if (plan.git().isPresent()) {
            // After this change, the SAST server can take the source from Git. The last upload is therefore forgotten.
            stage(
                    Stage.GIT_SETTINGS,
                    () -> remembered("", () -> writeGit(project, plan.git().get())));
        }
        if (plan.forceScan()) {
            stage(Stage.FORCE_SCAN, () -> service.forceScan(project));
        }
    }

    private boolean isUnchanged(String digest) {
        lastUploads.buildThatUploaded(submitter, digest).ifPresent(result::setBuildThatUploaded);
        return result.buildThatUploaded() != null;
    }

    /**
     * Tells whether the account was able to read the Git settings of the project. Other accounts must not skip uploads,
     * because a skipped upload would show them what another team has uploaded.
     */
    private boolean maySkip() {
        if (!result.isTokenAccepted()) {
            listener.warned(
                    "Unchanged files are uploaded again, because the account cannot read the Git settings of the"
                            + " project. Grant it the permission, or disable skipUnchanged.");
        } else if (lastUploads.isInDoubt(submitter.project())) {
            listener.warned("Unchanged files are uploaded again, because an earlier submission to the project may still"
                    + " take effect on the SAST server.");
        }
        return result.isTokenAccepted();
    }

    /**
     * Archives the source, unless the last upload had the same files.
     *
     * @param same receives the digest of the files if the last upload had the same files
     */
    private void archive(
            Source source, boolean compares, AtomicReference<String> same, AtomicReference<PreparedArchive> made)
            throws IOException, InterruptedException {
        LongConsumer progress = bytes -> listener.progressed(Stage.ARCHIVE, bytes, 0);
        if (compares) {
            String digest = archiver.digest((Source.Files) source, progress);
            if (lastUploads.buildThatUploaded(submitter, digest).isPresent()) {
                same.set(digest);
                return;
            }
        }
        made.set(archiver.archive(source, progress));
        archiver.keepManifest(made.get());
        result.setArchive(made.get().facts());
    }

    private void endArchive(SubmissionPlan plan, Duration took) throws SubmissionException {
        // The listener can add a warning about a much smaller archive. That warning must not block the upload.
        List<String> warnings = List.copyOf(result.warnings());
        end(Stage.ARCHIVE, took);
        if (plan.options().isFailOnWarnings() && !warnings.isEmpty()) {
            String sentence = "Not uploaded, because failOnWarnings is set: " + String.join(" ", warnings);
            throw new SubmissionException(Stage.ARCHIVE, result.done(), new IOException(sentence));
        }
    }

    private void upload(SubmissionPlan plan, PreparedArchive archive) throws IOException, InterruptedException {
        long total = archive.facts().archiveBytes();
        LongConsumer progress = sent -> listener.progressed(Stage.UPLOAD, sent, total);
        // Uses the digest of the archive, because files may have changed since the comparison.
        String digest = plan.options().isSkipUnchanged() ? archive.facts().contentDigest() : "";
        remembered(digest, () -> uploader.upload(plan.projectId(), archive, progress));
        if (plan.options().isSkipUnchanged()) {
            lastUploads.problem(submitter).ifPresent(listener::warned);
        }
    }

    /** @param digest the digest of the project's files after the change; empty if unknown or not needed */
    private void remembered(String digest, StageWork change) throws IOException, InterruptedException {
        int retries = service.retries();
        try (LastUploads.Change begun = lastUploads.begin(submitter)) {
            try {
                change.run();
            } catch (ServiceException e) {
                // If there was a retry, the SAST server may have accepted an earlier attempt.
                if (REFUSALS.contains(e.status()) && service.retries() == retries) {
                    begun.refused();
                }
                throw e;
            }
            begun.succeeded(digest);
        }
    }

    private void writeGit(ProjectId project, GitPlan git) throws IOException, InterruptedException {
        git.write(service, project);
        // Recorded before reading back. Even if reading back fails, no earlier build can replace the written settings.
        setGit(git, Map.of());
        listener.wroteGit(result);
        setGit(git, git.readBack(service, project));
    }

    private void setGit(GitPlan git, Map<String, Object> readBack) {
        result.setGit(new SubmissionResult.WrittenGit(
                git.remote().url(), git.remote().branch(), git.authentication().method(), readBack));
    }

    /** If the deletion fails, only warns. The next submission from the workspace then deletes the archive. */
    private void discard(PreparedArchive archive) throws InterruptedException {
        // The interrupt must not stop the cleanup.
        boolean interrupted = Thread.interrupted();
        try {
            archiver.discard(archive);
        } catch (IOException e) {
            listener.warned("The archive " + archive.file() + " could not be deleted (" + IoReason.of(e)
                    + "). The next submission deletes it.");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void stage(Stage stage, StageWork work) throws SubmissionException, InterruptedException {
        end(stage, timed(stage, work));
    }

    private Duration timed(Stage stage, StageWork work) throws SubmissionException, InterruptedException {
        listener.begun(stage);
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (IOException e) {
            throw new SubmissionException(stage, result.done(), e);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private void end(Stage stage, Duration took) {
        result.end(stage, took);
        listener.ended(stage, took, result);
    }

    private interface StageWork {
        void run() throws IOException, InterruptedException;
    }
}
