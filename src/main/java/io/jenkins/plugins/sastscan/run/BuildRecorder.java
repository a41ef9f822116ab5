package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.ArchiveWarnings;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionListener;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Writes the events of a submission to the log and the report of its build. The report is masked like the log. */
final class BuildRecorder implements SubmissionListener {
    private final SubmissionLog log;
    private final SubmissionReport report;
    private final UnaryOperator<String> masked;
    private final StoredResult stored;
    private IntSupplier retries = () -> 0;
    private Runnable afterStage = () -> {};
    private int retriesBefore;
    private Supplier<Optional<PreviousArchive>> previous = Optional::empty;
    private Stage current = Stage.ACCESS;

    /** @param masked applies the masks of the log */
    BuildRecorder(SubmissionLog log, SubmissionReport report, UnaryOperator<String> masked) {
        this.log = log;
        this.report = report;
        this.masked = masked;
        this.stored = new StoredResult(report, masked);
    }

    /** @param number the number of retries of this submission so far */
    void countRetries(IntSupplier number) {
        retries = number;
    }

    /** @param archive the archive that the job last submitted to the project */
    void compareWith(Supplier<Optional<PreviousArchive>> archive) {
        previous = archive;
    }

    /** @param keep called after each stage that succeeded */
    void afterStage(Runnable keep) {
        afterStage = keep;
    }

    @Override
    public void begun(Stage stage) {
        current = stage;
        log.begun(stage);
        report.begin(new StageReport(SubmissionResult.key(stage), stage.label(), stage.ordinal()));
    }

    @Override
    public void progressed(Stage stage, long done, long total) {
        log.progressed(stage, done, total);
    }

    @Override
    public void warned(String sentence) {
        log.warned(sentence);
    }

    @Override
    public void ended(Stage stage, Duration took, SubmissionResult result) {
        int repeated = retriesOfStage();
        report.endStage(took, repeated);
        List<String> warnings =
                stage == Stage.ARCHIVE && result.archive() != null ? warnings(result.archive()) : List.of();
        stored.keep(stage, result, warnings);
        afterStage.run();
        log.ended(stage, took, result);
        warnings.forEach(log::warned);
        if (repeated > 0) {
            log.line("  " + stage.label() + ": retried " + (repeated == 1 ? "once" : repeated + " times")
                    + " after a temporary failure");
        }
    }

    void server(String name, String url) {
        report.setServer(masked.apply(name), masked.apply(url));
    }

    /** Ends the report of a submission that failed or was aborted. The failure can be an error, such as a missing class. */
    void ended(Throwable failure) {
        try {
            if (failure instanceof InterruptedException) {
                report.abort(retriesOfStage());
            } else {
                failed(Failures.sentence(failure));
            }
        } catch (RuntimeException | Error again) {
            // Perhaps the masks or the log failed in the first place. The report must end in any case.
            report.fail(failure.getClass().getSimpleName(), 0);
            if (again != failure) {
                failure.addSuppressed(again);
            }
        }
    }

    private void failed(String sentence) {
        int repeated = retriesOfStage();
        report.fail(masked.apply(sentence), repeated);
        if (repeated > 0) {
            log.line("  " + current.label() + ": failed after " + (repeated == 1 ? "1 retry" : repeated + " retries"));
        }
    }

    /** Keeps the result of a dry run. */
    void listed(AgentArchiver.DryRunResult listed) {
        stored.keep(listed);
    }

    private int retriesOfStage() {
        int before = retriesBefore;
        retriesBefore = retries.getAsInt();
        return retriesBefore - before;
    }

    private List<String> warnings(ArchiveFacts facts) {
        List<String> warnings = new ArrayList<>(ArchiveWarnings.warnings(facts));
        previous.get()
                .flatMap(before -> ArchiveWarnings.shrunk(facts.archiveBytes(), before.archiveBytes(), before.build()))
                .ifPresent(warnings::add);
        return warnings;
    }
}
