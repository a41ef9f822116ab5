package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Executes the stages of a plan, and stops at the first failure. Waits for its turn before it changes the project.
 *
 * @param check called at the start of the turn; returns the number of a later build of the job, if one has already
 *     submitted to the project; throws {@link InvalidInputException} if the submission is no longer allowed
 */
public record Submission(
        SastClient service,
        Archiver archiver,
        Uploader uploader,
        ProjectTurns turns,
        Supplier<OptionalInt> check,
        LastUploads lastUploads,
        Submitter submitter,
        SubmissionRecorder recorder) {
    /** A response with one of these statuses means that the request has certainly not changed the project. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 404);

    private static final Duration DISCARD = Duration.ofMinutes(2);
    /** An aborted build must not wait longer for a slow agent. The next submission deletes what is left. */
    private static final Duration DISCARD_AFTER_ABORT = Duration.ofSeconds(2);

    /** Optional behavior of a submission. */
    public interface Options {
        /** Whether the upload is skipped if the last upload had the same files. */
        boolean isSkipUnchanged();

        /** What warnings about the archive do. */
        OnWarnings getOnWarnings();
    }

    /** Call this method only once. */
    @SuppressWarnings("try") // the variable "turn" is closed but not used
    public void run(SubmissionPlan plan) throws SubmissionException, InterruptedException {
        stage(Stage.ACCESS, () -> recorder.accessChecked(service.checkAccess(plan.projectId())));
        ArchiveOutcome outcome = new ArchiveOutcome();
        try {
            if (plan.upload().isPresent()) {
                boolean compare = plan.options().isSkipUnchanged() && canCompare();
                archive(plan, outcome, compare);
            }
            try (ProjectTurns.Turn turn = turns.take(submitter, recorder::waitFor)) {
                OptionalInt later = check.get();
                if (later.isPresent()) {
                    recorder.supersede(later.getAsInt());
                    return;
                }
                if (outcome.lastDigest != null) {
                    skipOrArchive(plan, outcome);
                }
                change(plan, outcome.archive);
            }
        } finally {
            if (outcome.archive != null) {
                discard(outcome.archive);
            }
        }
    }

    /** The outcome of the stage ARCHIVE: either an archive, or the digest of unchanged files. */
    private static final class ArchiveOutcome {
        /** Set as soon as the archive exists, so that it is deleted even if the stage fails later. */
        private PreparedArchive archive;
        /** Set if the files have the digest of the last upload. */
        private String lastDigest;

        private Duration took;
    }

    private void change(SubmissionPlan plan, PreparedArchive archive) throws SubmissionException, InterruptedException {
        ProjectId project = plan.projectId();
        if (archive != null) {
            stage(Stage.UPLOAD, () -> upload(plan, archive));
        }
        if (plan.git().isPresent()) {
            // The last upload is forgotten, because the SAST server may now take the source from Git.
            stage(
                    Stage.GIT_SETTINGS,
                    () -> remembered("", () -> writeGit(project, plan.git().get())));
        }
        if (plan.forceScan()) {
            stage(Stage.FORCE_SCAN, () -> service.forceScan(project));
        }
    }

    /**
     * Compares the digest again, because another submission may have changed the project since the first comparison.
     */
    private void skipOrArchive(SubmissionPlan plan, ArchiveOutcome outcome)
            throws SubmissionException, InterruptedException {
        lastUploads.buildThatUploaded(submitter, outcome.lastDigest).ifPresent(recorder::unchangedSince);
        if (recorder.report().isUnchanged()) {
            recorder.end(Stage.ARCHIVE, outcome.took);
        } else {
            // The last upload is now another one, or is no longer known. This is rare, so it does not matter that other
            // submissions to the project wait while the archive is created.
            archive(plan, outcome, false);
        }
    }

    /**
     * Uploads are skipped only for an account that can read the Git settings. Any other account could learn from a
     * skipped upload what another team has uploaded.
     */
    private boolean canCompare() {
        if (!recorder.report().isTokenAccepted()) {
            recorder.warn("Unchanged files are uploaded again, because the account cannot read the Git settings of the"
                    + " project. Grant it the permission, or disable skipUnchanged.");
            return false;
        }
        if (lastUploads.isInDoubt(submitter.target())) {
            recorder.warn("Unchanged files are uploaded again, because another submission to the project is running, or"
                    + " may still take effect on the SAST server.");
        }
        return lastUploads.isKnown(submitter);
    }

    /** @param compare whether to skip archiving when the digest of all files equals that of the last upload */
    private void archive(SubmissionPlan plan, ArchiveOutcome outcome, boolean compare)
            throws SubmissionException, InterruptedException {
        Source source = plan.upload().orElseThrow();
        outcome.took = timed(Stage.ARCHIVE, () -> {
            if (compare) {
                String digest = archiver.digest((Source.Files) source);
                if (lastUploads.buildThatUploaded(submitter, digest).isPresent()) {
                    outcome.lastDigest = digest;
                    return;
                }
            }
            outcome.archive = archiver.archive(source);
            archiver.keepManifest(outcome.archive);
            recorder.archived(outcome.archive.report());
        });
        if (outcome.archive == null) {
            return;
        }
        recorder.end(Stage.ARCHIVE, outcome.took);
        List<String> warnings = recorder.report().getArchive().getContentWarnings();
        if (plan.options().getOnWarnings() == OnWarnings.FAIL && !warnings.isEmpty()) {
            String sentence = "Not uploaded, because onWarnings is FAIL: " + String.join(" ", warnings);
            throw new SubmissionException(Stage.ARCHIVE, recorder.report().done(), new IOException(sentence));
        }
    }

    private void upload(SubmissionPlan plan, PreparedArchive archive) throws IOException, InterruptedException {
        // The digest comes from the archive, because files may have changed since the comparison.
        String digest = plan.options().isSkipUnchanged() ? archive.report().contentDigest : "";
        remembered(digest, () -> uploader.upload(plan.projectId(), archive));
        if (plan.options().isSkipUnchanged()) {
            lastUploads.problem(submitter).ifPresent(recorder::warn);
        }
    }

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
        // The settings are recorded before they are read back, because reading them back can fail. Earlier builds that
        // are waiting for their turn find this record, and do not replace the settings.
        setGit(git, Map.of());
        setGit(git, git.readBack(service, project));
    }

    private void setGit(GitPlan git, Map<String, Object> readBack) {
        recorder.wroteGit(
                git.remote().url(), git.remote().branch(), git.authentication().method(), readBack);
    }

    private void discard(PreparedArchive archive) throws InterruptedException {
        // An interrupt of the build must not stop the cleanup.
        boolean interrupted = Thread.interrupted();
        try {
            archiver.discard(archive, interrupted ? DISCARD_AFTER_ABORT : DISCARD);
        } catch (IOException e) {
            recorder.warn("The archive " + archive.file() + " could not be deleted (" + IoReason.of(e)
                    + "). The next submission deletes it.");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void stage(Stage stage, StageWork work) throws SubmissionException, InterruptedException {
        recorder.end(stage, timed(stage, work));
    }

    private Duration timed(Stage stage, StageWork work) throws SubmissionException, InterruptedException {
        recorder.begin(stage);
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (IOException e) {
            throw new SubmissionException(stage, recorder.report().done(), e);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private interface StageWork {
        void run() throws IOException, InterruptedException;
    }
}
