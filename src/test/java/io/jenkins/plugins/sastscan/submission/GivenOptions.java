package io.jenkins.plugins.sastscan.submission;

/** Options for submissions that no step starts. */
public record GivenOptions(boolean isSkipUnchanged, boolean isFailOnWarnings) implements Submission.Options {
    public static final GivenOptions NONE = new GivenOptions(false, false);
}
