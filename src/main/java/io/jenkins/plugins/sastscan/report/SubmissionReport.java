package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * A submission, as stored with its build from its start. One thread writes it while others read or save it, so
 * collections are replaced and never modified.
 */
@ExportedBean(defaultVisibility = 2)
public final class SubmissionReport {
    private static final int MAX_REASON_LENGTH = 4_000;
    private static final int MAX_COMMITS = 10;

    private final String pipelineStage;
    private final boolean dryRun;
    private volatile String server;
    private volatile String url = "";
    private volatile String projectId;
    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    private volatile ArchiveReport archive;
    private volatile GitReport git;
    private volatile LinkedHashMap<String, Object> manifest;
    /** Null in builds of older versions. */
    private volatile ArrayList<String> commits = new ArrayList<>();

    private volatile boolean uploaded;
    /** Null if it was uploaded, or failed before. */
    private volatile Integer buildThatUploaded;

    private volatile boolean scanForced;
    private volatile Checkpoint checkpoint;

    /**
     * A submission that starts now.
     *
     * @param pipelineStage the names of the parallel branch or matrix cell and of the pipeline stage, or empty
     * @param server the name of the SAST server, as requested
     * @param projectId the project ID, as requested
     */
    public SubmissionReport(String pipelineStage, String server, String projectId, boolean dryRun) {
        this.pipelineStage = PlainText.oneLine(pipelineStage);
        this.server = PlainText.oneLine(server);
        this.projectId = PlainText.oneLine(projectId);
        this.dryRun = dryRun;
    }

    /** What it needs to continue after a restart of Jenkins, or null if it cannot. */
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    public void setCheckpoint(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /**
     * Returns a copy for users without permission to read the workspace: without names of files and folders, and
     * without the URL.
     */
    synchronized SubmissionReport withoutNames() {
        SubmissionReport shown = new SubmissionReport(pipelineStage, server, projectId, dryRun);
        shown.state = state;
        shown.reason = reason;
        shown.stages = stages;
        shown.archive = archive == null ? null : archive.withoutNames();
        shown.git = git;
        shown.manifest = manifest;
        shown.commits = commits;
        shown.uploaded = uploaded;
        shown.buildThatUploaded = buildThatUploaded;
        shown.scanForced = scanForced;
        return shown;
    }

    public void setServer(String name, String address) {
        server = PlainText.oneLine(name);
        url = PlainText.oneLine(address);
    }

    /** Adds a stage that begins now, in place of what the stage was before a restart of Jenkins. */
    public synchronized void begin(StageReport stage) {
        ArrayList<StageReport> more = new ArrayList<>(stages);
        more.removeIf(before -> before.getName().equals(stage.getName()));
        more.add(stage);
        more.sort(Comparator.comparingInt(StageReport::order));
        stages = more;
    }

    public synchronized void endStage(Duration took, int retries) {
        endOpen(stage -> stage.ended(State.DONE, took, retries));
    }

    /** Continues after a restart of Jenkins with the stages that are done. */
    public synchronized void resume(Set<String> done) {
        ArrayList<StageReport> kept = new ArrayList<>(stages);
        kept.removeIf(stage -> !done.contains(stage.getName()));
        stages = kept;
        if (!done.contains("archive")) {
            archive = null;
            manifest = null;
        }
        reason = "";
        state = State.RUNNING;
    }

    public void setArchive(ArchiveReport archive) {
        this.archive = archive;
    }

    /** @param values plain values, as steps return them */
    public void setManifest(Map<String, Object> values) {
        manifest = new LinkedHashMap<>(values);
    }

    /** @param recorded the commits that were checked out; the first {@value #MAX_COMMITS} are kept */
    public void setCommits(List<String> recorded) {
        commits = new ArrayList<>(
                recorded.stream().limit(MAX_COMMITS).map(PlainText::oneLine).toList());
    }

    public void setUploaded() {
        uploaded = true;
    }

    /**
     * Notes that nothing was uploaded because nothing had changed.
     *
     * @param build the number of the build of this job with the last upload, or 0 for another job
     */
    public void setUnchanged(int build) {
        buildThatUploaded = build;
    }

    public void setGit(GitReport git) {
        this.git = git;
    }

    public void setScanForced() {
        scanForced = true;
    }

    public void succeed() {
        state = State.DONE;
    }

    public void fail(String sentence, int retries) {
        end(State.FAILED, sentence, retries);
    }

    public void abort(int retries) {
        end(State.ABORTED, Messages.SubmissionReport_aborted(), retries);
    }

    /** Jenkins was restarted. A submission that was running waits until it continues, or is lost. */
    synchronized void await() {
        if (state == State.RUNNING) {
            endOpen(stage -> stage.ended(State.WAITING, 0));
            state = State.WAITING;
        }
    }

    /** Ends a submission that waits, because it will not continue. */
    public void lose() {
        if (state == State.WAITING) {
            end(State.ABORTED, Messages.SubmissionReport_lost(), 0);
        }
    }

    private synchronized void end(State how, String sentence, int retries) {
        endOpen(stage -> stage.ended(how, retries));
        reason = PlainText.oneLine(sentence, MAX_REASON_LENGTH);
        state = how;
    }

    private void endOpen(UnaryOperator<StageReport> ended) {
        ArrayList<StageReport> other = new ArrayList<>(stages);
        other.replaceAll(stage -> stage.getState().isOpen() ? ended.apply(stage) : stage);
        stages = other;
    }

    /** The names of the parallel branch or matrix cell and of the pipeline stage, or empty. */
    @Exported
    public String getPipelineStage() {
        return pipelineStage;
    }

    @Exported
    public String getServer() {
        return server;
    }

    @Exported
    public String getUrl() {
        return url;
    }

    @Exported
    public String getProjectId() {
        return projectId;
    }

    /** Whether it only listed what would be uploaded. */
    @Exported
    public boolean isDryRun() {
        return dryRun;
    }

    @Exported
    public State getState() {
        return state;
    }

    /** A sentence that explains the failure, or empty. */
    @Exported
    public String getReason() {
        return reason;
    }

    @Exported(inline = true)
    public List<StageReport> getStages() {
        return Collections.unmodifiableList(stages);
    }

    /** The archive, or null. */
    @Exported(inline = true)
    public ArchiveReport getArchive() {
        return archive;
    }

    /** The manifest, or null: its name, and how it differs from that of an earlier build. */
    @Exported
    public Map<String, Object> getManifest() {
        return manifest == null ? null : new LinkedHashMap<>(manifest);
    }

    /** The commits that Jenkins had recorded as checked out when the submission started, each with its URL. */
    @Exported
    public List<String> getCommits() {
        return commits == null ? List.of() : Collections.unmodifiableList(commits);
    }

    @Exported
    public boolean isUploaded() {
        return uploaded;
    }

    /** Whether nothing was uploaded because it is what was uploaded last. */
    @Exported
    public boolean isUnchanged() {
        return buildThatUploaded != null;
    }

    /** The number of the build of this job that uploaded it, 0 for another job, or null. */
    public Integer getBuildThatUploaded() {
        return buildThatUploaded;
    }

    /** The Git settings, or null. */
    @Exported(inline = true)
    public GitReport getGit() {
        return git;
    }

    @Exported
    public boolean isScanForced() {
        return scanForced;
    }

    /** The total duration of all stages. */
    @Exported
    public long getMilliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }

