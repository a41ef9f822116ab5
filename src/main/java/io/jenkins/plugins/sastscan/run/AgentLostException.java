package io.jenkins.plugins.sastscan.run;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * The connection to the agent was lost during an operation. The retry condition {@code agent()} recognizes the cause.
 * Remoting's own exceptions are not kept, because builds cannot store them and would print their stack traces instead.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException() {
        super(
                "The connection to the agent was lost. Run the build again when the agent is online.",
                new ClosedChannelException());
    }
}
