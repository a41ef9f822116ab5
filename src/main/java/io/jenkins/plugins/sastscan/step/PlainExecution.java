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

/** Runs a step's work on a thread of its own. A restart of the controller fails the step; it can be retried. */
final class PlainExecution extends SynchronousNonBlockingStepExecution<Map<String, Object>> {
    private static final long serialVersionUID = 1;

    /** Lost when the controller restarts, which ends the step anyway. */
    private final transient Work work;

    private transient volatile boolean stopped;

    PlainExecution(StepContext context, Work work) {
        super(context);
        this.work = work;
    }

    /** What a step does in a build, and the plain values that it returns. */
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
                    context.get(ConsoleLogFilter.class)));
        } catch (InterruptedException e) {
            throw stopped ? quiet(e) : e;
        }
    }

    @Override
    public void stop(Throwable cause) throws Exception {
        stopped = true;
        super.stop(cause);
    }

    /** What a stopped step throws is logged beside the cause of the stop: as a line, and not as a stack trace. */
    private static AbortException quiet(InterruptedException interrupt) {
        AbortException line = new AbortException("SAST: The step was stopped.");
        line.initCause(interrupt);
        return line;
    }
}
