package org.jenkinsci.plugins.workflow.actions;

import hudson.model.Action;

public abstract class WorkspaceAction implements Action {
    public abstract String getNode();

    public abstract String getPath();
}
