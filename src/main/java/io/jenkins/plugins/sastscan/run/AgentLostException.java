package io.jenkins.plugins.sastscan.run;

import java.io.IOException;

/** The agent went away while it worked. The cause is what remoting said, which steps such as {@code retry} look at. */
final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1;

    AgentLostException(Exception cause) {
        super("The agent was lost; run the build again when it is back.", cause);
    }
}
