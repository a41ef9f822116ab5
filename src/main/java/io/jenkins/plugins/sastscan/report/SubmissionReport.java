package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * The report of a submission. The build has it as soon as the submission starts. Other threads read and save the report
 * while it changes, so collections are replaced and never modified.
 */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class SubmissionReport extends SubmissionProgress implements Cloneable {
    private static final int MAX_COMMITS = 10;

    private final String id;
    private final String pipelineStage;
    private final boolean dryRun;
    private volatile String server;
    private volatile String url = "";
    private volatile String projectId;
    /** Null for a dry run, and in builds from older plugin versions. */
    private volatile String target;

    private volatile ArchiveReport archive;
    private volatile GitReport git;
    private volatile LinkedHashMap<String, Object> manifest;
    /** Null in builds from older plugin versions. */
    private volatile ArrayList<String> commits = new ArrayList<>();

    private volatile boolean scanForced;
    private volatile int number;

    /**
     * @param id identifies the submission in the build, even after a restart of Jenkins
     * @param projectId the project ID in the step; empty for the default project of the job
     */
    public SubmissionReport(String id, String pipelineStage, String server, String projectId, boolean dryRun) {
        this.id = id;
        this.pipelineStage = PlainText.oneLine(pipelineStage);
        this.server = PlainText.oneLine(server);
        this.projectId = PlainText.oneLine(projectId);
        this.dryRun = dryRun;
    }

    String id() {
        return id;
    }

    /** The position of the submission in its build: 1, 2, and so on. */
    public int number() {
        return number;
    }

    void setNumber(int number) {
        this.number = number;
    }

    /**
     * Returns a copy for pages and the REST API.
     *
     * @param names whether the user may read the workspace; if not, the copy has no server URL, and shows names and
     *     patterns only in the reason of a failure
     * @param building whether the build is still running; if not, a submission in the state {@code WAITING} appears as
     *     aborted
     */
    synchronized SubmissionReport shown(boolean names, boolean building) {
        try {
            SubmissionReport shown = (SubmissionReport) clone();
            shown.url = names ? url : "";
            shown.archive = names || archive == null ? archive : archive.withoutNames();
            if (!building) {
                shown.lose();
            }
            return shown;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    public void setServer(String name, String address) {
        server = PlainText.oneLine(name);
        url = PlainText.oneLine(address);
    }

    public void setProjectId(String id) {
        projectId = PlainText.oneLine(id);
    }

    @Override
    public synchronized void start() {
        super.start();
        archive = null;
        manifest = null;
        git = null;
        scanForced = false;
    }

    public void setArchive(ArchiveReport archive) {
        this.archive = archive;
    }

    /** @param values the value of {@code manifest} in the result of the step */
    public void setManifest(Map<String, Object> values) {
        manifest = new LinkedHashMap<>(values);
    }

    /** @param recorded the checked-out commits; only the first {@value #MAX_COMMITS} are kept */
    public void setCommits(List<String> recorded) {
        commits = new ArrayList<>(
                recorded.stream().limit(MAX_COMMITS).map(PlainText::oneLine).toList());
    }

    /** @param id a digest that identifies the project and its SAST server */
    public void setTarget(String id) {
        target = id;
    }

    /** Null if nothing was submitted. An upload whose response was lost does not count. */
    String submittedTarget() {
        return isUploaded() || isUnchanged() || git != null ? target : null;
    }

    public void setGit(GitReport git) {
        this.git = git;
    }

    public void setScanForced() {
        scanForced = true;
    }

    /** The parallel branch or matrix cell, and the pipeline stage. Example: {@code linux, Scan}. */
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

    @Exported
    public boolean isDryRun() {
        return dryRun;
    }

    /** The archive, or the files of a dry run; null if nothing was archived or listed. */
    @Exported(inline = true)
    public ArchiveReport getArchive() {
        return archive;
    }

    /**
     * The artifact name of the manifest, and the differences from an earlier manifest if there is one. Null if the
     * archive has no manifest.
     */
    @Exported
    public Map<String, Object> getManifest() {
        return manifest == null ? null : new LinkedHashMap<>(manifest);
    }

    /**
     * The commits that the Git plugin had checked out when the submission started, each with the URLs of its
     * repository.
     */
    @Exported
    public List<String> getCommits() {
        return commits == null ? List.of() : Collections.unmodifiableList(commits);
    }

    /** Null if no Git settings were written. */
    @Exported(inline = true)
    public GitReport getGit() {
        return git;
    }

    @Exported
    public boolean isScanForced() {
        return scanForced;
    }

    public String getTitle() {
        String title = Messages.SubmissionReport_noProject();
        if (!projectId.isEmpty()) {
            title = server.isEmpty()
                    ? Messages.SubmissionReport_project(projectId)
                    : Messages.SubmissionReport_title(projectId, server);
        }
        return pipelineStage.isEmpty() ? title : Messages.SubmissionReport_inStage(pipelineStage, title);
    }

    public String getSummary() {
        return Stream.of(
                        archive == null ? "" : archive.getSummary(),
                        isUploaded() ? Messages.SubmissionReport_uploaded() : "",
                        isUnchanged() ? Messages.SubmissionReport_unchanged() : "",
                        isSuperseded() ? Messages.SubmissionReport_superseded(getSupersededBy()) : "",
                        git == null ? "" : Messages.SubmissionReport_git(),
                        scanForced ? Messages.SubmissionReport_forced() : "",
                        getState() == State.DONE ? "" : getStanding(),
                        getStages().isEmpty() ? "" : getTime())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
