package io.jenkins.plugins.sastscan.report;

/** What a submission does if there are warnings about the archive. */
public enum OnWarnings {
    /** The warnings are in the log and on the submission page. */
    CONTINUE,
    /** Like {@link #CONTINUE}, and the build and the step become unstable. */
    UNSTABLE,
    /** The submission fails before anything is sent. */
    FAIL
}
