package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.model.Slave;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;

/** The machine of a build: the controller, or an agent in a separate process. */
public enum Machine {
    CONTROLLER,
    AGENT;

    /** A pipeline script that runs steps on this machine. */
    public String script(Slave agent, String inside) {
        return "node('" + (this == AGENT ? agent.getNodeName() : "built-in") + "') { " + inside + " }";
    }

    /** The workspace of a job's builds on this machine. */
    public FilePath workspace(JenkinsRule jenkins, Slave agent, WorkflowJob job) {
        return this == AGENT ? agent.getWorkspaceRoot().child(job.getName()) : jenkins.jenkins.getWorkspaceFor(job);
    }
}
