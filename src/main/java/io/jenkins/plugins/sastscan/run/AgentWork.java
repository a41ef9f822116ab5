package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import hudson.remoting.Which;
import java.io.File;
import java.io.IOException;
import java.util.UUID;
import jenkins.MasterToSlaveFileCallable;

/**
 * Runs work on the machine of a workspace, and stops it when the build is aborted or the channel is closed. In these
 * cases remoting interrupts its own thread, but only once, and class loading from the controller can swallow the
 * interrupt. Therefore that thread only waits, and a second thread does the work.
 */
final class AgentWork {
    /** The channel property that marks that the classes were sent. */
    private static final String CLASSES = AgentWork.class.getName();

    private AgentWork() {}

    /**
     * Runs the work and waits for its end.
     *
     * @throws IOException if the work throws it, or the connection to the agent is lost
     * @throws InterruptedException if this thread is interrupted; the work ends soon after
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
        }
    }

    /** Sends the classes of the plugin in one jar per channel. Remoting would request them one by one. */
    private static void sendClasses(Channel agent) throws InterruptedException {
        if (agent.getProperty(CLASSES) != null) {
            return;
        }
        try {
            // During development, the plugin is a directory.
            if (Which.jarFile(AgentWork.class).isFile()) {
                agent.preloadJar(AgentWork.class.getClassLoader(), AgentWork.class);
            }
            agent.setProperty(CLASSES, true);
        } catch (IOException e) {
            // Remoting then sends them one by one.
        }
    }

    /** Runs the work on the agent in a thread of its own. */
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
                // An earlier interrupt may have been lost while classes were loaded.
                if (controller.getRemoteProperty(id) == null) {
                    throw new InterruptedException("The build was aborted before the work started.");
                }
                return work.invoke(workspace, channel);
            });
        }
    }
}
