package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The state of a submission, and the stages that have started. The list of stages is replaced and never modified. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public abstract class Progress {
    private static final int MAX_REASON_LENGTH = 4_000;

    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    /** Not stored, because a restart of Jenkins ends each wait. */
    private transient volatile String waitingFor = "";

    Progress() {}

    /** Also repairs what was read from a damaged file, because XStream calls no constructor. */
    Progress(Progress other) {
        state = other.state == null ? State.RUNNING : other.state;
        reason = PlainText.oneLine(other.reason, MAX_REASON_LENGTH);
        stages = other.stages == null ? new ArrayList<>() : other.stages;
        waitingFor = other.waitingFor == null ? "" : other.waitingFor;
    }

    /** After a restart of Jenkins, an open submission waits for its agent. */
    final void loaded() {
        if (state == State.RUNNING) {
            // It is unknown when Jenkins ended, so the stage has no duration.
            replaceOpen(stage -> stage.ended(State.WAITING, 0));
            state = State.WAITING;
        }
    }

    @Exported
    public State getState() {
        return state;
    }

    /** Explains a failure or an abort; empty in all other states. */
    @Exported
    public String getReason() {
        return reason;
    }

    @Exported(inline = true)
    public List<StageReport> getStages() {
        return Collections.unmodifiableList(stages);
    }

    /** What this submission waits for, such as "another job"; empty if it is not waiting for its turn. */
    @Exported
    public String getWaitingFor() {
        return state == State.RUNNING ? waitingFor : "";
    }

    /** The total duration of all stages. */
    @Exported
    public long getMilliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    @Exported
    public boolean isUploaded() {
        return done().contains(Stage.UPLOAD);
    }

    @Exported
    public boolean isScanForced() {
        return done().contains(Stage.FORCE_SCAN);
    }

    /** Returns the stages that have succeeded, in order. */
    public Set<Stage> done() {
        Set<Stage> done = EnumSet.noneOf(Stage.class);
        stages.stream().filter(each -> each.getState() == State.DONE).forEach(each -> done.add(each.stage()));
        return done;
    }

    /** Begins a stage. Replaces the earlier entry of a repeated stage. */
    void begin(Stage stage) {
        change(more -> {
            more.removeIf(before -> before.stage() == stage);
            more.add(new StageReport(stage));
        });
    }

    void replaceOpen(UnaryOperator<StageReport> next) {
        change(other -> other.replaceAll(stage -> stage.getState().isOpen() ? next.apply(stage) : stage));
    }

    private void endOpen(State how) {
        replaceOpen(stage -> stage.ended(how, stage.getMilliseconds()));
    }

    private synchronized void change(Consumer<List<StageReport>> edit) {
        ArrayList<StageReport> copy = new ArrayList<>(stages);
        edit.accept(copy);
        copy.sort(Comparator.comparing(StageReport::stage));
        stages = copy;
    }

    /**
     * Ends the current stage, because waiting for another submission does not belong to any stage.
     *
     * @param holder what this submission waits for, such as "another job"; empty after the wait
     */
    void setWaitingFor(String holder) {
        endOpen(State.DONE);
        waitingFor = holder;
    }

    synchronized void end(State how, String sentence) {
        endOpen(how);
        reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
        state = how;
    }

    /** Ends an aborted submission, and says whether the project may have changed. */
    synchronized void abort() {
        String changed =
                done().stream().filter(Stage::changesProject).map(Stage::label).collect(Collectors.joining(", "));
        String effect = stages.stream()
                .filter(open -> open.getState().isOpen() && open.stage().changesProject())
                .findFirst()
                .map(open -> Messages.SubmissionReport_mayHaveChanged(open.getLabel()))
                .orElseGet(() -> changed.isEmpty() ? Messages.SubmissionReport_nothingChanged() : "");
        String before = changed.isEmpty() ? "" : " " + Messages.SubmissionReport_changed(changed);
        end(State.ABORTED, Messages.SubmissionReport_aborted((effect + before).strip()));
    }

    public void succeed() {
        end(State.DONE, "");
    }

    /** Ends a submission that waits for its agent after a restart of Jenkins, and will not continue. */
    public synchronized void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Starts the submission, or starts it again after a restart of Jenkins. */
    synchronized void restart() {
        stages = new ArrayList<>();
        reason = "";
        state = State.RUNNING;
    }
}
