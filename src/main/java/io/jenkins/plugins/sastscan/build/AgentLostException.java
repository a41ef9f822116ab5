package io.jenkins.plugins.sastscan.build;

import java.io.EOFException;
import java.io.IOException;

/**
 * Replaces exceptions such as {@code ChannelClosedException}. A build cannot store such exceptions, and prints them
 * with a stack trace. The cause of this exception is an {@link EOFException}, which the retry condition {@code agent()}
 * recognizes.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException() {
        super(
                "The connection to the agent was lost. Run the build again when the agent is online.",
                new EOFException());
    }
}
