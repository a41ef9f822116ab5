package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Retry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    private final Consumer<ArchiveReport> compare;
    private Runnable afterStage = () -> {};
    private volatile Stage current = Stage.ACCESS;

    /** @param compare compares an archive with the previous upload to the project */
    public SubmissionRecorder(
            SubmissionLog log, SubmissionReport report, UnaryOperator<String> masked, Consumer<ArchiveReport> compare) {
        this.log = log;
        this.report = report;
        this.masked = masked;
        this.compare = compare;
    }

    public SubmissionReport report() {
        return report;
    }

    public void setAfterStage(Runnable work) {
        afterStage = work;
    }

    /** @param page the address of the project's page for people; empty if unknown */
    public void setProject(String server, String url, ProjectId project, String page) {
        report.setProject(masked.apply(server), masked.apply(url), project.value(), masked.apply(page));
    }

    public void begin(Stage stage) {
        current = stage;
        log.begun(stage);
        report.progress().begin(stage);
    }

    /** A stage has succeeded. */
    public void end(Stage stage, Duration took) {
        report.progress().replaceOpen(open -> open.ended(State.DONE, took.toMillis()));
        afterStage.run();
        log.ended(stage, took, report);
    }

    public void retried(Retry retry) {
        log.retried(current, retry);
        String reason = masked.apply(retry.reason());
        report.progress().replaceOpen(open -> open.retried(reason));
    }

    /** @param accepted false if the access check could not prove that the access token is valid */
    public void accessChecked(boolean accepted) {
        report.tokenAccepted = accepted;
    }

    /** Records an archive, or the files of a dry run. */
    public void archived(ArchiveReport archive) {
        ArchiveReport shown = archive.masked(masked);
        compare.accept(shown);
        report.archive = shown;
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
        report.progress().setWaitingFor(holder);
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
        report.progress().abort();
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
        report.progress().end(State.FAILED, reason);
    }
}
