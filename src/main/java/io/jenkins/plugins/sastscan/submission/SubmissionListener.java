package io.jenkins.plugins.sastscan.submission;

import java.time.Duration;

/** Receives the events of a submission. */
public interface SubmissionListener {
    void begun(Stage stage);

    /**
     * @param holder the name of the submission that has the turn, for example {@code build #7 of this job}; empty when
     *     the wait has ended
     */
    void waitingForTurn(String holder);

    /** A later build has already submitted to the project, so the submission makes no more changes. */
    void superseded(int build);

    /** The Git settings were written, but not yet read back. */
    default void wroteGit(SubmissionResult result) {}

    /** Reports a problem in a sentence for users; the submission continues. */
    void warned(String sentence);

    /**
     * A stage has succeeded. The listener can add warnings to the result, and mask secrets in warnings.
     *
     * @param result has the values of this stage and of all earlier stages
     */
    void ended(Stage stage, Duration took, SubmissionResult result);
}
