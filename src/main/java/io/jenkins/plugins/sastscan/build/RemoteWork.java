package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.Computer;
import hudson.remoting.Channel;
import hudson.remoting.VirtualChannel;
import hudson.remoting.Which;
import hudson.security.ACL;
import hudson.security.ACLContext;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import jenkins.agents.ControllerToAgentFileCallable;
import jenkins.model.Jenkins;
import org.springframework.security.core.Authentication;

/**
 * Calls to the machine that has the workspace. An agent can answer late or never, and even sending to a stopped agent
 * blocks. Therefore, each call runs on a thread of a pool, and the caller waits no longer than a limit. After the limit
 * or an abort, the call is cancelled, and the agent ends the work.
 */
final class RemoteWork {
    /** Once the agent has the classes, its channel has this property. */
    private static final String CLASSES = RemoteWork.class.getName();

    private RemoteWork() {}

    /** Work on the machine. An abort or a closed channel stops it within two seconds; see {@link WorkerThread}. */
    interface Task<T> extends Serializable {
        T run(Work work) throws IOException, InterruptedException;
    }

    /**
     * What a task gets on its machine.
     *
     * @param deadline after which the controller no longer waits, so that nothing more may be sent
     * @param caller refuses retries if the controller no longer waits
     */
    record Work(Path directory, SubmissionLog log, Deadline deadline, Caller caller) {}

    /** What the work can ask of the controller. It is public, because remoting supports only public interfaces. */
    public interface Caller extends Serializable {
        /** Writes to the build log, unless the controller no longer waits. Returns when the lines are in the log. */
        void write(String... lines);

        /** How long the controller will still wait; 0 if it no longer waits. */
        long remainingMillis();
    }

    /**
     * The limit of work that reads many files or calls another server. Administrators can set it with the system
     * property {@code io.jenkins.plugins.sastscan.build.RemoteWork.seconds}.
     */
    static Duration limit() {
        return Duration.ofSeconds(Long.getLong(CLASSES + ".seconds", ConnectionSettings.UPLOAD_LIMIT.toSeconds()));
    }

    /**
     * Returns after the work has ended and all its lines are in the log.
     *
     * @throws Failures.AgentException if the work does not end within the limit, or the connection is lost
     * @throws InterruptedException if this thread is interrupted; the work ends shortly afterwards
     */
    static <T> T run(FilePath workspace, Consumer<String[]> log, Duration limit, Task<T> task)
            throws IOException, InterruptedException {
        Waiting waiting = new Waiting(log, limit);
        try {
            return within(limit, workspace, () -> {
                if (workspace.getChannel() instanceof Channel agent) {
                    sendClasses(agent);
                }
                return workspace.act(new OnMachine<>(waiting, task));
            });
        } finally {
            waiting.ended = true;
        }
    }

    /** Makes a call to the machine of a workspace, as the current user. */
    static <T> T within(Duration limit, FilePath workspace, Callable<T> call) throws IOException, InterruptedException {
        Future<T> future = start(call);
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Failures.AgentException("The agent did not answer within " + Figures.words(limit)
                    + ". Check its load and its connection to the controller, or run the build on another agent.");
        } catch (ExecutionException e) {
            throw Failures.ofAgent(workspace, e.getCause());
        } finally {
            // If the call has ended, this has no effect.
            future.cancel(true);
        }
    }

    /** Starts a call without classes of this plugin, or with classes that earlier work has already sent. */
    static <T> Future<T> start(FilePath workspace, FilePath.FileCallable<T> call) {
        return start(() -> workspace.act(call));
    }

    @SuppressWarnings("try") // the ACL context is held but not used
    private static <T> Future<T> start(Callable<T> call) {
        Authentication user = Jenkins.getAuthentication2();
        return Computer.threadPoolForRemoting.submit(() -> {
            try (ACLContext as = ACL.as2(user)) {
                return call.call();
            }
        });
    }

    /** Sends the plugin's jar once per channel. Otherwise, remoting would request the classes one by one. */
    private static void sendClasses(Channel agent) throws InterruptedException {
        if (agent.getProperty(CLASSES) != null) {
            return;
        }
        try {
            // During development, the plugin is a directory instead of a jar.
            if (Which.jarFile(RemoteWork.class).isFile()) {
                agent.preloadJar(RemoteWork.class.getClassLoader(), RemoteWork.class);
            }
            agent.setProperty(CLASSES, true);
        } catch (IOException e) {
            // Without the jar, remoting requests the classes one by one.
        }
    }

    /** A call for which the controller waits. On an agent, it is a remote object. */
    private static final class Waiting implements Caller {
        private static final long serialVersionUID = 1;

        private final transient Consumer<String[]> log;
        private final long end;
        private transient volatile boolean ended;

        Waiting(Consumer<String[]> log, Duration limit) {
            this.log = log;
            this.end = System.nanoTime() + limit.toNanos();
        }

        @Override
        public void write(String... lines) {
            if (!ended) {
                log.accept(lines);
            }
        }

        @Override
        public long remainingMillis() {
            return ended ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
        }

        /** Remoting releases the remote object at the end of the call. */
        private Object writeReplace() {
            return Channel.currentOrFail().export(Caller.class, this);
        }
    }

    record OnMachine<T>(Caller caller, Task<T> task) implements ControllerToAgentFileCallable<T> {
        @Override
        public T invoke(File directory, VirtualChannel channel) throws IOException, InterruptedException {
            return WorkerThread.run(() -> run(directory.toPath()));
        }

        private T run(Path directory) throws IOException, InterruptedException {
            // The time is taken before the question, so that the deadline is never later than that of the controller,
            // even if this process was stopped in between.
            long asked = System.nanoTime();
            Deadline deadline = new Deadline(Deadline.Clock.REAL, Duration.ofMillis(caller.remainingMillis()), asked);
            if (deadline.isPassed()) {
                throw new InterruptedException("The controller does not wait for this work.");
            }
            // If a line cannot be written, the connection is lost or the build is aborted, so this exception ends the
            // work.
            return task.run(new Work(directory, new SubmissionLog(caller::write), deadline, caller));
        }
    }
}
