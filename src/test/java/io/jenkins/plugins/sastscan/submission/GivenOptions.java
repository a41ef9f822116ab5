package io.jenkins.plugins.sastscan.submission;

/** Options of a submission without a step. */
public record GivenOptions(boolean isSkipUnchanged, boolean isFailOnWarnings) implements Submission.Options {
    public static final GivenOptions NONE = new GivenOptions(false, false);
}
