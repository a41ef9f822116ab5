package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.List;

/**
 * A stage of a submission failed. The message is that of its cause, a sentence for people, followed by what had been done
 * to the project before.
 */
public final class SubmissionException extends IOException {
    private static final long serialVersionUID = 1;

    private static final int LONGEST = 4_000;

    private final Stage stage;

    SubmissionException(Stage stage, List<Stage> done, IOException cause) {
        super(PlainText.oneLine(cause.getMessage() + before(stage, done), LONGEST), cause);
        this.stage = stage;
    }

    /** The stage that failed. */
    public Stage stage() {
        return stage;
    }

    /** What a failed stage itself left behind nobody knows here, so only what ended well before it is said. */
    private static String before(Stage failed, List<Stage> done) {
        if (failed.compareTo(Stage.UPLOAD) < 0) {
            return " Nothing was changed on the server.";
        }
        List<String> lasting = done.stream()
                .filter(stage -> stage.compareTo(Stage.UPLOAD) >= 0)
                .map(Stage::label)
                .toList();
        return lasting.isEmpty() ? "" : " Done before that: " + String.join(", ", lasting) + ".";
    }
}
