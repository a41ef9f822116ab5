package io.jenkins.plugins.sastscan.build;

import hudson.Util;
import hudson.model.Run;
import hudson.plugins.git.util.BuildData;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.model.Jenkins;

/**
 * The Git checkouts that the controller has recorded for a build. They include the checkouts of the Jenkinsfile and of
 * libraries. The Git plugin takes the URLs from the configuration of each checkout, so agents cannot change them.
 */
final class CheckoutRecord {
    private CheckoutRecord() {}

    /** Returns the URLs as configured, with expressions such as {@code $HOST} unexpanded. */
    static List<String> urls(Run<?, ?> run) {
        return isMissing() ? List.of() : GitPlugin.urls(run);
    }

    /** Returns the checked-out commits, each with the URLs of its repository. */
    static List<String> commits(Run<?, ?> run) {
        return isMissing() ? List.of() : GitPlugin.commits(run);
    }

    private static boolean isMissing() {
        return Jenkins.get().getDescriptor("hudson.plugins.git.GitSCM") == null;
    }

    /** Loaded only if the optional Git plugin is installed. */
    private static final class GitPlugin {
        static List<String> urls(Run<?, ?> run) {
            return run.getActions(BuildData.class).stream()
                    .flatMap(checkout -> checkout.getRemoteUrls().stream())
                    .map(Util::fixNull)
                    .toList();
        }

        static List<String> commits(Run<?, ?> run) {
            return run.getActions(BuildData.class).stream()
                    .flatMap(checkout -> Stream.ofNullable(checkout.getLastBuiltRevision())
                            .map(built -> built.getSha1String() + " "
                                    + checkout.getRemoteUrls().stream()
                                            .map(url -> GitUrl.shown(Util.fixNull(url)))
                                            .collect(Collectors.joining(" "))))
                    .distinct()
                    .toList();
        }
    }
}
