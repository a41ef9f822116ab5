package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A stage of a submission. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class StageReport {
    @Exported
    public final State state;

    @Exported
    public final int retries;

    /** The reason for the last retry in this stage; empty if nothing was retried. */
    @Exported
    public final String retryReason;

    final Stage stage;
    private final long begun;
    private final long milliseconds;

    private StageReport(Stage stage, State state, long begun, long milliseconds, int retries, String retryReason) {
        this.stage = stage;
        this.state = state;
        this.begun = begun;
        this.milliseconds = milliseconds;
        this.retries = retries;
        this.retryReason = retryReason;
    }

    /** Creates the report of a stage that starts now. */
    StageReport(Stage stage) {
        this(stage, State.RUNNING, System.currentTimeMillis(), 0, 0, "");
    }

    StageReport ended(State how, long took) {
        return new StageReport(stage, how, begun, took, retries, retryReason);
    }

    StageReport retried(String reason) {
        return new StageReport(stage, state, begun, milliseconds, retries + 1, reason);
    }

    @Exported
    public String getName() {
        return PlainText.key(stage);
    }

    public String getLabel() {
        return stage.label();
    }

    /** The duration of the stage. While the stage runs, the time since it began. */
    @Exported
    public long getMilliseconds() {
        return state == State.RUNNING ? Math.max(0, System.currentTimeMillis() - begun) : milliseconds;
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }
}
