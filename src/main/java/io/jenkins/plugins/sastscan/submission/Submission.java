package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Carries out one plan: checks access, archives, uploads, writes the Git settings and reads them back, forces the scan.
 * What fails ends it; an archive made for it is gone afterwards, whatever happened.
 */
public final class Submission {
    private final SastService service;
    private final Archiver archiver;
    private final Uploader uploader;
    private final SubmissionListener listener;
    private final Map<Stage, Duration> durations = new EnumMap<>(Stage.class);

    /** A submission to be run once. */
    public Submission(SastService service, Archiver archiver, Uploader uploader, SubmissionListener listener) {
        this.service = service;
        this.archiver = archiver;
        this.uploader = uploader;
        this.listener = listener;
    }

    /**
     * Runs the plan.
     *
     * @throws SubmissionException if a stage failed; it says which, why, and what had been done before
     * @throws InterruptedException if the thread was interrupted; the running stage has ended
     */
    public SubmissionResult run(SubmissionPlan plan) throws SubmissionException, InterruptedException {
        long project = plan.projectId();
        stage(Stage.ACCESS, () -> proveToken(project), done -> done);
        Optional<ArchiveFacts> archive = Optional.empty();
        if (plan.upload().isPresent()) {
            archive = Optional.of(submitSource(project, plan.upload().get()));
        }
        Optional<GitResult> git = Optional.empty();
        if (plan.git().isPresent()) {
            git = Optional.of(
                    stage(Stage.GIT_SETTINGS, () -> writeGit(project, plan.git().get()), StageResult.GitWritten::new));
        }
        if (plan.forceScan()) {
            stage(Stage.FORCE_SCAN, () -> forceScan(project), done -> done);
        }
        return new SubmissionResult(project, archive, git, plan.forceScan(), durations);
    }

    private StageResult.Access proveToken(long project) throws IOException, InterruptedException {
        return new StageResult.Access(service.proveToken(project));
    }

    private StageResult.ScanForced forceScan(long project) throws IOException, InterruptedException {
        service.forceScan(project);
        return new StageResult.ScanForced();
    }

    private ArchiveFacts submitSource(long project, Source source) throws SubmissionException, InterruptedException {
        // Filled in the very act, so that whatever fails after it finds the archive and takes it away.
        AtomicReference<PreparedArchive> made = new AtomicReference<>();
        try {
            stage(
                    Stage.ARCHIVE,
                    () -> {
                        made.set(archiver.archive(
                                source, (files, bytes) -> listener.progressed(Stage.ARCHIVE, bytes, 0)));
                        return made.get().facts();
                    },
                    StageResult.Archived::new);
            stage(Stage.UPLOAD, () -> upload(project, made.get()), StageResult.Uploaded::new);
            return made.get().facts();
        } finally {
            if (made.get() != null) {
                discard(made.get());
            }
        }
    }

    private long upload(long project, PreparedArchive archive) throws IOException, InterruptedException {
        uploader.upload(project, archive, (sent, total) -> listener.progressed(Stage.UPLOAD, sent, total));
        return archive.facts().archiveBytes();
    }

    private GitResult writeGit(long project, GitPlan plan) throws IOException, InterruptedException {
        String url = plan.remote().url();
        String branch = plan.remote().branch();
        if (plan.authentication() instanceof GitAuthentication.SshKey key) {
            service.writeGitSshSettings(project, plan.remote(), Optional.of(key.privateKey()));
        } else {
            service.writeGitSettings(project, plan.remote(), plan.authentication());
        }
        ProjectGitSettings told = readBack(project);
        ProjectGitSettings readBack = told.masked(plan.authentication().secrets());
        List<String> differences = new ArrayList<>();
        told.url()
                .filter(held -> !held.isBlank() && !GitUrl.same(held, url))
                .flatMap(held -> readBack.url().map(GitUrl::shown))
                .ifPresent(differences::add);
        told.branch()
                .filter(held -> !held.isBlank() && !BranchRef.same(held, branch))
                .flatMap(held -> readBack.branch())
                .ifPresent(differences::add);
        if (!differences.isEmpty()) {
            throw new IOException(
                    "The server accepted the Git settings " + url + " " + branch + " of project " + project
                            + " but now holds " + String.join(" ", differences)
                            + "; check the project's source location on the server.");
        }
        return new GitResult(url, branch, plan.authentication().method().orElse(""), readBack);
    }

    private ProjectGitSettings readBack(long project) throws IOException, InterruptedException {
        try {
            return service.gitSettings(project);
        } catch (ServiceException e) {
            throw new IOException(e.getMessage() + " The Git settings were written before that.", e);
        }
    }

    /** What cannot be removed is said and fails nothing; the next submission from there removes it. */
    private void discard(PreparedArchive archive) throws InterruptedException {
        // An interrupt that ended the work must not end the clean-up as well.
        boolean interrupted = Thread.interrupted();
        try {
            archiver.discard(archive);
        } catch (IOException e) {
            listener.warned("The archive " + archive.file() + " could not be removed (" + IoReason.of(e) + ").");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T stage(Stage stage, Act<T> act, Function<T, StageResult> result)
            throws SubmissionException, InterruptedException {
        listener.begun(stage);
        long begun = System.nanoTime();
        T done;
        try {
            done = act.carryOut();
        } catch (IOException e) {
            throw new SubmissionException(stage, List.copyOf(durations.keySet()), e);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        durations.put(stage, took);
        listener.ended(stage, took, result.apply(done));
        return done;
    }

    /** One stage's work. */
    private interface Act<T> {
        T carryOut() throws IOException, InterruptedException;
    }
}
