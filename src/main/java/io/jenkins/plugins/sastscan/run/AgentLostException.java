package io.jenkins.plugins.sastscan.run;

import java.io.EOFException;
import java.io.IOException;

/**
 * The connection to the agent was lost during an operation. The retry condition {@code agent()} recognizes this
 * exception by its cause. Replaces the exception of remoting, because a build cannot store that exception and would
 * print the stack trace.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException() {
        super(
                "The connection to the agent was lost. Run the build again when the agent is online.",
                new EOFException());
    }
}
