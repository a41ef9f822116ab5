package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A stage failed. The message also names the stages that had already changed the project. */
final class SubmissionException extends IOException {
    private static final long serialVersionUID = 1;

    private static final int MAX_LENGTH = 4_000;

    SubmissionException(Stage stage, Set<Stage> done, IOException cause) {
        super(PlainText.oneLine(sentence(cause) + before(stage, done), MAX_LENGTH), cause);
    }

    private static String sentence(IOException cause) {
        String message = cause.getMessage() == null ? Failures.sentence(cause) : cause.getMessage();
        return message.endsWith(".") ? message : message + ".";
    }

    /** Returns a sentence about the completed stages only, because the effect of the failed stage is unknown. */
    private static String before(Stage failed, Set<Stage> done) {
        List<String> lasting = done.stream()
                .filter(stage -> stage.compareTo(Stage.UPLOAD) >= 0)
                .map(Stage::label)
                .toList();
        if (!lasting.isEmpty()) {
            return " Already done: " + String.join(", ", lasting) + ".";
        }
        return failed.compareTo(Stage.UPLOAD) < 0 ? " Nothing was changed on the SAST server." : "";
    }
}
