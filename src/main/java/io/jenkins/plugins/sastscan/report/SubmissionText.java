package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a submission on the build page and the submission page. */
public final class SubmissionText {
    private final SubmissionReport report;

    SubmissionText(SubmissionReport report) {
        this.report = report;
    }

    public String getTitle() {
        String title = Messages.SubmissionReport_noProject();
        if (report.projectId != null) {
            String id = report.projectId.toString();
            title = report.server.isEmpty()
                    ? Messages.SubmissionReport_project(id)
                    : Messages.SubmissionReport_title(id, report.server);
        }
        return report.pipelineStage.isEmpty() ? title : Messages.SubmissionReport_inStage(report.pipelineStage, title);
    }

    /** The state in a few words, such as "failed: upload" or "uploaded 2 files (20 B), 1 warning". */
    public String getOutcome() {
        ArchiveReport archive = report.archive;
        String files = archive == null
                ? ""
                : Figures.count(archive.files, "file") + " (" + Figures.bytes(archive.rawBytes) + ")";
        int warnings = archive == null ? 0 : archive.getWarnings().size();
        boolean done = report.state == State.DONE;
        String outcome = Stream.of(
                        done ? "" : getStanding(),
                        report.dryRun && archive != null ? Messages.SubmissionReport_dryRun(files) : "",
                        report.isUploaded() ? Messages.SubmissionReport_uploaded(files) : "",
                        report.isUnchanged() ? Messages.SubmissionReport_unchanged() : "",
                        report.isSuperseded() ? Messages.SubmissionReport_superseded(report.supersededBy) : "",
                        report.git == null ? "" : Messages.SubmissionReport_git(),
                        report.isScanForced() ? Messages.SubmissionReport_forced() : "",
                        warnings > 0 ? Messages.SubmissionReport_warnings(warnings) : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return outcome.isEmpty() ? report.state.getText() : outcome;
    }

    /** The state and the current stage, such as "running: upload". */
    public String getStanding() {
        if (!report.waitingFor.isEmpty()) {
            return Messages.SubmissionReport_waiting(report.waitingFor);
        }
        State state = report.state;
        return report.stages.stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.state != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.stage.label()))
                .orElseGet(state::getText);
    }

    /** The start of the stage's bar in the chart, as a percentage. */
    public String offset(StageReport stage) {
        long before = report.stages.stream()
                .filter(each -> each.stage.compareTo(stage.stage) < 0)
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, report.getMilliseconds());
    }
}
