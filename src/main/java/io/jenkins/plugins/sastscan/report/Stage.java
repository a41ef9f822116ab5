package io.jenkins.plugins.sastscan.report;

/** The stages of a submission, in order. */
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
