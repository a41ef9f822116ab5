package io.jenkins.plugins.sastscan.step;

import io.jenkins.plugins.sastscan.build.BuildContext;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;

/** A pipeline step of this plugin. If Jenkins restarts during {@link #run}, the method is called again. */
public abstract class SastStep extends Step implements Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public final StepExecution start(StepContext context) {
        return new RestartableExecution(context, this);
    }

    /** @param id the ID of the execution; does not change when Jenkins restarts */
    abstract Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException;
}
