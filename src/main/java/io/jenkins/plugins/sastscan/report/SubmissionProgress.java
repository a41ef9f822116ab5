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

/** How far a submission has come: its state, and its stages. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public abstract class SubmissionProgress {
    private static final int MAX_REASON_LENGTH = 4_000;

    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();

    /** Adds a stage that begins now. Replaces the same stage from before a restart of Jenkins. */
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

    /** A call of the current stage is retried. */
    public final synchronized void retry(String reason) {
        String line = PlainText.oneLine(reason, MAX_REASON_LENGTH);
        replaceOpen(stage -> stage.retried(line));
    }

    public final void succeed() {
        state = State.DONE;
    }

    public final void fail(String sentence) {
        end(State.FAILED, sentence);
    }

    public final void abort() {
        end(State.ABORTED, Messages.SubmissionReport_aborted());
    }

    /** Jenkins was restarted. A submission that was running waits until it continues, or is lost. */
    final synchronized void await() {
        if (state == State.RUNNING) {
            replaceOpen(stage -> stage.ended(State.WAITING));
            state = State.WAITING;
        }
    }

    /** Ends a submission that waits, because it will not continue. */
    public final void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Continues with the stages that are not repeated. */
    final synchronized void resume(List<StageReport> kept) {
        stages = new ArrayList<>(kept);
        reason = "";
        state = State.RUNNING;
    }

    final synchronized void copy(SubmissionProgress other) {
        state = other.state;
        reason = other.reason;
        stages = other.stages;
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

    @Exported
    public final State getState() {
        return state;
    }

    /** A sentence that explains the failure, or empty. */
    @Exported
    public final String getReason() {
        return reason;
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

    /** The state, with the current stage. */
    public final String getStanding() {
        return stages.stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.getState() != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.getLabel()))
                .orElseGet(state::getText);
    }

    /** The start of the bar of a stage. */
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
