package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The log of a submission, with progress lines for long stages. Escapes external text, such as file names, which could
 * otherwise forge log lines.
 */
public final class SubmissionLog {
    private static final long BETWEEN_PROGRESS = Duration.ofSeconds(10).toNanos();

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;
    private long lastLine;
    private long lastDone = Long.MAX_VALUE;
    private long begun;

    public SubmissionLog(Consumer<String> lines) {
        this(lines, System::nanoTime);
    }

    SubmissionLog(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    public synchronized void line(String text) {
        lines.accept(PlainText.oneLine(text));
    }

    public void warned(String sentence) {
        line("Warning: " + sentence);
    }

    /**
     * @param done the number of bytes so far; fewer than before when an upload is retried
     * @param total the total number of bytes, or 0 if unknown
     */
    public synchronized void progressed(Stage stage, long done, long total) {
        long now = nanoTime.getAsLong();
        if (done < lastDone) {
            begun = now;
            lastLine = now;
        }
        lastDone = done;
        boolean sent = stage == Stage.UPLOAD && done == total;
        if (now - (sent ? begun : lastLine) < BETWEEN_PROGRESS) {
            return;
        }
        lastLine = now;
        if (sent) {
            line("  upload: everything is sent, waiting for the response of the SAST server");
            return;
        }
        String part = total > 0
                ? Figures.bytes(done) + " of " + Figures.bytes(total) + " (" + done * 100 / total + " %)"
                : Figures.bytes(done);
        line("  " + stage.label() + ": " + part + ", " + Figures.rate(done, Duration.ofNanos(now - begun)));
    }
}
