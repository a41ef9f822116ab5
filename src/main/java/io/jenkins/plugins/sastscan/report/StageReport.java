package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A stage of a submission. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class StageReport {
    private final String name;
    private final String label;
    private final int order;
    private final long begun;
    private final State state;
    private final long milliseconds;
    private final int retries;
    /** Null in builds from older plugin versions. */
    private final String retryReason;

    private StageReport(
            String name,
            String label,
            int order,
            long begun,
            State state,
            long milliseconds,
            int retries,
            String retryReason) {
        this.name = name;
        this.label = label;
        this.order = order;
        this.begun = begun;
        this.state = state;
        this.milliseconds = milliseconds;
        this.retries = retries;
        this.retryReason = retryReason;
    }

    /**
     * Creates the report of a stage that starts now.
     *
     * @param name the key of the stage in the result of a step, such as {@code upload}
     * @param order the index of the stage among all possible stages
     */
    public StageReport(String name, String label, int order) {
        this(name, label, order, System.currentTimeMillis(), State.RUNNING, 0, 0, "");
    }

    StageReport ended(State how, Duration took) {
        return new StageReport(name, label, order, begun, how, took.toMillis(), retries, retryReason);
    }

    StageReport ended(State how) {
        return ended(how, Duration.ofMillis(getMilliseconds()));
    }

    StageReport retried(String reason) {
        return new StageReport(name, label, order, begun, state, milliseconds, retries + 1, reason);
    }

    @Exported
    public String getName() {
        return name;
    }

    public String getLabel() {
        return label;
    }

    public int order() {
        return order;
    }

    @Exported
    public State getState() {
        return state;
    }

    /** The duration of the stage. While the stage runs, the time since it began. */
    @Exported
    public long getMilliseconds() {
        return state == State.RUNNING ? Math.max(0, System.currentTimeMillis() - begun) : milliseconds;
    }

    @Exported
    public int getRetries() {
        return retries;
    }

    /** The reason for the last retry in this stage; empty if nothing was retried. */
    @Exported
    public String getRetryReason() {
        return retryReason == null ? "" : retryReason;
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }
}
