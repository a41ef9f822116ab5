package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.EnvVars;
import hudson.FilePath;
import hudson.console.ConsoleLogFilter;
import hudson.model.Computer;
import hudson.model.Queue;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.model.queue.Tasks;
import hudson.security.ACL;
import hudson.security.ACLContext;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.run.BuildSubmission;
import io.jenkins.plugins.sastscan.run.Shutdown;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jenkins.model.Jenkins;
import jenkins.util.Timer;
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.springframework.security.core.Authentication;

/**
 * Runs the work of a step on a thread of its own. After a restart of Jenkins the work runs again as soon as the agent is
 * back. Pipelines store it, so the names of the class and of its fields stay.
 */
final class ResumableExecution extends StepExecution {
    private static final long serialVersionUID = 1;

    /** The step with its parameters, which starts the work again. */
    private final Serializable step;

    private final String id = UUID.randomUUID().toString();

    /** The name of the node, or null without one. */
    private String node;

    private transient Work work;
    private transient boolean resumed;
    private transient Future<?> task;
    private transient Throwable stopCause;

    <S extends Step & Serializable> ResumableExecution(StepContext context, S step, Work work) {
        super(context);
        this.step = step;
        this.work = work;
    }

    /** The work of a step, which returns plain values. The ID of the execution stays the same after a restart. */
    @FunctionalInterface
    interface Work {
        Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException;
    }

    @Override
    public boolean start() throws Exception {
        FilePath workspace = getContext().get(FilePath.class);
        Computer computer = workspace == null ? null : workspace.toComputer();
        node = computer == null ? null : computer.getName();
        begin(Jenkins.getAuthentication2());
        return false;
    }

    @Override
    public void onResume() {
        resumed = true;
        // As long as the node step waits, whose system property this is.
        long patience = Long.getLong(
                "org.jenkinsci.plugins.workflow.support.pickles.ExecutorPickle.timeoutForNodeMillis",
                Duration.ofMinutes(5).toMillis());
        beginWhenAgentIsBack(System.nanoTime() + Duration.ofMillis(patience).toNanos());
    }

    private void beginWhenAgentIsBack(long end) {
        try {
            if (stopCause() != null) {
                return;
            }
            if (isAgentBack()) {
                work = ((ResumableExecution) ((Step) step).start(getContext())).work;
                begin(authentication(getContext().get(Run.class)));
            } else if (System.nanoTime() - end < 0) {
                Timer.get().schedule(() -> beginWhenAgentIsBack(end), 1, TimeUnit.SECONDS);
            } else {
                throw agentGone();
            }
        } catch (Exception e) {
            lose();
            getContext().onFailure(e);
        }
    }

    private boolean isAgentBack() throws InterruptedException {
        if (node == null) {
            return true;
        }
        Computer computer = Jenkins.get().getComputer(node);
        try {
            // Asking for the workspace of an agent that is offline writes to the log. It is null while the node step
            // waits.
            return computer != null
                    && computer.getChannel() != null
                    && getContext().get(FilePath.class) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private void lose() {
        try {
            BuildSubmission.lose(getContext().get(Run.class), id);
        } catch (IOException | InterruptedException e) {
            // Without its build there is no report.
        }
    }

    /** Ends the step as a node step ends, in a way that the retry condition {@code agent()} recognizes. */
    private static FlowInterruptedException agentGone() {
        AbortException reason = new AbortException("SAST: The agent did not come back after the restart of Jenkins."
                + " Run the build again when it is online.");
        reason.initCause(new EOFException());
        FlowInterruptedException gone = new FlowInterruptedException(Result.ABORTED, false);
        gone.initCause(reason);
        return gone;
    }

    /** Not the user who started the build, whom Jenkins does not keep, but whom all builds of the job run as. */
    private static Authentication authentication(Run<?, ?> run) {
        return run.getParent() instanceof Queue.Task job ? Tasks.getAuthenticationOf2(job) : ACL.SYSTEM2;
    }

    @SuppressWarnings("try") // only held
    private synchronized void begin(Authentication authentication) {
        if (stopCause == null) {
            Jenkins jenkins = Jenkins.get();
            task = Computer.threadPoolForRemoting.submit(() -> {
                try (ACLContext as = ACL.as2(authentication)) {
                    run(jenkins);
                }
            });
        }
    }

    private void run(Jenkins jenkins) {
        try {
            getContext().onSuccess(work.run(build(), id));
        } catch (Throwable e) {
            Throwable cause = stopCause();
            if (cause != null) {
                // Logged as one line instead of a stack trace.
                cause.addSuppressed(new AbortException("SAST: The step was stopped."));
            } else if (!Shutdown.isBegun(jenkins)) {
                getContext().onFailure(e);
            }
        }
    }

    private BuildContext build() throws IOException, InterruptedException {
        StepContext context = getContext();
        TaskListener listener = context.get(TaskListener.class);
        if (resumed) {
            listener.getLogger().println("Jenkins was restarted, so this step starts again.");
        }
        EnvVars environment = context.get(EnvVars.class);
        return new BuildContext(
                context.get(Run.class),
                context.get(FilePath.class),
                environment == null ? new EnvVars() : environment,
                listener,
                context.get(ConsoleLogFilter.class),
                PipelineBranch.of(context));
    }

    private synchronized Throwable stopCause() {
        return stopCause;
    }

    @Override
    public void stop(Throwable cause) throws Exception {
        synchronized (this) {
            stopCause = cause;
            if (task != null) {
                task.cancel(true);
            }
        }
        lose();
        super.stop(cause);
    }
}
