package io.jenkins.plugins.sastscan.report;

import org.jvnet.localizer.Localizable;

/** How it is with a submission, or with one of its stages. Builds keep the names. */
public enum State {
    RUNNING("nobuilt-anime", Messages._State_running()),
    DONE("blue", Messages._State_done()),
    FAILED("red", Messages._State_failed()),
    ABORTED("aborted", Messages._State_aborted());

    private final String icon;
    private final Localizable text;

    State(String icon, Localizable text) {
        this.icon = icon;
        this.text = text;
    }

    /** The symbol that Jenkins has for builds in that state. */
    public String getIcon() {
        return "symbol-status-" + icon;
    }

    public String getText() {
        return text.toString();
    }
}
