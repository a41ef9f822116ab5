package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.VirtualChannel;
import hudson.remoting.Which;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import jenkins.agents.ControllerToAgentFileCallable;

/**
 * Work on the machine that has the workspace. An abort or a closed channel stops the work, even if the interrupt by
 * remoting gets lost; see {@link WorkerThread}.
 */
interface AgentWork<T> extends Serializable {
    T run(Path workspace, SubmissionLog log) throws IOException, InterruptedException;

    /** The number of log lines per write. Each write from an agent takes a network round trip. */
    default int linesAtOnce() {
        return 1;
    }

    /**
     * Returns after the work has ended and all its lines are in the log.
     *
     * @throws InterruptedException if this thread is interrupted; the work ends shortly afterwards
     */
    static <T> T act(FilePath workspace, BuildLog log, AgentWork<T> work) throws IOException, InterruptedException {
        String id = "sast-scan-" + UUID.randomUUID();
        OnMachine<T> callable = new OnMachine<>(id, log, work);
        try {
            if (!(workspace.getChannel() instanceof Channel agent)) {
                return workspace.act(callable);
            }
            OnMachine.sendClasses(agent);
            agent.setProperty(id, true);
            try {
                return workspace.act(callable);
            } finally {
                agent.setProperty(id, null);
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.ofAgent(workspace, e);
        }
    }

    record OnMachine<T>(String id, BuildLog log, AgentWork<T> work) implements ControllerToAgentFileCallable<T> {
        private static final long serialVersionUID = 1;

        /** Once the agent has the classes, its channel has this property. */
        private static final String CLASSES = AgentWork.class.getName();

        /** Sends the plugin's jar once per channel. Otherwise, remoting would request the classes one by one. */
        static void sendClasses(Channel agent) throws InterruptedException {
            if (agent.getProperty(CLASSES) != null) {
                return;
            }
            try {
                // During development, the plugin is a directory instead of a jar.
                if (Which.jarFile(AgentWork.class).isFile()) {
                    agent.preloadJar(AgentWork.class.getClassLoader(), AgentWork.class);
                }
                agent.setProperty(CLASSES, true);
            } catch (IOException e) {
                // Without the jar, remoting requests the classes one by one.
            }
        }

        @Override
        public T invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            // Null if the work runs on the controller.
            Channel controller = Channel.current();
            return WorkerThread.run(() -> {
                if (controller != null) {
                    requireWanted(controller, id);
                }
                return run(workspace.toPath());
            });
        }

        /** Fails if the build was aborted. The interrupt for this abort can be lost while classes are loaded. */
        static void requireWanted(Channel controller, String id) throws InterruptedException {
            if (controller.getRemoteProperty(id) == null) {
                throw new InterruptedException("The build was aborted before the work started.");
            }
        }

        private T run(Path workspace) throws IOException, InterruptedException {
            List<String> lines = new ArrayList<>();
            SubmissionLog submission = new SubmissionLog(line -> {
                lines.add(line);
                if (lines.size() >= work.linesAtOnce()) {
                    write(lines);
                }
            });
            try {
                return work.run(workspace, submission);
            } catch (InterruptedException e) {
                // After an abort, nothing more is written to the log.
                lines.clear();
                throw e;
            } finally {
                submission.endWait();
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
                // Either the connection is lost or the build is aborted. In both cases, the work ends.
                if (e.getCause() instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
            }
            lines.clear();
        }
    }
}
