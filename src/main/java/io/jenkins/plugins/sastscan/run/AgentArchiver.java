package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.model.TaskListener;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import io.jenkins.plugins.sastscan.submission.Archiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Source;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jenkins.MasterToSlaveFileCallable;

/** Archives in the workspace of a build, on its agent. */
final class AgentArchiver implements Archiver {
    private final FilePath workspace;
    private final ArchiveOptions options;
    private final AgentFiles files;
    private final TaskListener listener;

    AgentArchiver(FilePath workspace, ArchiveOptions options, AgentFiles files, TaskListener listener) {
        this.workspace = workspace;
        this.options = options;
        this.files = files;
        this.listener = listener;
    }

    @Override
    public PreparedArchive archive(Source source, ArchiveProgress progress) throws IOException, InterruptedException {
        return AgentWork.act(workspace, new ArchiveCallable(source, files, options, listener));
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

    Map<String, Object> list(long project, Source source) throws IOException, InterruptedException {
        ListCallable.Listed listed = AgentWork.act(workspace, new ListCallable(source, options, listener));
        return ResultMap.ofDryRun(project, listed.files(), listed.bytes(), listed.skippedFiles());
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
