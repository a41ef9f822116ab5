package io.jenkins.plugins.sastscan.run;

import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import jenkins.MasterToSlaveFileCallable;

/** Work on the machine of a workspace that writes to the log of the build. Its lines are sent before it ends. */
abstract class LoggedWork<T> extends MasterToSlaveFileCallable<T> {
    private static final long serialVersionUID = 1;
    private static final int MAX_BRANCH_LENGTH = 100;

    private final TaskListener listener;
    private final String branch;

    LoggedWork(TaskListener listener, String branch) {
        this.listener = listener;
        this.branch = branch;
    }

    abstract T work(Path workspace, SubmissionLog log) throws IOException, InterruptedException;

    @Override
    public final T invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
        try {
            return work(workspace.toPath(), log(listener, branch));
        } finally {
            // On an agent, the log of a pipeline keeps lines for seconds.
            listener.getLogger().flush();
        }
    }

    static SubmissionLog log(TaskListener listener, String branch) {
        return new SubmissionLog(line -> listener.getLogger().println(prefix(branch) + line));
    }

    /** The start of each line of a parallel branch: {@code [name] }. Empty outside of one. */
    static String prefix(String branch) {
        return branch.isEmpty() ? "" : "[" + PlainText.oneLine(branch, MAX_BRANCH_LENGTH) + "] ";
    }
}
