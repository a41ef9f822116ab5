package io.jenkins.plugins.sastscan.run;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.Computer;
import hudson.model.listeners.ItemListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/**
 * Knows whether Jenkins is stopping. Then the work of pipeline steps ends without a result, and they continue after the
 * restart.
 */
@Extension
public final class Shutdown extends ItemListener {
    private final Set<Future<?>> running = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;

    public static Shutdown get() {
        return ExtensionList.lookupSingleton(Shutdown.class);
    }

    /** Runs work on a thread of its own, which is interrupted when Jenkins stops. */
    public Future<?> submit(Runnable work) {
        running.removeIf(Future::isDone);
        Future<?> task = Computer.threadPoolForRemoting.submit(work);
        running.add(task);
        return task;
    }

    public boolean hasBegun() {
        return begun || isProcessEnding();
    }

    /** When its process is told to end, Jenkins first loses the agents that use WebSocket, and is then asked to stop. */
    private static boolean isProcessEnding() {
        Thread hook = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Override
    public void onBeforeShutdown() {
        begun = true;
        running.forEach(task -> task.cancel(true));
    }
}
