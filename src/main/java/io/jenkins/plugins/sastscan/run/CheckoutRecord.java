package io.jenkins.plugins.sastscan.run;

import hudson.Util;
import hudson.model.Run;
import hudson.plugins.git.util.BuildData;
import java.util.List;
import jenkins.model.Jenkins;

/**
 * The Git checkouts that the controller has recorded for a build. The Git plugin records them from the configuration of
 * each checkout (of the job, its Jenkinsfile, and shared libraries), so agents cannot change them.
 */
final class CheckoutRecord {
    private CheckoutRecord() {}

    /** Returns the configured URLs, with expressions. Empty without the Git plugin. */
    static List<String> urls(Run<?, ?> run) {
        return Jenkins.get().getDescriptor("hudson.plugins.git.GitSCM") == null ? List.of() : GitPlugin.urls(run);
    }

    /** Loaded only if the optional Git plugin is installed. */
    private static final class GitPlugin {
        static List<String> urls(Run<?, ?> run) {
            return run.getActions(BuildData.class).stream()
                    .flatMap(checkout -> checkout.getRemoteUrls().stream())
                    .map(Util::fixNull)
                    .toList();
        }
    }
}
