package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.TaskListener;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jenkins.model.ArtifactManager;
import jenkins.util.BuildListenerAdapter;
import jenkins.util.VirtualFile;

/** The archive of a submission. Close it to delete the archive. */
final class ArchiveStage implements AutoCloseable {
    /** An aborted build must not wait long for a slow agent. */
    private static final int SECONDS_TO_WAIT = 10;

    private static final String ARTIFACT = "artifact";

    private final SubmissionPlan plan;
    private final SubmissionLog log;
    private final SubmissionRecorder recorder;
    private AgentArchiver.Prepared archive;

    ArchiveStage(SubmissionPlan plan, SubmissionLog log, SubmissionRecorder recorder) {
        this.plan = plan;
        this.log = log;
        this.recorder = recorder;
    }

    /** @param before the last upload of the job, with which the archive is compared */
    void run(Source source, Optional<Content> before) throws IOException, InterruptedException {
        BuildContext build = plan.build();
        FilePath workspace = build.workspace();
        FilePath temporary =
                WorkspaceList.tempDir(workspace.child(build.boundary().path()));
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        archive =
                build.call(new AgentArchiver.Archiving(source, build.boundary(), temporary.getRemote(), plan.limit()));
        if (source instanceof Source.Files files && files.manifest()) {
            LinkedHashMap<String, Object> values = new LinkedHashMap<>();
            VirtualFile kept = keep(workspace.child(Manifest.path(archive.file())), values);
            if (before.isPresent()) {
                compare(before.get().by(), kept, values);
            }
            recorder.report().manifest = values;
        }
        before.ifPresent(upload ->
                archive.report().compareWith(upload.archiveBytes(), upload.by().build()));
        recorder.archived(archive.report());
    }

    /** Tells whether the upload can be skipped, because the project already has the files of the archive. */
    boolean isUnchanged(ProjectRecords records, ProjectRecord record) {
        if (archive == null || !plan.request().skipUnchanged()) {
            return false;
        }
        Optional<String> reason = plan.request().git() != null
                ? Optional.of("this step also writes Git settings, and the SAST server may take the source from Git")
                : records.unknown(record);
        if (!recorder.report().tokenAccepted) {
            // Any other account could learn from a skipped upload what another team has uploaded.
            reason = Optional.of("the account cannot read the Git settings of the project. Grant it the permission, or"
                    + " disable skipUnchanged");
        }
        if (reason.isEmpty()
                && archive.report().contentDigest.equals(record.content().digest())) {
            Optional<Content> own =
                    record.contentOf(plan.build().run().getParent().getFullName());
            recorder.unchanged(own.map(upload -> upload.by().build()).orElse(0));
            return true;
        }
        log.line("Not skipped, because " + reason.orElse("the files differ from those of the last upload"));
        return false;
    }

    /**
     * Keeps the manifest as an artifact of the build, with a name that no other submission of the build has.
     *
     * @throws ArchiveException if the manifest cannot be kept; the message is for users
     */
    private VirtualFile keep(FilePath manifest, Map<String, Object> values) throws IOException, InterruptedException {
        String name = "sast-scan-" + plan.project() + "-" + recorder.report().number + ".sha256";
        values.put(ARTIFACT, name);
        try {
            TaskListener listener = plan.build().listener();
            FilePath folder = Objects.requireNonNull(manifest.getParent());
            ArtifactManager artifacts = plan.build().run().pickArtifactManager();
            RemoteWork.within(RemoteWork.limit(), manifest, () -> {
                artifacts.archive(
                        folder,
                        folder.createLauncher(listener),
                        BuildListenerAdapter.wrap(listener),
                        Map.of(name, manifest.getName()));
                return null;
            });
            VirtualFile kept = artifacts.root().child(name);
            // The agent may have sent nothing.
            if (!kept.isFile()) {
                throw new IOException("it is missing");
            }
            return kept;
        } catch (IOException | RuntimeException e) {
            // Plugins that store artifacts can throw exceptions from their libraries.
            IOException failure = Failures.unwrapped(e);
            throw failure instanceof Failures.AgentException
                    ? failure
                    : new ArchiveException("The manifest could not be kept as an artifact of the build ("
                            + IoReason.of(failure)
                            + "). Check where Jenkins keeps artifacts, or turn the manifest off.");
        }
    }

    /** Compares the manifest with that of an earlier submission. */
    private void compare(Submitter last, VirtualFile after, Map<String, Object> values) throws InterruptedException {
        try {
            Optional<VirtualFile> before = Projects.build(last)
                    .flatMap(run -> SubmissionsAction.find(run, last.id())
                            .map(report -> report.manifest)
                            .map(kept -> run.getArtifactManager()
                                    .root()
                                    .child(kept.get(ARTIFACT).toString())));
            if (before.isPresent() && before.get().isFile()) {
                try (InputStream old = before.get().open();
                        InputStream now = after.open()) {
                    Manifest.Changes changes = Manifest.compare(old, now);
                    values.put("build", last.build());
                    values.put("added", changes.added());
                    values.put("changed", changes.changed());
                    values.put("removed", changes.removed());
                    log.line("Files since build #" + last.build() + ": " + changes.words());
                }
            }
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException("Interrupted while comparing manifests.");
        } catch (IOException | RuntimeException e) {
            IOException failure = e instanceof IOException told ? told : new IOException(e);
            log.line("The manifest is not compared with that of build #" + last.build() + " (" + IoReason.of(failure)
                    + ")");
        }
    }

    Optional<AgentArchiver.Prepared> prepared() {
        return Optional.ofNullable(archive);
    }

    /** Called while the submission waits, so that other submissions do not take the archive for a leftover. */
    void touch() {
        onArchive(false);
    }

    /** Deletes the archive. If this fails, a later submission deletes it. */
    @Override
    public void close() {
        if (!onArchive(true)) {
            log.warned("The archive " + archive.file() + " could not be deleted. A later submission deletes it.");
        }
    }

    /** Makes a short call. Returns false if it fails. An interrupt ends the wait, but not the call. */
    private boolean onArchive(boolean delete) {
        if (archive == null || !archive.temporary()) {
            return true;
        }
        Future<Void> call =
                RemoteWork.start(plan.build().workspace(), new AgentArchiver.Temporary(archive.file(), delete));
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
