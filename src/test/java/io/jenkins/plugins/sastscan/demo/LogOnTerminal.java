package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.StageResult;
import io.jenkins.plugins.sastscan.submission.SubmissionListener;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.PrintStream;
import java.time.Duration;

/** The log of a submission; on a terminal, its last line shows how a stage goes on. */
final class LogOnTerminal implements SubmissionListener, AutoCloseable {
    private static final long BETWEEN = Duration.ofMillis(200).toNanos();
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final SubmissionLog log;
    private final boolean terminal = System.console() != null;
    private long last = System.nanoTime();
    private boolean shown;

    LogOnTerminal(PrintStream out) {
        this.out = out;
        this.log = new SubmissionLog(out::println);
    }

    @Override
    public synchronized void begun(Stage stage) {
        log.begun(stage);
    }

    @Override
    public synchronized void progressed(Stage stage, long done, long total) {
        if (!terminal) {
            log.progressed(stage, done, total);
        } else if (System.nanoTime() - last > BETWEEN) {
            last = System.nanoTime();
            shown = true;
            out.print(CLEAR_LINE + stage.label() + ": " + Figures.bytes(done)
                    + (total > 0 ? " of " + Figures.bytes(total) : ""));
            out.flush();
        }
    }

    @Override
    public synchronized void warned(String sentence) {
        close();
        log.warned(sentence);
    }

    @Override
    public synchronized void ended(Stage stage, Duration took, StageResult result) {
        close();
        log.ended(stage, took, result);
    }

    /** Leaves no progress standing on the terminal. */
    @Override
    public synchronized void close() {
        if (shown) {
            out.print(CLEAR_LINE);
            shown = false;
        }
    }
}
