package org.jenkinsci.plugins.workflow.actions;

public interface ThreadNameAction extends PersistentAction {
    String getThreadName();
}
