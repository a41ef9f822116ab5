package org.jenkinsci.plugins.workflow.actions;

import hudson.model.Action;
import hudson.model.Result;

public class WarningAction implements Action {
    public WarningAction(Result result) {}

    public WarningAction withMessage(String message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getIconFileName() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getUrlName() {
        throw new UnsupportedOperationException();
    }
}
