package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * An archive could not be created, or cannot be used. The message says what failed, why, and what to do.
 */
public class ArchiveException extends IOException {
    private static final long serialVersionUID = 1;

    public ArchiveException(String sentence) {
        super(PlainText.oneLine(sentence));
    }

    /**
     * @param what the failure in words, without a full stop
     * @throws InterruptedException if an interrupt closed a channel; the interrupt flag is then cleared
     */
    public static ArchiveException of(String what, IOException failure, String advice) throws InterruptedException {
        rethrowInterrupt(failure);
        return failure instanceof ArchiveException known
                ? known
                : new ArchiveException(what + " (" + IoReason.of(failure) + "). " + advice);
    }

    /** @throws InterruptedException if an interrupt closed a channel; the interrupt flag is then cleared */
    static void rethrowInterrupt(IOException failure) throws InterruptedException {
        if (failure instanceof ClosedByInterruptException) {
            Thread.interrupted();
            throw new InterruptedException("Interrupted while reading or writing.");
        }
    }
}
