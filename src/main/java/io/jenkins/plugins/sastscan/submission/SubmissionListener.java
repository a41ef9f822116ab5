package io.jenkins.plugins.sastscan.submission;

import java.time.Duration;

/** Receives the events of a submission. Another thread can report progress, but calls never overlap. */
public interface SubmissionListener {
    void begun(Stage stage);

    /**
     * This method is called often, so it must be fast.
     *
     * @param done the number of bytes so far; starts again at 0 when an upload is retried
     * @param total the total number of bytes, or 0 if unknown
     */
    void progressed(Stage stage, long done, long total);

    /**
     * @param holder the name of the submission that has the turn, for example {@code build #7 of this job}; empty when
     *     the wait has ended
     */
    void waiting(String holder);

    /** A later build has already submitted to the project, so the submission makes no more changes. */
    void superseded(int build);

    /** The Git settings were written, but not yet read back. */
    default void wroteGit(SubmissionResult result) {}

    /** Reports a problem in a sentence for users; the submission continues. */
    void warned(String sentence);

    /** A stage has succeeded; {@code result} has the values of this stage and of all earlier stages. */
    void ended(Stage stage, Duration took, SubmissionResult result);
}
