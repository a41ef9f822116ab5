package io.jenkins.plugins.sastscan.archive;

/** A choice among the files of a directory. The patterns of a {@link Selection} apply only to the chosen files. */
public enum FileChoice {
    ALL,
    /** The files that Git tracks, and the untracked files that it does not ignore. */
    NOT_IGNORED,
    TRACKED
}
