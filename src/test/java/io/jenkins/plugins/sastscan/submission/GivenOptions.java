package io.jenkins.plugins.sastscan.submission;

/** Options for submissions that are not started by a step. */
public record GivenOptions(boolean isSkipUnchanged, OnWarnings getOnWarnings) implements Submission.Options {
    public static final GivenOptions NONE = new GivenOptions(false, OnWarnings.CONTINUE);
}
