package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Retry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Fills the report of a submission, and writes the log. Secrets in the report are masked as in the log of a pipeline.
 */
@Restricted(NoExternalUse.class)
public class SubmissionRecorder {
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
        report.start();
        save.run();
    }

    public void succeed() {
        report.succeed();
        save.run();
    }

    public void setProject(String server, String url, ProjectId project, String page) {
        report.setProject(masked.apply(server), masked.apply(url), project.value(), masked.apply(page));
    }

    public void begin(Stage stage) {
        current = stage;
        log.begun(stage);
        report.begin(stage);
    }

    /** A stage has succeeded. */
    public void end(Stage stage, Duration took) {
        report.replaceOpen(open -> open.ended(State.DONE, took.toMillis()));
        save.run();
        log.ended(stage, took, report);
    }

    public void retried(Retry retry) {
        log.retried(current, retry);
        String reason = masked.apply(retry.reason());
        report.replaceOpen(open -> open.retried(reason));
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
        Map<String, Object> shown = new LinkedHashMap<>(readBack);
        shown.replaceAll((key, value) -> value instanceof String text ? masked.apply(text) : value);
        report.git = new GitReport(masked.apply(url), masked.apply(branch), authentication, shown);
    }

    /** @param holder the submission that has the turn, such as {@code build #7 of this job}; empty after the wait */
    public void waitFor(String holder) {
        report.setWaitingFor(holder);
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

    public void abort() {
        log.endWait();
        report.abort();
        save.run();
    }

    /** Stores the reason in the report. The build log gets the reason from the exception that the step throws. */
    public void fail(String sentence) {
        log.endWait();
        String reason;
        try {
            reason = masked.apply(sentence);
        } catch (RuntimeException | LinkageError e) {
            reason = Messages.SubmissionReport_unmasked();
        }
        report.end(State.FAILED, reason);
        save.run();
    }
}
