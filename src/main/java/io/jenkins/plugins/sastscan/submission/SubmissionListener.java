package io.jenkins.plugins.sastscan.submission;

import java.time.Duration;

/** Is told how a submission goes on. Progress may come from another thread than the rest, but one call comes at a time. */
public interface SubmissionListener {
    /** A stage has begun. */
    void begun(Stage stage);

    /**
     * A stage goes on. Called often; what is made of it must be cheap.
     *
     * @param done bytes so far; begins anew when an upload is repeated
     * @param total bytes in all, or 0 when nobody knows yet
     */
    void progressed(Stage stage, long done, long total);

    /** Something went wrong that fails nothing: a sentence for people. */
    void warned(String sentence);

    /** A stage has ended well. */
    void ended(Stage stage, Duration took, StageResult result);
}
