package io.jenkins.plugins.sastscan.run;

import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jenkins.MasterToSlaveFileCallable;

/** Work that writes to the log of the build, on the machine of a workspace. Its lines are written before it ends. */
abstract class LoggedWork<T> extends MasterToSlaveFileCallable<T> {
    private static final long serialVersionUID = 1;

    private final BuildLog log;
    private final int linesAtOnce;

    /** @param linesAtOnce more than 1 for many lines, because each write from an agent takes a round trip */
    LoggedWork(BuildLog log, int linesAtOnce) {
        this.log = log;
        this.linesAtOnce = linesAtOnce;
    }

    abstract T work(Path workspace, SubmissionLog log) throws IOException, InterruptedException;

    @Override
    public final T invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        try {
            return work(workspace.toPath(), new SubmissionLog(line -> {
                lines.add(line);
                if (lines.size() >= linesAtOnce) {
                    write(lines);
                }
            }));
        } finally {
            write(lines);
        }
    }

    private void write(List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            log.write(lines.toArray(String[]::new));
        } catch (RuntimeException e) {
            // The connection is lost or the build is aborted. Either ends this work, so do not fail because of the log.
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
        lines.clear();
    }
}
