package io.jenkins.plugins.sastscan.report;

import org.jvnet.localizer.Localizable;

/** The state of a submission or a stage. Builds store the names of the constants, so do not rename them. */
public enum State {
    RUNNING("nobuilt-anime", Messages._State_running()),
    /** Jenkins has restarted, and the step has not started again yet. */
    WAITING("nobuilt-anime", Messages._State_waiting()),
    DONE("blue", Messages._State_done()),
    FAILED("red", Messages._State_failed()),
    ABORTED("aborted", Messages._State_aborted());

    private final String icon;
    private final Localizable text;

    State(String icon, Localizable text) {
        this.icon = icon;
        this.text = text;
    }

    public boolean isOpen() {
        return this == RUNNING || this == WAITING;
    }

    /** The symbol that Jenkins uses for builds in this state. */
    public String getIcon() {
        return "symbol-status-" + icon;
    }

    public String getText() {
        return text.toString();
    }
}
