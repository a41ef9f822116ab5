package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import hudson.remoting.Which;
import java.io.File;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import jenkins.MasterToSlaveFileCallable;

/**
 * Work on the machine of a workspace, which ends there when the build is aborted or the agent's channel is closed. In both
 * cases remoting interrupts the thread that it gave the work to, but only once, and such an interrupt is lost while the
 * thread loads a class from the controller. So that thread only waits: the interrupt arrives, and it ends the thread that
 * works.
 */
final class AgentWork {
    /** The property of a channel that has sent the classes. */
    private static final String CLASSES = AgentWork.class.getName();

    private AgentWork() {}

    /**
     * Does the work and waits for it.
     *
     * @throws IOException as the work threw it, or saying that the agent was lost
     * @throws InterruptedException if this thread was interrupted; the work ends soon after
     */
    static <T> T act(FilePath workspace, MasterToSlaveFileCallable<T> work) throws IOException, InterruptedException {
        try {
            return workspace.getChannel() instanceof Channel agent ? act(agent, workspace, work) : workspace.act(work);
        } catch (IOException | RequestAbortedException e) {
            throw Failures.unwrapped(e);
        }
    }

    private static <T> T act(Channel agent, FilePath workspace, MasterToSlaveFileCallable<T> work)
            throws IOException, InterruptedException {
        sendClasses(agent);
        String id = "sast-scan-" + UUID.randomUUID();
        agent.setProperty(id, true);
        try {
            return workspace.act(new OnAgent<>(id, work));
        } finally {
            agent.setProperty(id, null);
            awaitLog(agent);
        }
    }

    /** Waits until all is written that the work has logged, which remoting does for its own threads alone. */
    private static void awaitLog(Channel agent) throws InterruptedException {
        try {
            agent.syncLocalIO();
        } catch (RejectedExecutionException e) {
            // The channel is closed: nothing more comes.
        }
    }

    /** Sends the plugin's classes at once, and once a channel: remoting would send each one when it is asked for. */
    private static void sendClasses(Channel agent) throws InterruptedException {
        if (agent.getProperty(CLASSES) != null) {
            return;
        }
        try {
            // A plugin that is being developed is no jar, but a folder.
            if (Which.jarFile(AgentWork.class).isFile()) {
                agent.preloadJar(AgentWork.class.getClassLoader(), AgentWork.class);
            }
            agent.setProperty(CLASSES, true);
        } catch (IOException e) {
            // Remoting sends them one by one then.
            return;
        }
    }

    /** The work, on a thread of its own. */
    private static final class OnAgent<T> extends MasterToSlaveFileCallable<T> {
        private static final long serialVersionUID = 1;

        private final String id;
        private final MasterToSlaveFileCallable<T> work;

        OnAgent(String id, MasterToSlaveFileCallable<T> work) {
            this.id = id;
            this.work = work;
        }

        @Override
        public T invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            Channel controller = Channel.currentOrFail();
            return WorkerThread.run(() -> {
                // An interrupt that came before, when this was read and its classes were loaded, may have been lost.
                if (controller.getRemoteProperty(id) == null) {
                    throw new InterruptedException("The build was aborted before this began.");
                }
                return work.invoke(workspace, channel);
            });
        }
    }
}
