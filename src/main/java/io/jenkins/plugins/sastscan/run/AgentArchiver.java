package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.Archiver;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongConsumer;
import jenkins.MasterToSlaveFileCallable;

/**
 * Archives in the workspace of a build, on its agent.
 *
 * @param manifest what becomes of the manifest, or null if there is none
 */
record AgentArchiver(
        FilePath workspace, SizeLimit limit, TemporaryFiles files, BuildContext build, ManifestArtifact manifest)
        implements Archiver {
    /**
     * The files of a submission on the machine of its workspace.
     *
     * @param name identifies the submission in the build, also after a restart of Jenkins
     */
    static TemporaryFiles files(BuildContext build, FilePath workspace, String name) {
        FilePath temporary = WorkspaceList.tempDir(workspace);
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        // Identifies the build. A workspace belongs to one build at a time.
        UUID owner = UUID.nameUUIDFromBytes(build.run().getExternalizableId().getBytes(StandardCharsets.UTF_8));
        // A subdirectory, because other steps use the temporary directory, too, possibly as other users.
        return new TemporaryFiles(
                temporary.child("sast-scan").getRemote(),
                "sast-scan",
                owner.toString().replace("-", ""),
                name);
    }

    /** Deletes the archive of a submission that was uploaded before Jenkins was killed, if the agent is there. */
    static void discardUploaded(BuildContext build, String name) throws InterruptedException {
        if (build.workspace() != null) {
            String archive = files(build, build.workspace(), name).file();
            try {
                build.workspace().act(new Removal(archive, Manifest.of(archive)));
            } catch (IOException | RequestAbortedException e) {
                // The next submission from the workspace deletes it.
            }
        }
    }

    @Override
    public PreparedArchive archive(Source source, LongConsumer progress) throws IOException, InterruptedException {
        return AgentWork.act(workspace, new ArchiveCallable(source, files, limit, build.log()));
    }

    @Override
    public void keepManifest(PreparedArchive archive) throws IOException, InterruptedException {
        if (manifest != null) {
            manifest.keep(workspace.child(archive.manifest()));
        }
    }

    @Override
    public String digest(Source.Files source, LongConsumer progress) throws IOException, InterruptedException {
        return AgentWork.act(workspace, new DigestCallable(source, limit, build.log()));
    }

    @Override
    public void discard(PreparedArchive archive) throws IOException, InterruptedException {
        if (!archive.temporary()) {
            return;
        }
        try {
            workspace.act(new Removal(archive.file(), archive.manifest()));
        } catch (RequestAbortedException e) {
            throw Failures.unwrapped(e);
        }
    }

    ListCallable.Listed list(Source source) throws IOException, InterruptedException {
        return AgentWork.act(workspace, new ListCallable(source, limit, build.log()));
    }

    /** Hashes on the machine that has the files. Writes progress to the log of the build. */
    private static final class DigestCallable extends LoggedWork<String> {
        private static final long serialVersionUID = 1;

        private final Source.Files source;
        private final SizeLimit limit;

        DigestCallable(Source.Files source, SizeLimit limit, BuildLog log) {
            super(log, 1);
            this.source = source;
            this.limit = limit;
        }

        @Override
        String work(Path workspace, SubmissionLog log) throws IOException, InterruptedException {
            log.begun(Stage.ARCHIVE);
            return new LocalArchiver(workspace, null, limit)
                    .digest(source, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
        }
    }

    /** Replaces {@link FilePath#delete}, which would load several Jenkins classes onto the agent. */
    private static final class Removal extends MasterToSlaveFileCallable<Void> {
        private static final long serialVersionUID = 1;

        private final String[] files;

        Removal(String... files) {
            this.files = files;
        }

        @Override
        public Void invoke(File workspace, VirtualChannel channel) throws IOException {
            for (String file : files) {
                Files.deleteIfExists(Path.of(file));
            }
            return null;
        }
    }
}
