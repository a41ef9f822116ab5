package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A stage of a submission. Immutable; stored with builds. */
@ExportedBean(defaultVisibility = 2)
public final class StageReport {
    private final String name;
    private final String label;
    private final int order;
    private final long begun;
    private final State state;
    private final long milliseconds;
    private final int retries;

    private StageReport(StageReport stage, State state, long milliseconds, int retries) {
        this.name = stage.name;
        this.label = stage.label;
        this.order = stage.order;
        this.begun = stage.begun;
        this.state = state;
        this.milliseconds = milliseconds;
        this.retries = Math.max(0, retries);
    }

    /**
     * A stage that starts now.
     *
     * @param name the key in pipelines
     * @param label the name for users
     * @param order its index among all possible stages
     */
    public StageReport(String name, String label, int order) {
        this.name = name;
        this.label = label;
        this.order = order;
        this.begun = System.currentTimeMillis();
        this.state = State.RUNNING;
        this.milliseconds = 0;
        this.retries = 0;
    }

    StageReport ended(State how, Duration took, int repeated) {
        return new StageReport(this, how, took.toMillis(), repeated);
    }

    StageReport ended(State how, int repeated) {
        return ended(how, Duration.ofMillis(getMilliseconds()), repeated);
    }

    @Exported
    public String getName() {
        return name;
    }

    public String getLabel() {
        return label;
    }

    int order() {
        return order;
    }

    @Exported
    public State getState() {
        return state;
    }

    /** The duration so far. */
    @Exported
    public long getMilliseconds() {
        return state == State.RUNNING ? Math.max(0, System.currentTimeMillis() - begun) : milliseconds;
    }

    @Exported
    public int getRetries() {
        return retries;
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }
}
