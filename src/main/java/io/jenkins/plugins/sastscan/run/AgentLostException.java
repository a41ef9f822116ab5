package io.jenkins.plugins.sastscan.run;

import java.io.IOException;

/**
 * The connection to the agent was lost during an operation. The cause is the exception from remoting, which steps such
 * as {@code retry} check.
 */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException(Exception cause) {
        super("The connection to the agent was lost. Run the build again when the agent is online.", cause);
    }
}
