package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** Describes a submission on the build page and the submission page. */
@Restricted(NoExternalUse.class)
public final class SubmissionText {
    private final SubmissionReport report;

    SubmissionText(SubmissionReport report) {
        this.report = report;
    }

    public String getTitle() {
        String title = Messages.SubmissionReport_noProject();
        if (report.getProjectId() != null) {
            String id = report.getProjectId().toString();
            title = report.getServer().isEmpty()
                    ? Messages.SubmissionReport_project(id)
                    : Messages.SubmissionReport_title(id, report.getServer());
        }
        return report.getPipelineStage().isEmpty()
                ? title
                : Messages.SubmissionReport_inStage(report.getPipelineStage(), title);
    }

    /** The state in a few words, such as "failed: upload" or "uploaded 2 files (20 B), 1 warning". */
    public String getOutcome() {
        ArchiveReport archive = report.getArchive();
        String files = archive == null ? "" : archive.getFileCount() + " (" + archive.getRawSize() + ")";
        int warnings = archive == null ? 0 : archive.getWarnings().size();
        boolean done = report.getState() == State.DONE;
        String outcome = Stream.of(
                        done ? "" : getStanding(),
                        report.isDryRun() && archive != null ? Messages.SubmissionReport_dryRun(files) : "",
                        report.isUploaded() ? Messages.SubmissionReport_uploaded(files) : "",
                        report.isUnchanged() ? Messages.SubmissionReport_unchanged() : "",
                        report.isSuperseded() ? Messages.SubmissionReport_superseded(report.supersededBy) : "",
                        report.getGit() == null ? "" : Messages.SubmissionReport_git(),
                        report.isScanForced() ? Messages.SubmissionReport_forced() : "",
                        warnings > 0 ? Messages.SubmissionReport_warnings(warnings) : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return outcome.isEmpty() ? report.getState().getText() : outcome;
    }

    /** The state and the current stage, such as "running: upload". */
    public String getStanding() {
        if (!report.getWaitingFor().isEmpty()) {
            return Messages.SubmissionReport_waiting(report.getWaitingFor());
        }
        State state = report.getState();
        return report.getStages().stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.getState() != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.getLabel()))
                .orElseGet(state::getText);
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(report.getMilliseconds()));
    }

    /** The number of the build that superseded this submission; null if this submission was not superseded. */
    public Integer getSupersededBy() {
        return report.supersededBy;
    }

    /** The number of the build that made the last upload, or 0 if another job made that upload. */
    public Integer getBuildThatUploaded() {
        return report.buildThatUploaded;
    }

    /** The start of the stage's bar in the chart, as a percentage. */
    public String offset(StageReport stage) {
        long before = report.getStages().stream()
                .filter(each -> each.stage().compareTo(stage.stage()) < 0)
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, report.getMilliseconds());
    }

    /** The width of the stage's bar in the chart, as a percentage. */
    public String width(StageReport stage) {
        return Figures.percent(stage.getMilliseconds(), report.getMilliseconds());
    }
}
