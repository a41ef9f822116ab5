package io.jenkins.plugins.sastscan.run;

import java.io.EOFException;
import java.io.IOException;

/**
 * Replaces exceptions such as {@code ChannelClosedException}. A build cannot store such exceptions, and prints them
 * with a stack trace. The retry condition {@code agent()} recognizes the cause, an {@link EOFException}.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException() {
        super(
                "The connection to the agent was lost. Run the build again when the agent is online.",
                new EOFException());
    }
}
