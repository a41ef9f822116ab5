package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.model.Slave;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;

/** Where a build runs: on the controller, or on an agent that is a process of its own. */
public enum Machine {
    CONTROLLER,
    AGENT;

    /** A pipeline script that does something on the node of that kind. */
    public String script(Slave agent, String inside) {
        return "node('" + (this == AGENT ? agent.getNodeName() : "built-in") + "') { " + inside + " }";
    }

    /** Where a job's builds have their workspace on it. */
    public FilePath workspace(JenkinsRule jenkins, Slave agent, WorkflowJob job) {
        return this == AGENT ? agent.getWorkspaceRoot().child(job.getName()) : jenkins.jenkins.getWorkspaceFor(job);
    }
}
