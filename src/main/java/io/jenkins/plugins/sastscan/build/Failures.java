package io.jenkins.plugins.sastscan.build;

import hudson.AbortException;
import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.ChannelClosedException;
import hudson.remoting.RequestAbortedException;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Converts failures to one-line messages for the build log. */
@Restricted(NoExternalUse.class)
public final class Failures {
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_DEPTH = 100;

    private Failures() {}

    /** Returns an exception with the failure as its cause. Jenkins does not print the cause. */
    public static AbortException abort(Exception failure, String branch) {
        AbortException abort = new AbortException(
                "SAST: " + BuildContext.prefix(branch) + PlainText.oneLine(sentence(failure), MAX_LENGTH));
        abort.initCause(failure);
        return abort;
    }

    static String sentence(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof SubmissionException
                || failure instanceof InvalidInputException
                || failure instanceof ServiceException
                || failure instanceof ArchiveException) {
            return message;
        }
        String type = failure.getClass().getSimpleName();
        return message == null || message.isBlank()
                ? type + " without a message. See the system log of Jenkins."
                : type + ": " + message;
    }

    /** Returns what remoting has wrapped in other exceptions. */
    static IOException unwrapped(Throwable failure) {
        Throwable reason = failure;
        // The depth is limited, because an agent can send an endless chain of causes.
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            if (reason instanceof ArchiveException || reason instanceof SubmissionException) {
                return (IOException) reason;
            }
            if (reason instanceof InvalidInputException invalid) {
                throw invalid;
            }
            if (reason instanceof ChannelClosedException || reason instanceof RequestAbortedException) {
                return SubmissionException.agentLost();
            }
            if (reason.getCause() == null) {
                break;
            }
            reason = reason.getCause();
        }
        if (reason != failure) {
            return new ArchiveException("The work on the agent failed (" + PlainText.oneLine(sentence(reason))
                    + "). See the log of the agent.");
        }
        return failure instanceof IOException known ? known : new IOException(failure);
    }

    /**
     * Returns the exception to throw after a call to the machine of a workspace has failed. Rethrows a runtime
     * exception that was not caused by a lost connection, because such an exception means invalid input, or a bug that
     * needs a stack trace.
     */
    static IOException ofAgent(FilePath workspace, Throwable failure) throws InterruptedException {
        if (failure instanceof InterruptedException interrupt) {
            throw interrupt;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unexpected && !(failure instanceof RequestAbortedException)) {
            // Remoting has several exceptions for a lost connection.
            if (workspace.getChannel() instanceof Channel agent && agent.isClosingOrClosed()) {
                return SubmissionException.agentLost();
            }
            throw unexpected;
        }
        return unwrapped(failure);
    }
}
