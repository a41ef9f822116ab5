package io.jenkins.plugins.sastscan.build;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.init.Terminator;
import io.jenkins.plugins.sastscan.submission.LastUploads;
import io.jenkins.plugins.sastscan.submission.ProjectTurns;
import java.io.Closeable;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * The submissions that run on this controller, the projects that they change, and the last uploads. Only the controller
 * knows which temporary files in a shared workspace are in use. After a restart of Jenkins, no earlier temporary file
 * is needed, because a step that runs again creates a new archive.
 */
@Extension
@Restricted(NoExternalUse.class)
public final class RunningSubmissions {
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    final ProjectTurns turns = new ProjectTurns();
    final LastUploads lastUploads = new LastUploads(Jenkins.get().getRootDir().toPath(), Clock.systemUTC());

    static RunningSubmissions get() {
        return ExtensionList.lookupSingleton(RunningSubmissions.class);
    }

    /** Called when Jenkins shuts down normally. */
    @Terminator
    public static void stop() {
        get().lastUploads.stop();
    }

    List<String> ids() {
        return List.copyOf(ids);
    }

    /**
     * Call this method before the submission creates temporary files, and close the returned object after the
     * submission.
     */
    Closeable begin(String id) {
        ids.add(id);
        return () -> ids.remove(id);
    }
}
