package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.ArchiveWarnings;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionListener;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Writes the events of a submission to the build log and to the report. Secrets in the report are masked as in the log.
 */
final class BuildRecorder implements SubmissionListener {
    private final SubmissionLog log;
    private final SubmissionReport report;
    private final UnaryOperator<String> masked;
    private final StoredResult stored;
    private Runnable afterStage = () -> {};
    private Supplier<Optional<PreviousArchive>> previous = Optional::empty;
    private Stage current = Stage.ACCESS;

    BuildRecorder(SubmissionLog log, SubmissionReport report, UnaryOperator<String> masked) {
        this.log = log;
        this.report = report;
        this.masked = masked;
        this.stored = new StoredResult(report, masked);
    }

    void retried(Retry retry) {
        log.retried(current, retry);
        report.retry(masked.apply(retry.reason()));
    }

    void setPrevious(Supplier<Optional<PreviousArchive>> archive) {
        previous = archive;
    }

    void setAfterStage(Runnable work) {
        afterStage = work;
    }

    @Override
    public void begun(Stage stage) {
        current = stage;
        log.begun(stage);
        report.begin(new StageReport(SubmissionResult.key(stage), stage.label(), stage.ordinal()));
    }

    @Override
    public void warned(String sentence) {
        log.warned(sentence);
    }

    @Override
    public void ended(Stage stage, Duration took, SubmissionResult result) {
        report.endStage(took);
        ArchiveFacts archive = result.archive();
        if (stage == Stage.ARCHIVE && archive != null) {
            previous.get()
                    .flatMap(before ->
                            ArchiveWarnings.shrunk(archive.archiveBytes(), before.archiveBytes(), before.build()))
                    .ifPresent(result.warnings()::add);
        }
        stored.keep(stage, result);
        // After a restart, the pipeline gets the warnings from the report, where secrets are masked. They are masked
        // here, too, so that a pipeline gets the same texts if there is no restart.
        result.warnings().replaceAll(masked);
        afterStage.run();
        log.ended(stage, took, result);
    }

    @Override
    public void wroteGit(SubmissionResult result) {
        stored.keep(Stage.GIT_SETTINGS, result);
    }

    @Override
    public void waitingForTurn(String holder) {
        report.setWaitingFor(holder);
        log.waitingForTurn(holder);
    }

    @Override
    public void superseded(int build) {
        report.setSupersededBy(build);
        log.superseded(build);
    }

    void setServerAndProject(String server, String url, ProjectId project) {
        report.setServer(masked.apply(server), masked.apply(url));
        report.setProjectId(masked.apply(project.toString()));
    }

    /**
     * Stores the reason in the report. The build log gets the reason from the exception that the step throws.
     *
     * @param failure can be a Java error, such as a missing class
     */
    void failed(Throwable failure) {
        log.endWait();
        try {
            if (failure instanceof InterruptedException) {
                report.abort();
            } else {
                report.fail(masked.apply(Failures.sentence(failure)));
            }
        } catch (RuntimeException | Error again) {
            // The message could not be masked, so the report shows only the type of the original failure.
            report.fail(failure.getClass().getSimpleName());
            if (again != failure) {
                failure.addSuppressed(again);
            }
        }
    }

    void listed(AgentArchiver.DryRunResult listed) {
        stored.keep(listed);
    }
}
