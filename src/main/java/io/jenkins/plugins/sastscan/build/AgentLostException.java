package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;

/**
 * The agent is gone, or did not answer in time. Replaces exceptions such as {@code ChannelClosedException}, which a
 * build cannot store, and prints with a stack trace. The cause of this exception is an {@link EOFException}, which the
 * retry condition {@code agent()} recognizes.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException() {
        this("The connection to the agent was lost. Run the build again when the agent is online.");
    }

    /** @param limit the time within which the agent did not answer */
    AgentLostException(Duration limit) {
        this("The agent did not answer within " + Figures.words(limit)
                + ". Check its load and its connection to the controller, or run the build on another agent.");
    }

    private AgentLostException(String message) {
        super(message, new EOFException());
    }
}
