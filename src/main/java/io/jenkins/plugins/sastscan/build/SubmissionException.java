package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A failure with a message for users. */
final class SubmissionException extends IOException {
    private static final long serialVersionUID = 1;

    private static final int MAX_LENGTH = 4_000;

    private SubmissionException(String message, IOException cause) {
        super(PlainText.oneLine(message, MAX_LENGTH), cause);
    }

    /**
     * A stage failed. The message also names the stages that had already changed the project, but not the failed one,
     * whose effect is unknown.
     */
    static SubmissionException of(Stage failed, Set<Stage> done, IOException cause) {
        String message = cause.getMessage() == null ? Failures.sentence(cause) : cause.getMessage();
        List<String> lasting = done.stream()
                .filter(stage -> stage.compareTo(Stage.UPLOAD) >= 0)
                .map(Stage::label)
                .toList();
        String unchanged = failed.compareTo(Stage.UPLOAD) < 0 ? " Nothing was changed on the SAST server." : "";
        return new SubmissionException(
                message
                        + (message.endsWith(".") ? "" : ".")
                        + (lasting.isEmpty() ? unchanged : " Already done: " + String.join(", ", lasting) + "."),
                cause);
    }

    static SubmissionException agentLost() {
        return ofAgent("The connection to the agent was lost. Run the build again when the agent is online.");
    }

    /** @param limit the time within which the agent did not answer */
    static SubmissionException agentSilent(Duration limit) {
        return ofAgent("The agent did not answer within " + Figures.words(limit)
                + ". Check its load and its connection to the controller, or run the build on another agent.");
    }

    /**
     * Replaces exceptions such as {@code ChannelClosedException}, which a build cannot store, and prints with a stack
     * trace. The retry condition {@code agent()} recognizes the cause.
     */
    private static SubmissionException ofAgent(String message) {
        return new SubmissionException(message, new EOFException());
    }
}
