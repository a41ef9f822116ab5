package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The state, the stages and the outcome of a submission. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public abstract class SubmissionProgress {
    private static final int MAX_REASON_LENGTH = 4_000;

    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    private volatile boolean uploaded;
    /** Set only if the upload was skipped because no file had changed. */
    private volatile Integer buildThatUploaded;
    /** The number of a later build that had already submitted to the project. Null if there is no such build. */
    private volatile Integer supersededBy;
    /** Not stored, because a restart of Jenkins ends each wait. Null in builds that were loaded from disk. */
    private transient volatile String waitingFor = "";

    /** Adds a stage. A stage that begins twice has one entry. */
    public final synchronized void begin(StageReport stage) {
        ArrayList<StageReport> more = new ArrayList<>(stages);
        more.removeIf(before -> before.getName().equals(stage.getName()));
        more.add(stage);
        more.sort(Comparator.comparingInt(StageReport::order));
        stages = more;
    }

    public final void endStage(Duration took) {
        replaceOpen(stage -> stage.ended(State.DONE, took));
    }

    public final void retry(String reason) {
        String line = PlainText.oneLine(reason, MAX_REASON_LENGTH);
        replaceOpen(stage -> stage.retried(line));
    }

    public final void succeed() {
        end(State.DONE, "");
    }

    public final void fail(String sentence) {
        end(State.FAILED, sentence);
    }

    public final void abort() {
        end(State.ABORTED, Messages.SubmissionReport_aborted());
    }

    /** Called when Jenkins loads the build after a restart. */
    final synchronized void markWaiting() {
        if (state == State.RUNNING) {
            // It is unknown when Jenkins ended, so the stage has no duration.
            replaceOpen(stage -> stage.ended(State.WAITING, Duration.ZERO));
            state = State.WAITING;
        }
    }

    /** Ends a submission that is in the state {@code WAITING} and will not run again. */
    public final synchronized void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Starts the submission, or starts it again after a restart of Jenkins. */
    public synchronized void start() {
        stages = new ArrayList<>();
        reason = "";
        uploaded = false;
        buildThatUploaded = null;
        supersededBy = null;
        state = State.RUNNING;
    }

    /**
     * Ends the current stage, because waiting for another submission does not belong to any stage.
     *
     * @param holder what this submission waits for, such as "another job"; empty after the wait
     */
    public final void setWaitingFor(String holder) {
        replaceOpen(stage -> stage.ended(State.DONE));
        waitingFor = holder;
    }

    private synchronized void end(State how, String sentence) {
        replaceOpen(stage -> stage.ended(how));
        reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
        state = how;
    }

    private synchronized void replaceOpen(UnaryOperator<StageReport> next) {
        ArrayList<StageReport> other = new ArrayList<>(stages);
        other.replaceAll(stage -> stage.getState().isOpen() ? next.apply(stage) : stage);
        stages = other;
    }

    public final void setUploaded() {
        uploaded = true;
    }

    /** @param build the number of the build that made the last upload; 0 if another job made it */
    public final void setBuildThatUploaded(int build) {
        buildThatUploaded = build;
    }

    public final void setSupersededBy(int build) {
        supersededBy = build;
    }

    @Exported
    public final State getState() {
        return state;
    }

    /** Explains a failure or an abort; empty in all other states. */
    @Exported
    public final String getReason() {
        return reason;
    }

    /**
     * What this submission waits for, such as "another job"; empty if it is not waiting for its turn.
     */
    @Exported
    public final String getWaitingFor() {
        return waitingFor == null || state != State.RUNNING ? "" : waitingFor;
    }

    @Exported(inline = true)
    public final List<StageReport> getStages() {
        return Collections.unmodifiableList(stages);
    }

    /** The total duration of all stages. */
    @Exported
    public final long getMilliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    public final String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }

    /** The state and the current stage, such as "running: upload". */
    public final String getStanding() {
        if (!getWaitingFor().isEmpty()) {
            return Messages.SubmissionReport_waiting(getWaitingFor());
        }
        return stages.stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.getState() != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.getLabel()))
                .orElseGet(state::getText);
    }

    @Exported
    public final boolean isUploaded() {
        return uploaded;
    }

    /** Whether the upload was skipped because the last upload had the same files. */
    @Exported
    public final boolean isUnchanged() {
        return buildThatUploaded != null;
    }

    /**
     * The number of the build that made the last upload, or 0 if another job made that upload. Null if
     * {@link #isUnchanged} is false.
     */
    public final Integer getBuildThatUploaded() {
        return buildThatUploaded;
    }

    /** Whether this submission ended early because a later build of this job had already submitted. */
    @Exported
    public final boolean isSuperseded() {
        return supersededBy != null;
    }

    /** The number of the build that superseded this submission; null if this submission was not superseded. */
    public final Integer getSupersededBy() {
        return supersededBy;
    }

    /** The start of the stage's bar in the chart, as a percentage. */
    public final String offset(StageReport stage) {
        long before = stages.stream()
                .filter(each -> each.order() < stage.order())
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, getMilliseconds());
    }

    /** The width of the stage's bar in the chart, as a percentage. */
    public final String width(StageReport stage) {
        return Figures.percent(stage.getMilliseconds(), getMilliseconds());
    }
}
