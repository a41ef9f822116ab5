package io.jenkins.plugins.sastscan.build;

import hudson.model.TaskListener;
import hudson.remoting.Channel;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * The log of a build. On an agent, it is a remote object, because a log stream would load twenty classes there. The
 * interface is public, because remoting supports only public interfaces.
 */
@Restricted(NoExternalUse.class)
public interface BuildLog extends Serializable {
    /** Escapes the lines and shortens long lines. Returns when all lines are in the log. */
    void write(String... lines);

    /** Helper methods are here and not in the interface, because an agent can call every method of the interface. */
    final class OnController implements BuildLog {
        private static final long serialVersionUID = 1;
        private static final int MAX_BRANCH_LENGTH = 100;

        private final TaskListener listener;
        private final String prefix;

        /** @param branch the parallel branch or matrix cell; can be empty */
        OnController(TaskListener listener, String branch) {
            this.listener = listener;
            this.prefix = prefix(branch);
        }

        /** Returns {@code "[name] "}, or an empty text outside of a parallel branch. */
        static String prefix(String branch) {
            return branch.isEmpty() ? "" : "[" + PlainText.oneLine(branch, MAX_BRANCH_LENGTH) + "] ";
        }

        @Override
        public void write(String... lines) {
            for (String line : lines) {
                listener.getLogger().println(prefix + PlainText.oneLine(line));
            }
        }

        /** Exports this log as a remote object, which remoting releases at the end of the current call. */
        private Object writeReplace() {
            return Channel.currentOrFail().export(BuildLog.class, this);
        }
    }
}
