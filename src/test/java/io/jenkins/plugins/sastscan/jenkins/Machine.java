package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.model.Slave;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;

/** The controller, or an agent in a separate process. */
public enum Machine {
    CONTROLLER,
    AGENT;

    public String script(Slave agent, String inside) {
        return "node('" + (this == AGENT ? agent.getNodeName() : "built-in") + "') { " + inside + " }";
    }

    public FilePath workspace(JenkinsRule jenkins, Slave agent, WorkflowJob job) {
        return this == AGENT ? agent.getWorkspaceRoot().child(job.getName()) : jenkins.jenkins.getWorkspaceFor(job);
    }
}
