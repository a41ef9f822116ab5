package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.LinkedHashMap;
import java.util.List;
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

    private record Kept(int build, VirtualFile file) {}

    /**
     * Keeps the manifest as an artifact, and compares it with the job's previous manifest for the project.
     *
     * @throws ArchiveException if the manifest cannot be kept; the message is for users
     */
    void keep(FilePath manifest) throws IOException, InterruptedException {
        Kept kept;
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
            throw failure instanceof AgentLostException
                    ? failure
                    : new ArchiveException("The manifest could not be kept as an artifact of the build ("
                            + IoReason.of(failure)
                            + "). Check where Jenkins keeps artifacts, or turn the manifest off.");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(ARTIFACT, name);
        Optional<Kept> before = PreviousArchive.find(build.run(), recorder.report(), ManifestArtifact::last);
        if (before.isPresent()) {
            compare(before.get(), kept, values);
        }
        recorder.keptManifest(values);
    }

    private void compare(Kept before, Kept after, Map<String, Object> values) throws InterruptedException {
        try (InputStream old = before.file.open();
                InputStream now = after.file.open()) {
            Manifest.Changes changes = Manifest.compare(old, now);
            values.put("build", before.build);
            values.put("added", changes.added());
            values.put("changed", changes.changed());
            values.put("removed", changes.removed());
            log.line("Files since build #" + before.build + ": " + changes.words());
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException("Interrupted while comparing manifests.");
        } catch (IOException | RuntimeException e) {
            IOException failure = e instanceof IOException told ? told : new IOException(e);
            log.line("The manifest is not compared with that of build #" + before.build + " (" + IoReason.of(failure)
                    + ")");
        }
    }

    private static Optional<Kept> last(Run<?, ?> run, List<SubmissionReport> submissions) {
        // Some uploads of the build may lack a manifest.
        Map<String, Object> last = submissions.stream()
                .map(SubmissionReport::getManifest)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later)
                .orElse(null);
        try {
            return last == null
                    ? Optional.empty()
                    : find(run, last.get(ARTIFACT).toString());
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Kept> find(Run<?, ?> run, String name) throws IOException {
        VirtualFile file = run.getArtifactManager().root().child(name);
        return file.isFile() && file.length() <= Manifest.MAX_BYTES
                ? Optional.of(new Kept(run.getNumber(), file))
                : Optional.empty();
    }
}
