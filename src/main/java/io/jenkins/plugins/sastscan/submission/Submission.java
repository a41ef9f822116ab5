package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.submission.git.BranchRef;
import io.jenkins.plugins.sastscan.submission.git.GitPlan;
import io.jenkins.plugins.sastscan.submission.git.GitUrl;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/**
 * Executes a plan: checks access, archives and uploads unless nothing has changed, writes and reads back the Git settings,
 * and forces the next scan. Stops at the first failure. Always deletes the temporary archive.
 */
public final class Submission {
    private final SastService service;
    private final Archiver archiver;
    private final Uploader uploader;
    private final LastUploads.Target lastUploads;
    private final SubmissionListener listener;
    private final SubmissionResult result;

    /**
     * Creates a submission. Run it only once.
     *
     * @param result receives the values of each stage; may have the stages that ended before a restart of Jenkins
     */
    public Submission(
            SastService service,
            Archiver archiver,
            Uploader uploader,
            LastUploads.Target lastUploads,
            SubmissionListener listener,
            SubmissionResult result) {
        this.service = service;
        this.archiver = archiver;
        this.uploader = uploader;
        this.lastUploads = lastUploads;
        this.listener = listener;
        this.result = result;
    }

    /**
     * Runs the plan.
     *
     * @throws SubmissionException if a stage fails; contains the stage, the reason, and the completed stages
     * @throws InterruptedException if the thread is interrupted; the current stage has ended
     */
    public void run(SubmissionPlan plan) throws SubmissionException, InterruptedException {
        ProjectId project = plan.projectId();
        stage(Stage.ACCESS, () -> result.setTokenAccepted(service.proveToken(project)));
        if (plan.upload().isPresent()) {
            submitSource(project, plan.upload().get(), plan.skipUnchanged() && maySkip());
        }
        if (plan.git().isPresent()) {
            stage(Stage.GIT_SETTINGS, () -> changeGit(project, plan.git().get()));
        }
        if (plan.forceScan()) {
            stage(Stage.FORCE_SCAN, () -> service.forceScan(project));
        }
    }

    /**
     * Whether a file is compared tells what another team uploaded. So nothing is compared for an account of which the SAST
     * server has accepted nothing.
     */
    private boolean maySkip() {
        if (!result.isTokenAccepted()) {
            listener.warned(
                    "Unchanged files are uploaded again, because the account cannot read the Git settings of the"
                            + " project. Grant it the permission, or disable skipUnchanged.");
        }
        return result.isTokenAccepted();
    }

    private void submitSource(ProjectId project, Source source, boolean skipUnchanged)
            throws SubmissionException, InterruptedException {
        // Set inside the stage, so that the archive is deleted even if the stage fails afterwards.
        AtomicReference<PreparedArchive> made = new AtomicReference<>();
        try {
            stage(Stage.ARCHIVE, () -> {
                LongConsumer progress = bytes -> listener.progressed(Stage.ARCHIVE, bytes, 0);
                if (skipUnchanged && source instanceof Source.Files files && lastUploads.isKnown()) {
                    Optional<Integer> build = lastUploads.buildThatUploaded(archiver.digest(files, progress));
                    if (build.isPresent()) {
                        result.setBuildThatUploaded(build.get());
                        return;
                    }
                }
                made.set(archiver.archive(source, progress));
                archiver.keepManifest(made.get());
                result.setArchive(made.get().facts());
            });
            if (made.get() != null) {
                stage(Stage.UPLOAD, () -> upload(project, source, made.get()));
            }
        } finally {
            if (made.get() != null) {
                discard(made.get());
            }
        }
    }

    private void upload(ProjectId project, Source source, PreparedArchive archive)
            throws IOException, InterruptedException {
        try (LastUploads.Change change = lastUploads.begin()) {
            long total = archive.facts().archiveBytes();
            uploader.upload(project, archive, sent -> listener.progressed(Stage.UPLOAD, sent, total));
            // Not the digest that was compared: files may have changed since.
            change.succeeded(source instanceof Source.Files ? archive.facts().contentDigest() : "");
        }
    }

    /** The SAST server may take the source from Git afterwards, so the last upload no longer counts. */
    private void changeGit(ProjectId project, GitPlan plan) throws IOException, InterruptedException {
        try (LastUploads.Change change = lastUploads.begin()) {
            writeGit(project, plan);
            change.succeeded("");
        }
    }

    private void writeGit(ProjectId project, GitPlan plan) throws IOException, InterruptedException {
        String url = plan.remote().url();
        String branch = plan.remote().branch();
        if (plan.authentication() instanceof GitAuthentication.SshKey key) {
            service.writeGitSshSettings(project, plan.remote(), Optional.of(key));
        } else {
            service.writeGitSettings(project, plan.remote(), plan.authentication());
        }
        ResponseValues told = readBack(project);
        ResponseValues readBack = told.with(
                        SecretMask.of(plan.authentication().secrets())::mask, "url", "branch", "link")
                .with(GitUrl::shown, "url");
        List<String> differences = new ArrayList<>();
        told.text("url")
                .filter(held -> !held.isBlank() && !GitUrl.same(held, url))
                .flatMap(held -> readBack.text("url"))
                .ifPresent(differences::add);
        told.text("branch")
                .filter(held -> !held.isBlank() && !BranchRef.same(held, branch))
                .flatMap(held -> readBack.text("branch"))
                .ifPresent(differences::add);
        if (!differences.isEmpty()) {
            throw new IOException(
                    "The SAST server accepted the Git settings " + url + " " + branch + " of project " + project
                            + ", but returns " + String.join(" ", differences)
                            + ". Check the source location of the project on the SAST server.");
        }
        result.setGit(new SubmissionResult.WrittenGit(
                url, branch, plan.authentication().method(), readBack.toMap()));
    }

    private ResponseValues readBack(ProjectId project) throws IOException, InterruptedException {
        try {
            return service.gitSettings(project);
        } catch (ServiceException e) {
            throw new IOException(e.getMessage() + " The Git settings were already written.", e);
        }
    }

    /** A failed deletion is only a warning. The next submission on that machine deletes the archive. */
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
        listener.begun(stage);
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (IOException e) {
            throw new SubmissionException(stage, result.done(), e);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        result.end(stage, took);
        listener.ended(stage, took, result);
    }

    private interface StageWork {
        void run() throws IOException, InterruptedException;
    }
}
