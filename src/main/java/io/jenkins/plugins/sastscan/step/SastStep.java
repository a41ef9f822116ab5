package io.jenkins.plugins.sastscan.step;

import hudson.FilePath;
import hudson.model.Computer;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.security.ACL;
import hudson.security.ACLContext;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jenkins.model.Jenkins;
import jenkins.util.Timer;
import org.jenkinsci.plugins.workflow.flow.FlowExecution;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;

/** A pipeline step of this plugin. If Jenkins restarts during {@link #run}, the method is called again. */
public abstract class SastStep extends Step implements Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public final StepExecution start(StepContext context) {
        return new Execution(context, this);
    }

    /** @param id the ID of the execution; does not change when Jenkins restarts */
    abstract Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException;

    /**
     * Runs the work of a step on a separate thread. After a restart of Jenkins, the work runs again from its beginning
     * as soon as the agent is back. Running pipelines store this execution.
     */
    private static final class Execution extends StepExecution {
        private static final long serialVersionUID = 1;

        private final SastStep step;

        private final String id = UUID.randomUUID().toString();

        /** The name of the agent; null outside of a node step. */
        private String node;

        private transient boolean restarted;
        private transient Future<?> task;
        private transient volatile boolean stopped;

        Execution(StepContext context, SastStep step) {
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

        /** Waits without a thread. If the agent does not come back in time, the step {@code node} stops this step. */
        @Override
        public void onResume() {
            restarted = true;
            try {
                if (isAgentBack()) {
                    begin();
                } else if (!stopped && getContext().get(Run.class).isBuilding()) {
                    Timer.get().schedule(this::onResume, 1, TimeUnit.SECONDS);
                }
            } catch (Throwable e) {
                fail(e);
            }
        }

        private boolean isAgentBack() throws InterruptedException {
            if (node == null) {
                return true;
            }
            Computer computer = Jenkins.get().getComputer(node);
            try {
                // The channel is checked first, because a request for the workspace of an offline agent writes to the
                // log. After a restart, the workspace is null until the node step has its workspace again.
                return computer != null
                        && computer.getChannel() != null
                        && getContext().get(FilePath.class) != null;
            } catch (IOException e) {
                return false;
            }
        }

        private synchronized void begin() {
            if (!stopped) {
                Jenkins jenkins = Jenkins.get();
                task = Computer.threadPoolForRemoting.submit(() -> run(jenkins));
            }
        }

        @SuppressWarnings("try") // the ACL context is held but not used
        private void run(Jenkins jenkins) {
            StepContext context = getContext();
            // The step runs as the user of the build, even after a restart.
            try (ACLContext as = ACL.as2(context.get(FlowExecution.class).getAuthentication2())) {
                if (restarted) {
                    String line = "Jenkins was restarted. This step runs again from its beginning.";
                    context.get(TaskListener.class).getLogger().println(line);
                }
                context.onSuccess(step.run(BuildContext.of(context), id));
            } catch (Throwable e) {
                if (!stopped && !ReportedRun.isJenkinsStopping(jenkins)) {
                    fail(e);
                }
            }
        }

        @Override
        public void stop(Throwable cause) {
            synchronized (this) {
                stopped = true;
                if (task != null) {
                    task.cancel(true);
                }
            }
            fail(cause);
        }

        /** Ends the step. If its submission is waiting for the agent, the submission is reported as aborted. */
        private void fail(Throwable cause) {
            try {
                SubmissionsAction.find(getContext().get(Run.class), id).ifPresent(SubmissionReport::endIfWaiting);
            } catch (IOException | InterruptedException e) {
                // If Jenkins cannot load the build, the report stays unchanged.
            } finally {
                getContext().onFailure(cause);
            }
        }
    }
}
