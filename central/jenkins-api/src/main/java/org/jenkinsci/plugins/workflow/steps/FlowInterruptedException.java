package org.jenkinsci.plugins.workflow.steps;

import hudson.model.Result;
import jenkins.model.CauseOfInterruption;

public final class FlowInterruptedException extends InterruptedException {
    public FlowInterruptedException(Result result, boolean actualInterruption, CauseOfInterruption... causes) {
        throw new UnsupportedOperationException();
    }
}
