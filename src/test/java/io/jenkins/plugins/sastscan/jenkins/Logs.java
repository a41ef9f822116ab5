package io.jenkins.plugins.sastscan.jenkins;

import hudson.model.Run;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jvnet.hudson.test.JenkinsRule;

/** What builds have logged. */
public final class Logs {
    private Logs() {}

    /** The log's lines, without what core and the pipeline plugins say around a step. */
    public static List<String> ofSteps(Run<?, ?> run) throws IOException {
        return JenkinsRule.getLog(run)
                .lines()
                .filter(Predicate.not(Logs::isFrame))
                .toList();
    }

    private static boolean isFrame(String line) {
        return line.isEmpty()
                || line.startsWith("[Pipeline]")
                || line.startsWith("Started")
                || line.startsWith("Legacy code started this job")
                || line.startsWith("No cause information")
                || line.startsWith("Running as ")
                || line.startsWith("Running on ")
                || line.startsWith("Building ")
                || line.startsWith("Finished: ");
    }
}
