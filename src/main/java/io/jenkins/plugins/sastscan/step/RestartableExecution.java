package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.EnvVars;
import hudson.FilePath;
import hudson.console.ConsoleLogFilter;
import hudson.model.Computer;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.security.ACL;
import hudson.security.ACLContext;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jenkins.model.Jenkins;
import jenkins.util.Timer;
import org.jenkinsci.plugins.workflow.actions.ThreadNameAction;
import org.jenkinsci.plugins.workflow.actions.WarningAction;
import org.jenkinsci.plugins.workflow.actions.WorkspaceAction;
import org.jenkinsci.plugins.workflow.flow.FlowExecution;
import org.jenkinsci.plugins.workflow.graph.BlockStartNode;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;

/**
 * Runs the work of a step on a separate thread. After a restart of Jenkins, the work runs again from its beginning as
 * soon as the agent is back. Running pipelines store this execution.
 */
final class RestartableExecution extends StepExecution {
    private static final long serialVersionUID = 1;

    private final SastStep step;

    private final String id = UUID.randomUUID().toString();

    /** The name of the agent; null outside of a node step. */
    private String node;

    private transient boolean restarted;
    private transient Future<?> task;
    private transient volatile Throwable stopCause;

    RestartableExecution(StepContext context, SastStep step) {
        super(context);
        this.step = step;
    }

    @Override
    public boolean start() throws Exception {
        FilePath workspace = getContext().get(FilePath.class);
        Computer computer = workspace == null ? null : workspace.toComputer();
        node = computer == null ? null : computer.getName();
        begin();
        return false;
    }

    @Override
    public void onResume() {
        restarted = true;
        // The node step uses the same system property, so both steps wait equally long.
        long patience = Long.getLong(
                "org.jenkinsci.plugins.workflow.support.pickles.ExecutorPickle.timeoutForNodeMillis",
                TimeUnit.MINUTES.toMillis(5));
        beginWhenAgentIsBack(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience));
    }

    private void beginWhenAgentIsBack(long end) {
        try {
            if (stopCause != null) {
                return;
            }
            if (isAgentBack()) {
                begin();
            } else if (System.nanoTime() - end < 0) {
                Timer.get().schedule(() -> beginWhenAgentIsBack(end), 1, TimeUnit.SECONDS);
            } else {
                throw agentGone();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /**
     * Fails the step. If the submission of the step is waiting for the agent, the submission is reported as aborted.
     */
    private void fail(Throwable cause) {
        try {
            ReportedRun.lose(getContext().get(Run.class), id);
        } catch (IOException | InterruptedException e) {
            // If Jenkins cannot load the build, the report stays unchanged.
        } finally {
            getContext().onFailure(cause);
        }
    }

    private boolean isAgentBack() throws InterruptedException {
        if (node == null) {
            return true;
        }
        Computer computer = Jenkins.get().getComputer(node);
        try {
            // The channel is checked first, because a request for the workspace of an offline agent writes to the log.
            // After a restart, the workspace is null until the node step has its workspace again.
            return computer != null
                    && computer.getChannel() != null
                    && getContext().get(FilePath.class) != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** The retry condition {@code agent()} treats this failure as the loss of an agent. */
    private static FlowInterruptedException agentGone() {
        AbortException reason = new AbortException("SAST: The agent did not come back after the restart of Jenkins."
                + " Run the build again when it is online.");
        reason.initCause(new EOFException());
        FlowInterruptedException gone = new FlowInterruptedException(Result.ABORTED, false);
        gone.initCause(reason);
        return gone;
    }

    private synchronized void begin() {
        if (stopCause == null) {
            Jenkins jenkins = Jenkins.get();
            task = Computer.threadPoolForRemoting.submit(() -> run(jenkins));
        }
    }

    @SuppressWarnings("try") // the ACL context is held but not used
    private void run(Jenkins jenkins) {
        StepContext context = getContext();
        // The step runs as the user of the build, even after a restart.
        try (ACLContext as = ACL.as2(context.get(FlowExecution.class).getAuthentication2())) {
            Map<String, Object> result = step.run(build(context), id);
            if (step instanceof SastSubmitStep submit) {
                submit.request()
                        .onWarnings()
                        .reasonForUnstable(result)
                        .ifPresent(reason -> markUnstable(context, reason));
            }
            context.onSuccess(result);
        } catch (Throwable e) {
            if (stopCause == null && !ReportedRun.isJenkinsStopping(jenkins)) {
                fail(e);
            }
        }
    }

    /** Marks the build, and the step itself, which pipeline views show. */
    private static void markUnstable(StepContext context, String reason) {
        try {
            context.get(TaskListener.class).getLogger().println(reason);
            context.get(FlowNode.class).addOrReplaceAction(new WarningAction(Result.UNSTABLE).withMessage(reason));
            context.get(Run.class).setResult(Result.UNSTABLE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private BuildContext build(StepContext context) throws IOException, InterruptedException {
        TaskListener listener = context.get(TaskListener.class);
        if (restarted) {
            listener.getLogger().println("Jenkins was restarted. This step runs again from its beginning.");
        }
        EnvVars environment = context.get(EnvVars.class);
        return new BuildContext(
                context.get(Run.class),
                context.get(FilePath.class),
                boundary(context.get(FlowNode.class)),
                environment == null ? new EnvVars() : environment,
                listener,
                context.get(ConsoleLogFilter.class),
                branch(context.get(FlowNode.class)));
    }

    /** Returns the workspace of the innermost block that has one: {@code node}, {@code ws} or another block. */
    private static Boundary boundary(FlowNode node) {
        List<WorkspaceAction> workspaces = node == null
                ? List.of()
                : node.getEnclosingBlocks().stream()
                        .map(block -> block.getAction(WorkspaceAction.class))
                        .filter(Objects::nonNull)
                        .toList();
        if (workspaces.isEmpty()) {
            return null;
        }
        WorkspaceAction innermost = workspaces.get(0);
        List<String> enclosing = workspaces.stream()
                .skip(1)
                .filter(workspace -> workspace.getNode().equals(innermost.getNode()))
                .map(WorkspaceAction::getPath)
                .toList();
        return BuildContext.boundary(innermost.getPath(), enclosing);
    }

    /** Returns the names of all parallel branches and matrix cells around the step, outermost first. */
    private static String branch(FlowNode node) {
        List<String> names = new ArrayList<>();
        if (node != null) {
            for (BlockStartNode block : node.getEnclosingBlocks()) {
                ThreadNameAction branch = block.getAction(ThreadNameAction.class);
                if (branch != null) {
                    names.add(0, branch.getThreadName());
                }
            }
        }
        return String.join(", ", names);
    }

    @Override
    public void stop(Throwable cause) {
        synchronized (this) {
            stopCause = cause;
            if (task != null) {
                task.cancel(true);
            }
        }
        fail(cause);
    }
}
