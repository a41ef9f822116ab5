package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * What is known of a submission. The build stores it as soon as the submission starts, REST exports it, and pipelines
 * receive {@link #toMap}. Other threads read and save it while {@link SubmissionRecorder} fills it, so collections are
 * replaced and never modified.
 */
@ExportedBean(defaultVisibility = 2)
public final class SubmissionReport implements Cloneable {
    private static final int MAX_COMMITS = 10;
    private static final int MAX_REASON_LENGTH = 4_000;

    /** The parallel branch or matrix cell, and the pipeline stage. Example: {@code linux, Scan}. */
    @Exported
    public final String pipelineStage;

    @Exported
    public final boolean dryRun;

    /** The commits that were checked out when the submission started, each with the URLs of its repository. */
    @Exported
    public final List<String> commits;

    @Exported
    public volatile String server;

    volatile String url = "";

    /** Null until the project is known. */
    @Exported
    public volatile Long projectId;

    /** The address of the project's page for people; empty if the SAST server has none. */
    @Exported
    public volatile String projectPage = "";

    volatile State state = State.RUNNING;
    volatile String reason = "";
    volatile List<StageReport> stages = new ArrayList<>();
    transient volatile String waitingFor = "";
    volatile ArchiveReport archive;

    /**
     * The artifact name of the manifest, and the differences from an earlier manifest if there is one. Null if the
     * archive has no manifest.
     */
    @Exported
    public volatile LinkedHashMap<String, Object> manifest;

    /** Null if no Git settings were written. */
    @Exported(inline = true)
    public volatile GitReport git;

    /** The position of the submission in its build: 1, 2, and so on. */
    public volatile int number;

    /** False if the access check could not prove that the access token is valid. */
    public volatile boolean tokenAccepted;

    /** Set only if the upload was skipped because no file had changed; 0 if another job made the last upload. */
    public volatile Integer buildThatUploaded;

    /** Set only if a later build had already submitted to the project. */
    public volatile Integer supersededBy;

    /** Identifies the submission in the build, even after a restart of Jenkins. */
    public final String id;

    public SubmissionReport(String id, String pipelineStage, String server, boolean dryRun, List<String> commits) {
        this.id = id;
        this.pipelineStage = PlainText.oneLine(pipelineStage);
        this.server = PlainText.oneLine(server);
        this.dryRun = dryRun;
        this.commits = commits.stream()
                .limit(MAX_COMMITS)
                .map(PlainText::oneLine)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private Object readResolve() {
        waitingFor = "";
        if (state == State.RUNNING) {
            // It is unknown when Jenkins ended, so the stage has no duration.
            open().ifPresent(stage -> stage.end(State.WAITING, 0));
            state = State.WAITING;
        }
        return this;
    }

    /** Ends a submission that waits for its agent after a restart of Jenkins, and will not continue. */
    public void endIfWaiting() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost());
        }
    }

    /** Begins a stage. Replaces the earlier entry of a repeated stage. */
    void begin(Stage stage) {
        List<StageReport> more = new ArrayList<>(stages);
        more.removeIf(before -> before.stage == stage);
        more.add(new StageReport(stage));
        more.sort(Comparator.comparing(each -> each.stage));
        stages = more;
    }

    /** The stage that runs now, or waits for its agent. */
    Optional<StageReport> open() {
        return stages.stream().filter(stage -> stage.state.isOpen()).findFirst();
    }

    void end(State how, String sentence) {
        open().ifPresent(stage -> stage.end(how, stage.getMilliseconds()));
        waitingFor = "";
        reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
        state = how;
    }

    /**
     * Returns a copy for users who may not read the workspace. It has no server URL, and shows names and patterns only
     * in the reason of a failure.
     */
    SubmissionReport withoutNames() {
        try {
            SubmissionReport copy = (SubmissionReport) clone();
            copy.url = "";
            copy.archive = archive == null ? null : archive.withoutNames();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the stages that have succeeded, in order. */
    public List<Stage> done() {
        return stages.stream()
                .filter(each -> each.state == State.DONE)
                .map(each -> each.stage)
                .toList();
    }

    @Exported
    public String getUrl() {
        return url;
    }

    @Exported
    public State getState() {
        return state;
    }

    /** Explains a failure or an abort; empty in all other states. */
    @Exported
    public String getReason() {
        return reason;
    }

    /** The stages that have started, in order. */
    @Exported(inline = true)
    public List<StageReport> getStages() {
        return stages;
    }

    /** The submission that has the turn, such as "another job"; empty if this submission does not wait for its turn. */
    @Exported
    public String getWaitingFor() {
        return waitingFor;
    }

    /** The archive, or the files of a dry run; null if nothing was archived or listed. */
    @Exported(inline = true)
    public ArchiveReport getArchive() {
        return archive;
    }

    /** The total duration of all stages. */
    @Exported
    public long getMilliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    @Exported
    public boolean isUploaded() {
        return done().contains(Stage.UPLOAD);
    }

    @Exported
    public boolean isScanForced() {
        return done().contains(Stage.FORCE_SCAN);
    }

    /** Whether the upload was skipped because the last upload had the same files. */
    @Exported
    public boolean isUnchanged() {
        return buildThatUploaded != null;
    }

    /** Whether this submission ended early because a later build of this job had already submitted. */
    @Exported
    public boolean isSuperseded() {
        return supersededBy != null;
    }

    /** Returns the texts of the submission page and the build page. */
    public SubmissionText getText() {
        return new SubmissionText(this);
    }

    /** Returns plain values for pipelines, without keys for missing values. {@code docs/pipeline.md} lists the keys. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("projectId", projectId);
        if (dryRun) {
            map.put("dryRun", true);
            map.putAll(archive.toMap());
            map.put("unchanged", false);
            return map;
        }
        map.put("projectPage", projectPage.isEmpty() ? null : projectPage);
        map.put("archive", archive == null ? null : archive.toMap());
        map.put("unchanged", isUnchanged());
        map.put("superseded", isSuperseded());
        map.put("git", git == null ? null : git.toMap());
        map.put("scanForced", isScanForced());
        Map<String, Object> milliseconds = new LinkedHashMap<>();
        stages.forEach(stage -> milliseconds.put(stage.getName(), stage.getMilliseconds()));
        map.put("milliseconds", milliseconds);
        map.put("manifest", manifest);
        map.values().removeIf(Objects::isNull);
        return map;
    }
}
