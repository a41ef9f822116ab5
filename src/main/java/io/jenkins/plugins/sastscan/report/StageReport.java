package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A stage of a submission. It starts when this object is created. */
@ExportedBean(defaultVisibility = 2)
public final class StageReport {
    volatile State state = State.RUNNING;
    int retries;
    volatile String retryReason = "";
    /** How far the running stage is, such as {@code 10 MB of 40 MB (25 %), 5 MB/s}. */
    transient volatile String progress = "";

    public final Stage stage;
    private final long begun = System.currentTimeMillis();
    private volatile long milliseconds;

    StageReport(Stage stage) {
        this.stage = stage;
    }

    void end(State how, long took) {
        milliseconds = took;
        state = how;
    }

    void retry(String reason) {
        retries++;
        retryReason = reason;
        progress = "";
    }

    public String getProgress() {
        return state == State.RUNNING ? progress : "";
    }

    @Exported
    public State getState() {
        return state;
    }

    @Exported
    public int getRetries() {
        return retries;
    }

    /** The reason for the last retry in this stage; empty if nothing was retried. */
    @Exported
    public String getRetryReason() {
        return retryReason;
    }

    @Exported
    public String getName() {
        return PlainText.key(stage);
    }

    /** The duration of the stage. While the stage runs, the time since it began. */
    @Exported
    public long getMilliseconds() {
        return state == State.RUNNING ? Math.max(0, System.currentTimeMillis() - begun) : milliseconds;
    }
}
