package io.jenkins.plugins.sastscan.build;

import hudson.AbortException;
import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.ChannelClosedException;
import hudson.remoting.RequestAbortedException;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.EOFException;
import java.io.IOException;

/** Converts failures to one-line messages for the build log. */
public final class Failures {
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_DEPTH = 100;
    private static final String PLUGIN = "io.jenkins.plugins.sastscan.";

    private Failures() {}

    /**
     * The agent was lost, or does not answer. Replaces exceptions such as {@code ChannelClosedException}, which a build
     * cannot store, and prints with a stack trace. The retry condition {@code agent()} recognizes the cause.
     */
    static final class AgentException extends IOException {
        private static final long serialVersionUID = 1;

        AgentException(String message) {
            super(message, new EOFException());
        }

        static AgentException lost() {
            return new AgentException(
                    "The connection to the agent was lost. Run the build again when the agent is online.");
        }
    }

    /** Returns an exception with the failure as its cause. Jenkins does not print the cause. */
    public static AbortException abort(Exception failure, String sentence, String branch) {
        AbortException abort = new AbortException("SAST: " + BuildContext.prefix(branch) + sentence);
        abort.initCause(failure);
        return abort;
    }

    public static String sentence(Throwable failure) {
        String message = PlainText.oneLine(failure.getMessage(), MAX_LENGTH);
        String type = failure.getClass().getSimpleName();
        if (message.isBlank()) {
            return type + " without a message. See the system log of Jenkins.";
        }
        // The messages of exceptions of this plugin are whole sentences for users.
        boolean known = failure.getClass() == IOException.class
                || failure.getClass().getName().startsWith(PLUGIN);
        return known ? message : type + ": " + message;
    }

    /** Returns what remoting has wrapped in other exceptions. */
    static IOException unwrapped(Throwable failure) {
        Throwable reason = failure;
        // The depth is limited, because an agent can send an endless chain of causes.
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            if (reason instanceof ArchiveException || reason instanceof AgentException) {
                return (IOException) reason;
            }
            if (reason instanceof InvalidInputException invalid) {
                throw invalid;
            }
            if (reason instanceof ChannelClosedException || reason instanceof RequestAbortedException) {
                return AgentException.lost();
            }
            if (reason.getCause() == null) {
                break;
            }
            reason = reason.getCause();
        }
        if (reason != failure) {
            return new ArchiveException(
                    "The work on the agent failed (" + sentence(reason) + "). See the log of the agent.");
        }
        return failure instanceof IOException known ? known : new IOException(failure);
    }

    /**
     * Returns the exception to throw after a call to the machine of a workspace has failed. Rethrows a runtime
     * exception that was not caused by a lost connection, because such an exception means invalid input, or a bug that
     * needs a stack trace.
     */
    static IOException ofAgent(FilePath workspace, Throwable failure) throws InterruptedException {
        // Remoting has several exceptions for a lost connection.
        boolean lost = failure instanceof RuntimeException
                && (failure instanceof RequestAbortedException
                        || workspace.getChannel() instanceof Channel agent && agent.isClosingOrClosed());
        return lost ? AgentException.lost() : unwrapped(WorkerThread.thrown(failure));
    }
}
