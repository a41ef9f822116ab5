package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import jenkins.model.ArtifactManager;
import jenkins.util.BuildListenerAdapter;
import jenkins.util.VirtualFile;

/**
 * The manifest of a submission, which is kept as an artifact of the build.
 *
 * @param name the name of the artifact; does not change when a submission continues after a restart
 */
record ManifestArtifact(BuildContext build, SubmissionLog log, SubmissionRecorder recorder, String name) {
    private static final String ARTIFACT = "artifact";

    /**
     * Keeps the manifest as an artifact, and compares it with that of the job's last upload to the project.
     *
     * @throws ArchiveException if the manifest cannot be kept; the message is for users
     */
    void keep(FilePath manifest, Optional<Content> before) throws IOException, InterruptedException {
        VirtualFile kept;
        try {
            TaskListener listener = build.listener();
            FilePath folder = Objects.requireNonNull(manifest.getParent());
            ArtifactManager artifacts = build.run().pickArtifactManager();
            RemoteWork.within(RemoteWork.limit(), manifest, () -> {
                artifacts.archive(
                        folder,
                        folder.createLauncher(listener),
                        BuildListenerAdapter.wrap(listener),
                        Map.of(name, manifest.getName()));
                return null;
            });
            // The agent may have sent nothing, or a file that is too large.
            kept = find(build.run(), name).orElseThrow(() -> new IOException("it is missing or too large"));
        } catch (IOException | RuntimeException e) {
            // Plugins that store artifacts can throw exceptions from their libraries.
            IOException failure = Failures.unwrapped(e);
            throw failure instanceof SubmissionException
                    ? failure
                    : new ArchiveException("The manifest could not be kept as an artifact of the build ("
                            + IoReason.of(failure)
                            + "). Check where Jenkins keeps artifacts, or turn the manifest off.");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(ARTIFACT, name);
        if (before.isPresent()) {
            compare(before.get().by(), kept, values);
        }
        recorder.keptManifest(values);
    }

    private void compare(Submitter last, VirtualFile after, Map<String, Object> values) throws InterruptedException {
        try {
            Optional<VirtualFile> before = manifestOf(last);
            if (before.isPresent()) {
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

    private static Optional<VirtualFile> manifestOf(Submitter by) throws IOException {
        Run<?, ?> run = Projects.build(by).orElse(null);
        Map<String, Object> values = run == null
                ? null
                : SubmissionsAction.find(run, by.id())
                        .map(SubmissionReport::getManifest)
                        .orElse(null);
        return values == null
                ? Optional.empty()
                : find(run, values.get(ARTIFACT).toString());
    }

    private static Optional<VirtualFile> find(Run<?, ?> run, String name) throws IOException {
        VirtualFile file = run.getArtifactManager().root().child(name);
        return file.isFile() && file.length() <= Manifest.MAX_BYTES ? Optional.of(file) : Optional.empty();
    }
}
