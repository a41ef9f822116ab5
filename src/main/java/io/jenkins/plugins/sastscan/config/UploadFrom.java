package io.jenkins.plugins.sastscan.config;

/** The machine that uploads an archive. */
public enum UploadFrom {
    AGENT,
    /** The controller, if agents cannot reach the SAST server. The archive is copied to it first. */
    CONTROLLER;

    public String getDisplayName() {
        return this == AGENT ? Messages.UploadFrom_agent() : Messages.UploadFrom_controller();
    }
}
