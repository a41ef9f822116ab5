package io.jenkins.plugins.sastscan.jenkins.agent;

import hudson.model.Run;
import java.util.Set;
import jenkins.model.Jenkins;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.steps.BodyExecutionCallback;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.jenkinsci.plugins.workflow.support.actions.WorkspaceActionImpl;
import org.jenkinsci.plugins.workflow.support.steps.FilePathDynamicContext;
import org.kohsuke.stapler.DataBoundConstructor;

/**
 * Gives its body a directory on an agent. After a restart, a {@code node} step would itself wait for the agent. With
 * this step, only the steps in the body wait.
 */
public final class OnAgentStep extends Step {
    private final String agent;

    @DataBoundConstructor
    public OnAgentStep(String agent) {
        this.agent = agent;
    }

    @Override
    public StepExecution start(StepContext context) {
        return new Execution(context, agent);
    }

    private static final class Execution extends StepExecution {
        private static final long serialVersionUID = 1;

        private final String agent;

        Execution(StepContext context, String agent) {
            super(context);
            this.agent = agent;
        }

        @Override
        public boolean start() throws Exception {
            StepContext context = getContext();
            var workspace = Jenkins.get()
                    .getNode(agent)
                    .getRootPath()
                    .child("build" + context.get(Run.class).getNumber());
            // Like a node step, this step gives a workspace.
            FlowNode node = context.get(FlowNode.class);
            node.addAction(new WorkspaceActionImpl(workspace, node));
            context.newBodyInvoker()
                    .withContext(FilePathDynamicContext.createContextualObject(workspace, node))
                    .withCallback(BodyExecutionCallback.wrap(context))
                    .start();
            return false;
        }
    }

    /** The step {@code onAgent}. Each test that uses the step adds it to Jenkins. */
    public static final class Description extends StepDescriptor {
        @Override
        public String getFunctionName() {
            return "onAgent";
        }

        @Override
        public boolean takesImplicitBlockArgument() {
            return true;
        }

        @Override
        public Set<? extends Class<?>> getRequiredContext() {
            return Set.of();
        }
    }
}
