package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** The only error of this plugin that a build has logged, without a stack trace. */
    public static String error(Run<?, ?> run) throws IOException {
        List<String> lines = ofSteps(run);
        assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
        List<String> errors =
                lines.stream().filter(line -> line.startsWith("ERROR: SAST: ")).toList();
        assertThat(errors).hasSize(1);
        return errors.get(0);
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
