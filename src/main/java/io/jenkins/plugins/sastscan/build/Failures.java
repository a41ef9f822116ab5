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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Converts failures to one-line messages for the build log. */
@Restricted(NoExternalUse.class)
public final class Failures {
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_DEPTH = 100;

    /** Message parts that mean nothing to users: remoting calls, Java package names and object IDs. */
    private static final Pattern INTERNAL = Pattern.compile("Remote call on .* failed|Failed to deserialize .*"
            + "|Unable to serialize .*|\\$Proxy[0-9]+|@[0-9a-f]{4,8}\\b|(?<![\\w./\\\\])(?:[a-z]\\w*\\.){2,}(?=[A-Z])");

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
                || failure instanceof ArchiveException
                || failure instanceof AgentLostException) {
            return message;
        }
        String type = failure.getClass().getSimpleName();
        return message == null || message.isBlank()
                ? type + " without a message. See the system log of Jenkins."
                : type + ": " + message;
    }

    /**
     * Removes the exceptions that remoting has wrapped around a failure. Also removes internal parts of the failure's
     * message.
     */
    static IOException unwrapped(Throwable failure) {
        Throwable told = failure;
        // The depth is limited, because an agent can send an endless chain of causes.
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; cause = cause.getCause(), depth++) {
            if (cause instanceof ArchiveException archive) {
                return archive;
            }
            if (cause instanceof InvalidInputException invalid) {
                throw invalid;
            }
            if (cause instanceof ChannelClosedException || cause instanceof RequestAbortedException) {
                return new AgentLostException();
            }
            // If a message contains internal names or IDs, the message of the cause tells users more.
            told = internal(told).find() ? cause : told;
        }
        if (internal(told).find() || told != failure) {
            String reason =
                    told.getClass().getSimpleName() + ": " + internal(told).replaceAll("");
            return new ArchiveException("The work on the agent failed (" + reason + "). See the log of the agent.");
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
            // Exceptions of the superclass of RequestAbortedException can also mean a lost connection. The superclass
            // is not public, so this code checks the package of the exception.
            String origin = unexpected.getClass().getPackageName();
            if (origin.equals(Channel.class.getPackageName())
                    && workspace.getChannel() instanceof Channel agent
                    && agent.isClosingOrClosed()) {
                return new AgentLostException();
            }
            throw unexpected;
        }
        return unwrapped(failure);
    }

    /** Searches only the start of a long message, because an agent can send messages of any length. */
    private static Matcher internal(Throwable failure) {
        return INTERNAL.matcher(PlainText.oneLine(failure.getMessage()));
    }
}
