package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Writes the log of a submission: one line per stage, and progress lines for long stages. Escapes external text, such
 * as file names, which could otherwise forge log lines.
 */
@Restricted(NoExternalUse.class)
public final class SubmissionLog {
    private static final long BETWEEN_PROGRESS = Duration.ofSeconds(10).toNanos();

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;
    private boolean sentAsMultipart;
    private String turnHolder = "";
    private int readTimeoutSeconds;
    private long lastLine;
    private long stageBegun;

    public SubmissionLog(Consumer<String> lines) {
        this(lines, System::nanoTime);
    }

    SubmissionLog(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    /** @param seconds how long the SAST server may take to respond to a complete upload */
    public synchronized void setReadTimeout(int seconds) {
        readTimeoutSeconds = seconds;
    }

    public synchronized void begun(Stage stage) {
        stageBegun = nanoTime.getAsLong();
        lastLine = stageBegun;
    }

    /**
     * @param done the number of bytes so far; starts again at 0 when an upload is retried
     * @param total the total number of bytes, or 0 if unknown
     */
    public synchronized void progressed(Stage stage, long done, long total) {
        long now = nanoTime.getAsLong();
        boolean sent = stage == Stage.UPLOAD && done == total;
        if (now - (sent ? stageBegun : lastLine) < BETWEEN_PROGRESS) {
            return;
        }
        lastLine = now;
        if (sent) {
            line("  upload: everything is sent, waiting at most " + Figures.count(readTimeoutSeconds, "second")
                    + " for the response of the SAST server");
            return;
        }
        String part = total > 0
                ? Figures.bytes(done) + " of " + Figures.bytes(total) + " (" + done * 100 / total + " %)"
                : Figures.bytes(done);
        line("  " + stage.label() + ": " + part + ", " + Figures.rate(done, Duration.ofNanos(now - stageBegun)));
    }

    public synchronized void retried(Stage stage, Retry retry) {
        sentAsMultipart |= stage == Stage.UPLOAD && retry.equals(Retry.AS_MULTIPART);
        line("  " + stage.label() + ": " + retry.reason() + ", " + retry.plan());
    }

    synchronized void ended(Stage stage, Duration took, SubmissionReport report) {
        switch (stage) {
            case ACCESS ->
                line(
                        report.tokenAccepted
                                ? "The SAST server accepted the access token" + parenthesized(took)
                                : "Access token not verified: the SAST server did not return the Git settings of the project");
            case ARCHIVE -> archived(report, took);
            case UPLOAD -> uploaded(report.archive, took);
            case GIT_SETTINGS ->
                line("Wrote Git settings: " + report.git.url + " "
                        + report.git.branch + ", "
                        + authentication(report.git.authentication) + parenthesized(took));
            case FORCE_SCAN -> line("Next scheduled scan forced, even without code changes" + parenthesized(took));
        }
    }

    public synchronized void waitingForTurn(String holder) {
        if (!holder.isEmpty() && !holder.equals(turnHolder)) {
            line("Waiting for " + holder + ", which is changing the same project");
        }
        turnHolder = holder;
    }

    public void superseded(int build) {
        warned("This submission stops, because build #" + build
                + " of this job has already submitted to this project. The source of this build may be older.");
    }

    public void warned(String sentence) {
        line("Warning: " + sentence);
    }

    public synchronized void line(String text) {
        lines.accept(PlainText.oneLine(text));
    }

    private void uploaded(ArchiveReport archive, Duration took) {
        String body = sentAsMultipart || archive.encodedBytes == archive.archiveBytes
                ? ""
                : " as a request body of " + Figures.bytes(archive.encodedBytes);
        line("Uploaded " + Figures.bytes(archive.archiveBytes) + body + in(took, archive.archiveBytes));
        if (sentAsMultipart) {
            warned("The SAST server accepts uploads only as multipart. Set multipart as its upload encoding.");
        }
    }

    private void archived(SubmissionReport report, Duration took) {
        Integer build = report.buildThatUploaded;
        if (build != null) {
            line("Unchanged since the last upload to this project" + (build == 0 ? "" : ", by build #" + build)
                    + ": nothing is uploaded" + parenthesized(took));
            return;
        }
        ArchiveReport archive = report.archive;
        line("Archived " + Figures.count(archive.files, "file") + ", " + Figures.bytes(archive.rawBytes) + ", as "
                + Figures.bytes(archive.archiveBytes) + in(took, archive.rawBytes));
        String skippedFiles = archive.skippedFiles.stream()
                .sorted(Comparator.comparing(group -> group.skipReason))
                .map(group -> group.skipReason.counted(group.count))
                .collect(Collectors.joining(", "));
        if (!skippedFiles.isEmpty()) {
            line("Skipped: " + skippedFiles);
        }
        archive.getWarnings().forEach(this::warned);
        if (archive.likelySecrets > 0) {
            line("The submission page lists the names of likely secrets");
        }
    }

    private static String authentication(String method) {
        return switch (method) {
            case "credentials" -> "authenticated by user and password";
            case "PAT" -> "authenticated by access token";
            case "ssh" -> "authenticated by SSH key";
            default -> "without authentication";
        };
    }

    private static String parenthesized(Duration took) {
        return " (" + Figures.time(took) + ")";
    }

    private static String in(Duration took, long bytes) {
        String rate = Figures.rate(bytes, took);
        boolean meaningful = took.toSeconds() > 0 && !rate.equals("0 B/s");
        return " in " + Figures.time(took) + (meaningful ? " (" + rate + ")" : "");
    }
}
