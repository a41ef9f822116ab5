package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.Archiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongConsumer;
import jenkins.MasterToSlaveFileCallable;

/** Archives in the workspace of a build, on its agent. */
final class AgentArchiver implements Archiver {
    private final FilePath workspace;
    private final SizeLimit limit;
    private final BuildContext build;

    AgentArchiver(FilePath workspace, SizeLimit limit, BuildContext build) {
        this.workspace = workspace;
        this.limit = limit;
        this.build = build;
    }

    @Override
    public PreparedArchive archive(Source source, LongConsumer progress) throws IOException, InterruptedException {
        FilePath temporary = WorkspaceList.tempDir(workspace);
        if (temporary == null) {
            throw new IOException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        return AgentWork.act(
                workspace, new ArchiveCallable(
                        source, temporary.getRemote(), owner(), limit, build.listener(), build.branch()));
    }

    @Override
    public void discard(PreparedArchive archive) throws IOException, InterruptedException {
        if (!archive.temporary()) {
            return;
        }
        try {
            workspace.act(new Removal(archive.file()));
        } catch (RequestAbortedException e) {
            throw Failures.unwrapped(e);
        }
    }

    ListCallable.Listed list(Source source) throws IOException, InterruptedException {
        return AgentWork.act(workspace, new ListCallable(source, limit, build.listener(), build.branch()));
    }

    /** Identifies the build. A workspace belongs to one build at a time. */
    private String owner() {
        String build = this.build.run().getExternalizableId();
        return UUID.nameUUIDFromBytes(build.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    /** Replaces {@link FilePath#delete}, which would load several Jenkins classes onto the agent. */
    private static final class Removal extends MasterToSlaveFileCallable<Void> {
        private static final long serialVersionUID = 1;

        private final String file;

        Removal(String file) {
            this.file = file;
        }

        @Override
        public Void invoke(File workspace, VirtualChannel channel) throws IOException {
            Files.deleteIfExists(Path.of(file));
            return null;
        }
    }
}
