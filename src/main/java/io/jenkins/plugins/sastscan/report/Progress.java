package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
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

/** The state of a submission, and the stages that have started. The list of stages is replaced and never modified. */
final class Progress {
    private static final int MAX_REASON_LENGTH = 4_000;

    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    /** Not stored, because a restart of Jenkins ends each wait. */
    private transient volatile String waitingFor = "";

    Progress() {}

    /** Returns the progress of a submission of which nothing is known. */
    static Progress lost() {
        Progress lost = new Progress();
        lost.end(State.ABORTED, Messages.SubmissionReport_lost());
        return lost;
    }

    Progress(Progress other) {
        synchronized (other) {
            state = other.state;
            reason = other.reason;
            stages = other.stages;
            waitingFor = other.waitingFor;
        }
    }

    /** XStream calls no constructor. After a restart of Jenkins, an open submission waits for its agent. */
    private Object readResolve() {
        reason = PlainText.oneLine(reason, MAX_REASON_LENGTH);
        stages = stages == null ? new ArrayList<>() : stages;
        waitingFor = "";
        if (state == null || state == State.RUNNING) {
            // It is unknown when Jenkins ended, so the stage has no duration.
            replaceOpen(stage -> stage.ended(State.WAITING, 0));
            state = State.WAITING;
        }
        return this;
    }

    State state() {
        return state;
    }

    String reason() {
        return reason;
    }

    List<StageReport> stages() {
        return Collections.unmodifiableList(stages);
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

    String waitingFor() {
        return state == State.RUNNING ? waitingFor : "";
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

    /** Ends a submission that is in the state {@code WAITING} and will not continue. */
    synchronized void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Starts the submission, or starts it again after a restart of Jenkins. */
    synchronized void start() {
        stages = new ArrayList<>();
        reason = "";
        state = State.RUNNING;
    }

    /** Returns the stages that have succeeded, in order. */
    Set<Stage> done() {
        Set<Stage> done = EnumSet.noneOf(Stage.class);
        stages.stream().filter(each -> each.getState() == State.DONE).forEach(each -> done.add(each.stage()));
        return done;
    }

    long milliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    /** Returns the state and the current stage, such as "running: upload". */
    String standing() {
        if (!waitingFor().isEmpty()) {
            return Messages.SubmissionReport_waiting(waitingFor());
        }
        return stages.stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.getState() != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.getLabel()))
                .orElseGet(state::getText);
    }

    /** Returns the start of the stage's bar in the chart, as a percentage. */
    String offset(StageReport stage) {
        long before = stages.stream()
                .filter(each -> each.stage().compareTo(stage.stage()) < 0)
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, milliseconds());
    }
}
