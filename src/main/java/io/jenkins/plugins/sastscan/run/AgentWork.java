package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import hudson.remoting.VirtualChannel;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import jenkins.MasterToSlaveFileCallable;

/**
 * Work on the machine of a workspace that ends there when the build is aborted. Remoting interrupts the agent's thread
 * once, and an interrupt that meets it while classes come over the channel is lost; so the thread has a name of its own
 * while it works, by which it is found and interrupted until it has ended.
 */
final class AgentWork {
    /** Within this time a thread that was asked for has begun, or never will. */
    private static final Duration TO_BEGIN = Duration.ofSeconds(5);

    private static final Duration BETWEEN_INTERRUPTS = Duration.ofMillis(200);

    private AgentWork() {}

    /**
     * Does the work and waits for it.
     *
     * @throws IOException as the work threw it, or saying that the agent was lost
     * @throws InterruptedException if this thread was interrupted; the work ends soon after
     */
    static <T> T act(FilePath workspace, MasterToSlaveFileCallable<T> work) throws IOException, InterruptedException {
        String name = "sast-scan-" + UUID.randomUUID();
        try {
            return workspace.act(new Named<>(name, work));
        } catch (InterruptedException e) {
            stop(workspace, name, e);
            throw e;
        } catch (IOException | RequestAbortedException e) {
            throw Failures.unwrapped(e);
        }
    }

    private static void stop(FilePath workspace, String name, InterruptedException interrupt)
            throws InterruptedException {
        if (!workspace.isRemote()) {
            return;
        }
        try {
            workspace.actAsync(new Stop(name));
        } catch (IOException e) {
            interrupt.addSuppressed(e);
        }
    }

    /** Work on a thread that has a name for as long as it lasts. */
    private static final class Named<T> extends MasterToSlaveFileCallable<T> {
        private static final long serialVersionUID = 1;

        private final String name;
        private final MasterToSlaveFileCallable<T> work;

        Named(String name, MasterToSlaveFileCallable<T> work) {
            this.name = name;
            this.work = work;
        }

        @Override
        public T invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            Thread thread = Thread.currentThread();
            String before = thread.getName();
            thread.setName(name);
            try {
                return work.invoke(workspace, channel);
            } finally {
                thread.setName(before);
            }
        }
    }

    /** Interrupts the thread of a name until it is gone. */
    private static final class Stop extends MasterToSlaveFileCallable<Void> {
        private static final long serialVersionUID = 1;

        private final String name;

        Stop(String name) {
            this.name = name;
        }

        @Override
        public Void invoke(File workspace, VirtualChannel channel) throws InterruptedException {
            long begun = System.nanoTime();
            boolean seen = false;
            while (true) {
                Optional<Thread> working = Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals(name))
                        .findAny();
                if (working.isEmpty() && (seen || System.nanoTime() - begun > TO_BEGIN.toNanos())) {
                    return null;
                }
                seen |= working.isPresent();
                working.ifPresent(Thread::interrupt);
                TimeUnit.NANOSECONDS.sleep(BETWEEN_INTERRUPTS.toNanos());
            }
        }
    }
}
