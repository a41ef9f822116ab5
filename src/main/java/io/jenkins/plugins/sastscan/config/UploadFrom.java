package io.jenkins.plugins.sastscan.config;

/** Which machine sends an archive to the server. */
public enum UploadFrom {
    /** The agent that has the files. */
    AGENT,
    /** The controller, where agents cannot reach the server; the archive is copied there first. */
    CONTROLLER;

    /** For forms. */
    public String getDisplayName() {
        return this == AGENT ? Messages.UploadFrom_agent() : Messages.UploadFrom_controller();
    }
}
