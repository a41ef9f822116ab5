package io.jenkins.plugins.sastscan.report;

import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** The stages of a submission, in order. */
@Restricted(NoExternalUse.class)
public enum Stage {
    ACCESS("access check"),
    ARCHIVE("archive"),
    UPLOAD("upload"),
    GIT_SETTINGS("Git settings"),
    FORCE_SCAN("force scan");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /** Returns the name of the stage for use within a sentence. */
    public String label() {
        return label;
    }

    /** Tells whether the stage changes the project. */
    public boolean changesProject() {
        return compareTo(UPLOAD) >= 0;
    }
}
