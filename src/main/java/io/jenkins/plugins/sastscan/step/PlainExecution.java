package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.EnvVars;
import hudson.FilePath;
import hudson.console.ConsoleLogFilter;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.run.BuildContext;
import java.io.IOException;
import java.util.Map;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.SynchronousNonBlockingStepExecution;

/**
 * Runs the work of a step on a thread of its own. A restart of the controller fails the step, which can then be
 * retried.
 */
final class PlainExecution extends SynchronousNonBlockingStepExecution<Map<String, Object>> {
    private static final long serialVersionUID = 1;

    /** Lost in a restart of the controller, which ends the step. */
    private final transient Work work;

    private transient volatile boolean stopped;

    PlainExecution(StepContext context, Work work) {
        super(context);
        this.work = work;
    }

    /** The work of a step, which returns plain values. */
    @FunctionalInterface
    interface Work {
        Map<String, Object> run(BuildContext build) throws IOException, InterruptedException;
    }

    @Override
    protected Map<String, Object> run() throws Exception {
        StepContext context = getContext();
        EnvVars environment = context.get(EnvVars.class);
        try {
            return work.run(new BuildContext(
                    context.get(Run.class),
                    context.get(FilePath.class),
                    environment == null ? new EnvVars() : environment,
                    context.get(TaskListener.class),
                    context.get(ConsoleLogFilter.class),
                    PipelineBranch.of(context)));
        } catch (InterruptedException e) {
            throw stopped ? quiet(e) : e;
        }
    }

    @Override
    public void stop(Throwable cause) throws Exception {
        stopped = true;
        super.stop(cause);
    }

    /** Logs a stopped step as one line instead of a stack trace. */
    private static AbortException quiet(InterruptedException interrupt) {
        AbortException line = new AbortException("SAST: The step was stopped.");
        line.initCause(interrupt);
        return line;
    }
}
