package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Fills the report of a submission, and writes the log. Secrets in the report are masked as in the log of a pipeline.
 */
@Restricted(NoExternalUse.class)
public class SubmissionRecorder {
    private static final int MAX_REASON_LENGTH = 4_000;

    private final SubmissionLog log;
    private final SubmissionReport report;
    private final UnaryOperator<String> masked;
    private final Runnable save;
    private volatile Stage current = Stage.ACCESS;

    /** @param save saves the report */
    public SubmissionRecorder(SubmissionLog log, SubmissionReport report, UnaryOperator<String> masked, Runnable save) {
        this.log = log;
        this.report = report;
        this.masked = masked;
        this.save = save;
    }

    public SubmissionReport report() {
        return report;
    }

    /** From now on, a build that is cut off shows that it was submitting. */
    public void start() {
        save.run();
    }

    public void succeed() {
        end(report, State.DONE, "");
        save.run();
    }

    public void setProject(String server, String url, ProjectId project, String page) {
        report.server = shown(server);
        report.url = shown(url);
        report.projectId = project.value();
        report.projectPage = shown(page);
    }

    private String shown(String text) {
        return PlainText.oneLine(masked.apply(text));
    }

    /** Begins a stage. Replaces the earlier entry of a repeated stage. */
    public void begin(Stage stage) {
        current = stage;
        log.begun(stage);
        change(report, stages -> {
            stages.removeIf(before -> before.stage == stage);
            stages.add(new StageReport(stage));
        });
    }

    /** A stage has succeeded. */
    public void end(Stage stage, Duration took) {
        replaceOpen(report, open -> open.ended(State.DONE, took.toMillis()));
        save.run();
        log.ended(stage, took, report);
    }

    public void retried(Retry retry) {
        log.retried(current, retry);
        String reason = shown(retry.reason());
        replaceOpen(report, open -> open.retried(reason));
    }

    /** @param accepted false if the access check could not prove that the access token is valid */
    public void accessChecked(boolean accepted) {
        report.tokenAccepted = accepted;
    }

    /** Records an archive, or the files of a dry run. */
    public void archived(ArchiveReport archive) {
        report.archive = archive.masked(masked);
        // Another submission can change the project after this one has found it unchanged.
        report.buildThatUploaded = null;
    }

    /** @param build the number of the build that made the last upload; 0 if another job made it */
    public void unchangedSince(int build) {
        report.buildThatUploaded = build;
    }

    /** @param values the artifact name of the manifest, and the differences from an earlier manifest */
    public void keptManifest(Map<String, Object> values) {
        report.manifest = new LinkedHashMap<>(values);
    }

    /** @param readBack the settings that the SAST server returned; empty until they are read back */
    public void wroteGit(String url, String branch, String authentication, Map<String, Object> readBack) {
        report.git = new GitReport(url, branch, authentication, readBack, masked);
    }

    /**
     * Ends the current stage, because waiting for another submission does not belong to any stage.
     *
     * @param holder the submission that has the turn, such as {@code build #7 of this job}; empty after the wait
     */
    public void waitFor(String holder) {
        replaceOpen(report, open -> open.ended(State.DONE, open.getMilliseconds()));
        report.waitingFor = holder;
        log.waitingForTurn(holder);
    }

    /** A later build has already submitted to the project, so the submission makes no more changes. */
    public void supersede(int build) {
        report.supersededBy = build;
        log.superseded(build);
    }

    /** Logs a problem in a sentence for users; the submission continues. */
    public void warn(String sentence) {
        log.warned(sentence);
    }

    /** Ends an aborted submission, and says whether the project may have changed. */
    public void abort() {
        String changed = report.done().stream()
                .filter(Stage::changesProject)
                .map(Stage::label)
                .collect(Collectors.joining(", "));
        String effect = report.stages.stream()
                .filter(open -> open.state.isOpen() && open.stage.changesProject())
                .findFirst()
                .map(open -> Messages.SubmissionReport_mayHaveChanged(open.getLabel()))
                .orElseGet(() -> changed.isEmpty() ? Messages.SubmissionReport_nothingChanged() : "");
        String before = changed.isEmpty() ? "" : " " + Messages.SubmissionReport_changed(changed);
        end(report, State.ABORTED, Messages.SubmissionReport_aborted((effect + before).strip()));
        save.run();
    }

    /** Stores the reason in the report. The build log gets the reason from the exception that the step throws. */
    public void fail(String sentence) {
        String reason;
        try {
            reason = masked.apply(sentence);
        } catch (RuntimeException | LinkageError e) {
            reason = Messages.SubmissionReport_unmasked();
        }
        end(report, State.FAILED, reason);
        save.run();
    }

    private static void change(SubmissionReport report, Consumer<List<StageReport>> edit) {
        synchronized (report) {
            List<StageReport> copy = new ArrayList<>(report.stages);
            edit.accept(copy);
            copy.sort(Comparator.comparing(each -> each.stage));
            report.stages = copy;
        }
    }

    private static void replaceOpen(SubmissionReport report, UnaryOperator<StageReport> next) {
        change(report, other -> other.replaceAll(stage -> stage.state.isOpen() ? next.apply(stage) : stage));
    }

    static void end(SubmissionReport report, State how, String sentence) {
        synchronized (report) {
            replaceOpen(report, stage -> stage.ended(how, stage.getMilliseconds()));
            report.waitingFor = "";
            report.reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
            report.state = how;
        }
    }

    /** After a restart of Jenkins, an open submission waits for its agent. */
    static void markWaiting(SubmissionReport report) {
        if (report.state == State.RUNNING) {
            // It is unknown when Jenkins ended, so the stage has no duration.
            replaceOpen(report, stage -> stage.ended(State.WAITING, 0));
            report.state = State.WAITING;
        }
    }

    /** Ends a submission that waits for its agent after a restart of Jenkins, and will not continue. */
    public static void markLost(SubmissionReport report) {
        synchronized (report) {
            if (report.state == State.WAITING) {
                end(report, State.ABORTED, Messages.SubmissionReport_lost());
            }
        }
    }
}
