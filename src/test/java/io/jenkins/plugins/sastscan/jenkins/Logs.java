package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Run;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;

public final class Logs {
    private static final Predicate<String> FRAME = Pattern.compile(
                    "|(\\[Pipeline]|Started|Legacy code started this job|No cause information|Running (as|on) |Building |Finished: ).*")
            .asMatchPredicate();

    private Logs() {}

    /** The lines of the log, without the lines that core and the pipeline plugins add around a step. */
    public static List<String> ofSteps(Run<?, ?> run) throws IOException {
        return JenkinsRule.getLog(run).lines().filter(FRAME.negate()).toList();
    }

    /** Asserts that the log has one error of this plugin and no stack trace. Returns the error. */
    public static String error(Run<?, ?> run) throws IOException {
        List<String> lines = ofSteps(run);
        assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
        List<String> errors =
                lines.stream().filter(line -> line.startsWith("ERROR: SAST: ")).toList();
        assertThat(errors).hasSize(1);
        return errors.get(0);
    }

    /**
     * Asserts that no pipeline logged a warning or a stack trace, and that no script needs approval. Deletes all
     * pipelines.
     */
    public static void assertNoWarnings(JenkinsRule jenkins) throws Exception {
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
        assertThat(ScriptApproval.get().getPendingScripts()).isEmpty();
        for (WorkflowJob job : jenkins.jenkins.getAllItems(WorkflowJob.class)) {
            StringBuilder logs = new StringBuilder();
            for (Run<?, ?> run : job.getBuilds()) {
                logs.append(JenkinsRule.getLog(run));
            }
            job.delete();
            assertThat(logs.toString().replace("\"warnings\":[]", ""))
                    .doesNotContainIgnoringCase("warning")
                    .doesNotContain("\tat ");
        }
    }
}
