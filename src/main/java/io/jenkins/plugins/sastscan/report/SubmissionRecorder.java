package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Fills the report of a submission, and writes one line per stage to the log. Secrets in the report are masked as in
 * the log of a pipeline.
 */
public final class SubmissionRecorder {
    private final SubmissionLog log;
    private final SubmissionReport report;
    private final UnaryOperator<String> masked;
    private final Runnable save;
    private boolean sentAsMultipart;

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

    public void setProject(String server, String url, ProjectId project, String page) {
        report.server = shown(server);
        report.url = shown(url);
        report.projectId = project.value();
        report.projectPage = shown(page);
    }

    private String shown(String text) {
        return PlainText.oneLine(masked.apply(text));
    }

    public void begin(Stage stage) {
        report.begin(stage);
    }

    public void retried(Retry retry) {
        report.open().ifPresent(open -> {
            sentAsMultipart |= open.stage == Stage.UPLOAD && retry.equals(Retry.AS_MULTIPART);
            log.line("  " + open.stage.label() + ": " + retry.reason() + ", " + retry.plan());
            open.retry(shown(retry.reason()));
        });
    }

    /** Logs lines about the progress of the current stage. The submission page shows the last one. */
    public void progressed(String... lines) {
        for (String line : lines) {
            log.line(line);
            report.open()
                    .ifPresent(open ->
                            open.progress = shown(line.strip().replaceFirst("^" + open.stage.label() + ": ", "")));
        }
    }

    /** A stage has succeeded. */
    public void end(Stage stage, Duration took) {
        report.open().ifPresent(open -> open.end(State.DONE, took.toMillis()));
        save.run();
        String time = " (" + Figures.time(took.toMillis()) + ")";
        switch (stage) {
            case ACCESS ->
                log.line(
                        report.tokenAccepted
                                ? "The SAST server accepted the access token" + time
                                : "Access token not verified: the SAST server did not return the Git settings of the project");
            case ARCHIVE -> logArchive(report.archive, took);
            case UPLOAD -> logUpload(report.archive, took);
            case GIT_SETTINGS ->
                log.line("Wrote Git settings: " + report.git.url + " " + report.git.branch + ", "
                        + report.git.getAuthenticated() + time);
            case FORCE_SCAN -> log.line("Next scheduled scan forced, even without code changes" + time);
        }
    }

    private void logArchive(ArchiveReport archive, Duration took) {
        log.line("Archived " + Figures.count(archive.files, "file") + ", " + Figures.bytes(archive.rawBytes) + ", as "
                + Figures.bytes(archive.archiveBytes) + in(took, archive.rawBytes));
        // There are warnings about the others, which are in the archive.
        String skippedFiles = archive.skippedFiles.stream()
                .filter(group -> !group.skipReason.archived())
                .sorted(Comparator.comparing(group -> group.skipReason))
                .map(group -> group.skipReason.counted(group.count))
                .collect(Collectors.joining(", "));
        if (!skippedFiles.isEmpty()) {
            log.line("Skipped: " + skippedFiles);
        }
        archive.getWarnings().forEach(log::warned);
        if (archive.likelySecrets > 0) {
            log.line("The submission page lists the names of likely secrets");
        }
    }

    private void logUpload(ArchiveReport archive, Duration took) {
        String body = sentAsMultipart || archive.encodedBytes == archive.archiveBytes
                ? ""
                : " as a request body of " + Figures.bytes(archive.encodedBytes);
        log.line("Uploaded " + Figures.bytes(archive.archiveBytes) + body + in(took, archive.archiveBytes));
        if (sentAsMultipart) {
            log.warned("The SAST server accepts uploads only as multipart. Set multipart as its upload encoding.");
        }
    }

    private static String in(Duration took, long bytes) {
        String rate = Figures.rate(bytes, took);
        boolean meaningful = took.toSeconds() > 0 && !rate.equals("0 B/s");
        return " in " + Figures.time(took.toMillis()) + (meaningful ? " (" + rate + ")" : "");
    }

    /** Records an archive, or the files of a dry run. */
    public void archived(ArchiveReport archive) {
        report.archive = archive.masked(masked);
    }

    /**
     * The project has the files of the archive already, so nothing is uploaded.
     *
     * @param build the build of this job that uploaded them; 0 if another job did
     */
    public void unchanged(int build) {
        report.buildThatUploaded = build;
        report.archive = null;
        log.line("Unchanged since the last upload to this project" + (build == 0 ? "" : ", by build #" + build)
                + ": nothing is uploaded");
    }

    /** @param readBack the settings that the SAST server returned; empty until they are read back */
    public void wroteGit(GitRemote remote, String authentication, Map<String, Object> readBack) {
        report.git = new GitReport(remote, authentication, readBack, masked);
    }

    /** @param holder the submission that has the turn, such as {@code build #7 of this job}; empty after the wait */
    public void waitFor(String holder) {
        if (!holder.isEmpty() && !holder.equals(report.waitingFor)) {
            log.line("Waiting for " + holder + ", which is changing the same project");
        }
        report.waitingFor = holder;
    }

    /** A later build has already submitted to the project, so the submission makes no more changes. */
    public void supersede(int build) {
        report.supersededBy = build;
        log.warned("This submission stops, because build #" + build
                + " of this job has already submitted to this project. The source of this build may be older.");
    }

    public void succeed() {
        report.end(State.DONE, "");
        save.run();
    }

    /** Says what was changed on the SAST server; empty if this is unknown. */
    public String effect() {
        String changed = report.done().stream()
                .filter(Stage::changesProject)
                .map(Stage::label)
                .collect(Collectors.joining(", "));
        if (!changed.isEmpty()) {
            return Messages.SubmissionReport_changed(changed);
        }
        return uncertain().isPresent() ? "" : Messages.SubmissionReport_nothingChanged();
    }

    /** The current stage, if it changes the project. */
    private Optional<StageReport> uncertain() {
        return report.open().filter(open -> open.stage.changesProject());
    }

    /** Ends an aborted submission, and says whether the project may have changed. */
    public void abort() {
        String effect = uncertain()
                        .map(open -> Messages.SubmissionReport_mayHaveChanged(open.stage.label()))
                        .orElse("")
                + " " + effect();
        report.end(State.ABORTED, Messages.SubmissionReport_aborted(effect.strip()));
        save.run();
    }

    /** Stores the reason in the report. The build log gets the reason from the exception that the step throws. */
    public void fail(String sentence) {
        report.end(State.FAILED, masked.apply(sentence));
        save.run();
    }
}
