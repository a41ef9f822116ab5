package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The log of a submission: one line a stage, and on long stages a line of progress every few seconds. Whatever comes from
 * outside is shown on its line and cannot make one of its own.
 */
public final class SubmissionLog implements SubmissionListener {
    /** No more than one line of progress in this time, in nanoseconds. */
    private static final long BETWEEN_PROGRESS = Duration.ofSeconds(10).toNanos();

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;
    private long lastSaid;
    private long stageBegun;

    /** A log that is written line by line. */
    public SubmissionLog(Consumer<String> lines) {
        this(lines, System::nanoTime);
    }

    SubmissionLog(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void begun(Stage stage) {
        stageBegun = nanoTime.getAsLong();
        lastSaid = stageBegun;
    }

    @Override
    public synchronized void progressed(Stage stage, long done, long total) {
        long now = nanoTime.getAsLong();
        if (now - lastSaid < BETWEEN_PROGRESS) {
            return;
        }
        lastSaid = now;
        String part = total > 0
                ? Figures.bytes(done) + " of " + Figures.bytes(total) + " (" + done * 100 / total + " %)"
                : Figures.bytes(done);
        say("  " + stage.label() + ": " + part + ", " + Figures.rate(done, Duration.ofNanos(now - stageBegun)));
    }

    @Override
    public synchronized void ended(Stage stage, Duration took, StageResult result) {
        if (result instanceof StageResult.Archived archived) {
            archived(archived.facts(), took);
        } else if (result instanceof StageResult.Uploaded uploaded) {
            say("Uploaded " + Figures.bytes(uploaded.archiveBytes()) + in(took, uploaded.archiveBytes()));
        } else if (result instanceof StageResult.GitWritten git) {
            git(git.git(), took);
        } else if (result instanceof StageResult.ScanForced) {
            say("The next scheduled scan will run whether or not the code changed" + in(took));
        } else {
            say(
                    ((StageResult.Access) result).proven()
                            ? "The server accepted the access token" + in(took)
                            : "The server answered, but did not give the project's Git settings to read, so"
                                    + " the access token could not be checked beforehand");
        }
    }

    @Override
    public void warned(String sentence) {
        say("Warning: " + sentence);
    }

    /** Says one more line in the manner of the log. */
    public synchronized void say(String line) {
        lines.accept(PlainText.oneLine(line));
    }

    private void archived(ArchiveFacts facts, Duration took) {
        say("Archived " + Figures.count(facts.files(), "file") + ", " + Figures.bytes(facts.rawBytes()) + ", as "
                + Figures.bytes(facts.archiveBytes()) + in(took, facts.rawBytes()));
        String skippedFiles = SkippedFilesText.summary(facts.skippedFiles());
        if (!skippedFiles.isEmpty()) {
            say("Left out: " + skippedFiles);
        }
        namesInvalidOnWindows(facts.contents().namesInvalidOnWindows());
    }

    /** Warns of them, if there are any. */
    void namesInvalidOnWindows(long files) {
        if (files > 0) {
            warned("Windows does not allow the names of " + Figures.count(files, "file")
                    + ". A SAST server on Windows may fail to unpack the archive; rename or exclude these files.");
        }
    }

    private void git(GitResult git, Duration took) {
        say("Wrote Git settings: " + git.url() + " " + git.branch() + ", authentication " + git.authentication()
                + in(took));
    }

    private static String in(Duration took) {
        return " in " + Figures.time(took);
    }

    private static String in(Duration took, long bytes) {
        return in(took) + " (" + Figures.rate(bytes, took) + ")";
    }
}