    public String getTitle() {
        String title = server.isEmpty()
                ? Messages.SubmissionReport_project(projectId)
                : Messages.SubmissionReport_title(projectId, server);
        return pipelineStage.isEmpty() ? title : Messages.SubmissionReport_inStage(pipelineStage, title);
    }

    /** A one-line summary: size, completed stages, state and duration. */
    public String getSummary() {
        StringJoiner summary = new StringJoiner(", ");
        if (archive != null) {
            summary.add(archive.getSummary());
        }
        if (uploaded) {
            summary.add(Messages.SubmissionReport_uploaded());
        }
        if (isUnchanged()) {
            summary.add(Messages.SubmissionReport_unchanged());
        }
        if (git != null) {
            summary.add(Messages.SubmissionReport_git());
        }
        if (scanForced) {
            summary.add(Messages.SubmissionReport_forced());
        }
        if (state != State.DONE) {
            summary.add(getStanding());
        }
        if (!stages.isEmpty()) {
            summary.add(getTime());
        }
        return summary.toString();
    }

    /** The state, with the current stage. */
    public String getStanding() {
        return stages.stream()
                .filter(stage -> state != State.DONE && state != State.WAITING && stage.getState() != State.DONE)
                .findFirst()
                .map(stage -> Messages.SubmissionReport_standing(state.getText(), stage.getLabel()))
                .orElseGet(state::getText);
    }

    /** The start of the bar of a stage. */
    public String offset(StageReport stage) {
        long before = stages.stream()
                .filter(each -> each.order() < stage.order())
                .mapToLong(StageReport::getMilliseconds)
                .sum();
        return Figures.percent(before, getMilliseconds());
    }

    /** The width of the bar of a stage. */
    public String width(StageReport stage) {
        return Figures.percent(stage.getMilliseconds(), getMilliseconds());
    }
}
