package io.jenkins.plugins.sastscan.config;

/** The machine that uploads an archive. */
public enum UploadFrom {
    /** The agent, or the controller if there are access rules or the agent cannot connect to the SAST server. */
    AUTOMATIC,
    /** The agent, unless access rules forbid sending the access token to agents. */
    AGENT,
    /** The agent, even with access rules. Anyone who controls the agent can then use every project. */
    AGENT_DESPITE_RULES,
    /** The controller, which reads the archive from the agent. */
    CONTROLLER
}
