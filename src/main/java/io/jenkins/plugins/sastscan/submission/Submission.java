package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private Map<String, Object> result = Map.of();

    /** Creates a submission. Run it only once. */
    public Submission(
            SastService service,
            Archiver archiver,
            Uploader uploader,
            LastUploads.Target lastUploads,
            SubmissionListener listener) {
        this.service = service;
        this.archiver = archiver;
        this.uploader = uploader;
        this.lastUploads = lastUploads;
        this.listener = listener;
    }

    /**
     * Runs the plan.
     *
     * @param before the result of the stages that ended before a restart of Jenkins, or empty
     * @return the {@link ResultMap}, with these stages
     * @throws SubmissionException if a stage fails; contains the stage, the reason, and the completed stages
     * @throws InterruptedException if the thread is interrupted; the current stage has ended
     */
    public Map<String, Object> run(SubmissionPlan plan, Map<String, Object> before)
            throws SubmissionException, InterruptedException {
        ProjectId project = plan.projectId();
        result = before.isEmpty() ? ResultMap.nothing(project) : new LinkedHashMap<>(before);
        StageResult access = stage(Stage.ACCESS, () -> new StageResult.Access(service.proveToken(project)));
        if (plan.upload().isPresent()) {
            submitSource(project, plan.upload().get(), plan.skipUnchanged() && maySkip((StageResult.Access) access));
        }
        if (plan.git().isPresent()) {
            stage(Stage.GIT_SETTINGS, () -> changeGit(project, plan.git().get()));
        }
        if (plan.forceScan()) {
            stage(Stage.FORCE_SCAN, () -> {
                service.forceScan(project);
                return new StageResult.ScanForced();
            });
        }
        return result();
    }

    /** The result of the stages that have ended so far. */
    public Map<String, Object> result() {
        return new LinkedHashMap<>(result);
    }

    /**
     * Whether a file is compared tells what another team uploaded. So nothing is compared for an account of which the SAST
     * server has accepted nothing.
     */
    private boolean maySkip(StageResult.Access access) {
        if (!access.proven()) {
            listener.warned(
                    "Unchanged files are uploaded again, because the account cannot read the Git settings of the"
                            + " project. Grant it the permission, or disable skipUnchanged.");
        }
        return access.proven();
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
                        return new StageResult.Unchanged(build.get());
                    }
                }
                made.set(archiver.archive(source, progress));
                archiver.keepManifest(made.get());
                return new StageResult.Archived(made.get().facts());
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

    private StageResult upload(ProjectId project, Source source, PreparedArchive archive)
            throws IOException, InterruptedException {
        try (LastUploads.Change change = lastUploads.begin()) {
            uploader.upload(project, archive, (sent, total) -> listener.progressed(Stage.UPLOAD, sent, total));
            // Not the digest that was compared: files may have changed since.
            change.succeeded(source instanceof Source.Files ? archive.facts().contentDigest() : "");
        }
        return new StageResult.Uploaded(
                archive.facts().archiveBytes(), archive.facts().bodyBytes());
    }

    /** The SAST server may take the source from Git afterwards, so the last upload no longer counts. */
    private StageResult changeGit(ProjectId project, GitPlan plan) throws IOException, InterruptedException {
        try (LastUploads.Change change = lastUploads.begin()) {
            StageResult written = writeGit(project, plan);
            change.succeeded("");
            return written;
        }
    }

    private StageResult writeGit(ProjectId project, GitPlan plan) throws IOException, InterruptedException {
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
        return new StageResult.GitWritten(url, branch, plan.authentication().method(), readBack);
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

    private StageResult stage(Stage stage, StageWork work) throws SubmissionException, InterruptedException {
        listener.begun(stage);
        long begun = System.nanoTime();
        StageResult done;
        try {
            done = work.run();
        } catch (IOException e) {
            throw new SubmissionException(stage, ResultMap.done(result), e);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        result = ResultMap.with(result, stage, took, done);
        listener.ended(stage, took, done);
        return done;
    }

    private interface StageWork {
        StageResult run() throws IOException, InterruptedException;
    }
}
