package io.jenkins.plugins.sastscan.run;

import hudson.Util;
import hudson.model.Run;
import hudson.plugins.git.util.BuildData;
import java.util.List;
import jenkins.model.Jenkins;

/**
 * What the controller has on record of a build's Git checkouts. The Git plugin writes it from the configuration of each
 * checkout (the job's, its Jenkinsfile's, those of shared libraries); no agent has a say in it.
 */
final class CheckoutRecord {
    private CheckoutRecord() {}

    /** The URLs as they are configured, expressions included; none without the Git plugin. */
    static List<String> urls(Run<?, ?> run) {
        return Jenkins.get().getDescriptor("hudson.plugins.git.GitSCM") == null ? List.of() : GitPlugin.urls(run);
    }

    /** Loaded only where the Git plugin is, since the dependency on it is optional. */
    private static final class GitPlugin {
        static List<String> urls(Run<?, ?> run) {
            return run.getActions(BuildData.class).stream()
                    .flatMap(checkout -> checkout.getRemoteUrls().stream())
                    .map(Util::fixNull)
                    .toList();
        }
    }
}
