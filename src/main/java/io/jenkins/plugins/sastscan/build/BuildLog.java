package io.jenkins.plugins.sastscan.build;

import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.text.PlainText;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * The log of a build.
 *
 * @param branch the parallel branch or matrix cell; can be empty
 */
@Restricted(NoExternalUse.class)
public record BuildLog(TaskListener listener, String branch) {
    private static final int MAX_BRANCH_LENGTH = 100;

    /** Returns {@code "[name] "}, or an empty text outside of a parallel branch. */
    static String prefix(String branch) {
        return branch.isEmpty() ? "" : "[" + PlainText.oneLine(branch, MAX_BRANCH_LENGTH) + "] ";
    }

    /** Escapes the lines and shortens long lines. Returns when all lines are in the log. */
    public void write(String... lines) {
        for (String line : lines) {
            listener.getLogger().println(prefix(branch) + PlainText.oneLine(line));
        }
    }
}
