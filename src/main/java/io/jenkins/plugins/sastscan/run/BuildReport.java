package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.GitReport;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.MissingSource;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.StageResult;
import io.jenkins.plugins.sastscan.submission.SubmissionListener;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Writes the events of a submission to the log and the report of its build. The report is masked like the log. */
final class BuildReport implements SubmissionListener {
    private final SubmissionLog log;
    private final SubmissionReport report;
    private final UnaryOperator<String> masked;
    private IntSupplier retries = () -> 0;
    private Runnable afterStage = () -> {};
    private int retriesBefore;
    private Supplier<Optional<PreviousArchive>> previous = Optional::empty;
    private Stage current = Stage.ACCESS;

    /** @param masked applies the masks of the log */
    BuildReport(SubmissionLog log, SubmissionReport report, UnaryOperator<String> masked) {
        this.log = log;
        this.report = report;
        this.masked = masked;
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
        report.begin(new StageReport(ResultMap.key(stage), stage.label(), stage.ordinal()));
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
    public void ended(Stage stage, Duration took, StageResult result) {
        int repeated = retriesOfStage();
        report.endStage(took, repeated);
        List<String> warnings =
                result instanceof StageResult.Archived archived ? warnings(archived.facts()) : List.of();
        keep(result, warnings);
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
    void listed(AgentArchiver.Listed listed) {
        report.setArchive(
                withSkippedFiles(new ArchiveReport(listed.files(), listed.bytes(), 0, "", ""), listed.skippedFiles()));
    }

    private int retriesOfStage() {
        int before = retriesBefore;
        retriesBefore = retries.getAsInt();
        return retriesBefore - before;
    }

    private void keep(StageResult result, List<String> warnings) {
        if (result instanceof StageResult.Archived archived) {
            report.setArchive(archive(archived.facts(), warnings));
        } else if (result instanceof StageResult.Unchanged unchanged) {
            report.setUnchanged(unchanged.build());
        } else if (result instanceof StageResult.Uploaded) {
            report.setUploaded();
        } else if (result instanceof StageResult.GitWritten written) {
            report.setGit(git(written));
        } else if (result instanceof StageResult.ScanForced) {
            report.setScanForced();
        }
    }

    private List<String> warnings(ArchiveFacts facts) {
        List<String> warnings = new ArrayList<>(MissingSource.warnings(facts));
        previous.get()
                .flatMap(before -> MissingSource.shrunk(facts.archiveBytes(), before.archiveBytes(), before.build()))
                .ifPresent(warnings::add);
        return warnings;
    }

    private ArchiveReport archive(ArchiveFacts facts, List<String> warnings) {
        ArchiveReport archive = new ArchiveReport(
                facts.files(), facts.rawBytes(), facts.archiveBytes(), facts.sha256(), facts.contentDigest());
        for (Contents.Share folder : facts.contents().folders()) {
            archive.addFolder(masked.apply(folder.name()), folder.files(), folder.bytes());
        }
        for (Contents.Share type : facts.contents().types()) {
            archive.addType(masked.apply(type.name()), type.files(), type.bytes());
        }
        warnings.forEach(archive::addWarning);
        archive.setNamesInvalidOnWindows(facts.contents().namesInvalidOnWindows());
        return withSkippedFiles(archive, facts.skippedFiles());
    }

    private ArchiveReport withSkippedFiles(ArchiveReport archive, SkippedFiles skippedFiles) {
        for (SkippedFiles.Group group : skippedFiles.byImportance()) {
            archive.addSkippedFiles(
                    group.reason().words(group.count()),
                    group.count(),
                    group.names().stream().map(masked).toList());
        }
        skippedFiles.unmatchedPatterns().stream().map(masked).forEach(archive::addUnmatchedPattern);
        return archive;
    }

    private GitReport git(StageResult.GitWritten git) {
        return new GitReport(
                masked.apply(git.url()),
                masked.apply(git.branch()),
                git.authentication(),
                git.readBack().text("url").map(masked).orElse(""),
                git.readBack().text("branch").map(masked).orElse(""));
    }
}
