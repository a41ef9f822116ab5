package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The progress of a submission: its state, its stages, and whether it has uploaded its source. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public abstract class SubmissionProgress {
    private static final int MAX_REASON_LENGTH = 4_000;

    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    private volatile boolean uploaded;
    /** Null unless the upload was skipped because nothing had changed. */
    private volatile Integer buildThatUploaded;
    /** Null unless a later build had already submitted. */
    private volatile Integer supersededBy;
    /** Identifies the SAST server and the project. Null for a dry run, and in builds from older plugin versions. */
    private volatile String target;
    /** Not stored, because no wait survives a restart of Jenkins. Null in builds that were loaded from disk. */
    private transient volatile String waitingFor = "";

    /** Adds a stage that begins now. Replaces its entry if it had begun before a restart of Jenkins. */
    public final synchronized void begin(StageReport stage) {
        ArrayList<StageReport> more = new ArrayList<>(stages);
        more.removeIf(before -> before.getName().equals(stage.getName()));
        more.add(stage);
        more.sort(Comparator.comparingInt(StageReport::order));
        stages = more;
    }

    public final synchronized void endStage(Duration took) {
        replaceOpen(stage -> stage.ended(State.DONE, took));
    }

    /** Records that a call of the current stage is retried. */
    public final synchronized void retry(String reason) {
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

    /** Called after a restart of Jenkins. A running submission now waits until it continues or is lost. */
    final synchronized void await() {
        if (state == State.RUNNING) {
            replaceOpen(stage -> stage.ended(State.WAITING));
            state = State.WAITING;
        }
    }

    /** Ends a waiting submission that will not continue. */
    public final void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Continues after a restart of Jenkins. Keeps only the stages that were done. */
    public synchronized void resume(Set<String> done) {
        ArrayList<StageReport> kept = new ArrayList<>(stages);
        kept.removeIf(stage -> !done.contains(stage.getName()));
        stages = kept;
        reason = "";
        supersededBy = null;
        state = State.RUNNING;
    }

    /** @param holder who changes the project now; empty when the wait is over */
    public final void setWaitingFor(String holder) {
        waitingFor = holder;
    }

    private synchronized void end(State how, String sentence) {
        replaceOpen(stage -> stage.ended(how));
        reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
        state = how;
    }

    private void replaceOpen(UnaryOperator<StageReport> next) {
        ArrayList<StageReport> other = new ArrayList<>(stages);
        other.replaceAll(stage -> stage.getState().isOpen() ? next.apply(stage) : stage);
        stages = other;
    }

    public final void setUploaded() {
        uploaded = true;
    }

    /**
     * Records that nothing was uploaded because nothing had changed.
     *
     * @param build the number of the build of this job that made the last upload, or 0 if another job made it
     */
    public final void setUnchanged(int build) {
        buildThatUploaded = build;
    }

    /** @param build the later build of this job that had already submitted; this submission changed nothing more */
    public final void setSupersededBy(int build) {
        supersededBy = build;
    }

    /** @param id identifies the SAST server and the project; contains no text that users entered */
    public final void setTarget(String id) {
        target = id;
    }

    final String target() {
        return target;
    }

    @Exported
    public final State getState() {
        return state;
    }

    /** A sentence that explains a failure or an abort. Empty in all other states. */
    @Exported
    public final String getReason() {
        return reason;
    }

    /** What this submission waits for, such as "another job". Empty unless the submission waits for its turn. */
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

    /** The state as text, with the current stage. */
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

    /** Whether the upload was skipped, because the last upload had the same files. */
    @Exported
    public final boolean isUnchanged() {
        return buildThatUploaded != null;
    }

    /** The number of the build that uploaded last; 0 for a build of another job. Null unless the upload was skipped. */
    public final Integer getBuildThatUploaded() {
        return buildThatUploaded;
    }

    /** Whether a later build of this job had already submitted. If so, this submission changed nothing more. */
    @Exported
    public final boolean isSuperseded() {
        return supersededBy != null;
    }

    /** The number of the later build that had already submitted, or null. */
    public final Integer getSupersededBy() {
        return supersededBy;
    }

    /** Where the bar of a stage starts. */
    public final String offset(StageReport stage) {
        long before = stages.stream()
                .filter(each -> each.order() < stage.order())
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, getMilliseconds());
    }

    /** The width of the bar of a stage. */
    public final String width(StageReport stage) {
        return Figures.percent(stage.getMilliseconds(), getMilliseconds());
    }
}
