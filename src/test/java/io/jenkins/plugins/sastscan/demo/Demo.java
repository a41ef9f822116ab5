package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/** Submits a directory without Jenkins; {@code bin/demo --help} says how it is used. */
public final class Demo {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int INTERRUPTED = 130;

    /** How long an interrupted demo may take to clean up; a Jenkins of its own has to end first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Demo() {}

    /** Runs the demo and ends the process with its exit status. */
    public static void main(String... arguments) {
        Thread work = Thread.currentThread();
        Thread onInterrupt = new Thread(() -> stop(work), "interrupted");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        int status = run(System.out, System.err, arguments);
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The process is ending already, with the status of the signal.
            return;
        }
        System.exit(status);
    }

    /** Ctrl-C must leave nothing behind: the work is asked to stop, and has the time to clean up. */
    private static void stop(Thread work) {
        work.interrupt();
        try {
            work.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        DemoOptions options;
        try {
            options = DemoOptions.parse(arguments);
        } catch (DemoOptions.UsageException | InvalidInputException e) {
            err.println(PlainText.oneLine(e.getMessage()) + " See bin/demo --help.");
            return WRONG_USAGE;
        }
        try (TemporaryFolder temporary = TemporaryFolder.create()) {
            if (options.jenkins().isPresent()) {
                new JenkinsRun(out).run(options, temporary.path());
            } else if (options.dryRun()) {
                new DryRun(out).run(options);
            } else if (options.ownServer().isPresent()) {
                new OwnServerRun(out, System.getenv("SAST_TOKEN")).run(options, temporary.path());
            } else {
                new EmbeddedRun(out).run(options, temporary.path());
            }
            return DONE;
        } catch (InterruptedException e) {
            err.println("Interrupted; nothing is left behind on this machine.");
            return INTERRUPTED;
        } catch (IOException | InvalidInputException e) {
            err.println(PlainText.oneLine(e.getMessage(), Integer.MAX_VALUE));
            return FAILED;
        }
    }
}
