package org.jenkinsci.plugins.workflow.actions;

import hudson.model.Action;

public interface ThreadNameAction extends Action {
    String getThreadName();
}
