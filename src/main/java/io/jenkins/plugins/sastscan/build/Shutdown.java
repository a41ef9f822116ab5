package io.jenkins.plugins.sastscan.build;

import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** While Jenkins is stopping, steps treat each failure as a result of the shutdown. */
@Restricted(NoExternalUse.class)
public final class Shutdown {
    private Shutdown() {}

    public static boolean isBegun(Jenkins jenkins) {
        return jenkins.isTerminating() || isProcessEnding();
    }

    /** When the Java process shuts down, WebSocket agents lose their connections first. Jenkins terminates later. */
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
}
