package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * What is known of a submission. The build stores it as soon as the submission starts, REST exports it, and pipelines
 * receive {@link #toMap}. Other threads read and save it while {@link SubmissionRecorder} fills it, so collections are
 * replaced and never modified.
 */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class SubmissionReport extends Progress {
    private static final int MAX_COMMITS = 10;

    private final String pipelineStage;
    private final boolean dryRun;
    private final List<String> commits;
    private final String id;
    private volatile String server;
    private volatile String url = "";
    private volatile Long projectId;
    private volatile String projectPage = "";
    volatile int number;
    volatile boolean tokenAccepted;
    volatile ArchiveReport archive;
    volatile LinkedHashMap<String, Object> manifest;
    /** Set only if the upload was skipped because no file had changed; 0 if another job made the last upload. */
    volatile Integer buildThatUploaded;
    /** Set only if a later build had already submitted to the project. */
    volatile Integer supersededBy;

    volatile GitReport git;

    /** @param id identifies the submission in the build, even after a restart of Jenkins */
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

    /** @param names whether the copy has the server URL, and names and patterns in addition to those in the reason */
    private SubmissionReport(SubmissionReport other, boolean names) {
        super(other);
        id = PlainText.oneLine(other.id);
        pipelineStage = PlainText.oneLine(other.pipelineStage);
        server = PlainText.oneLine(other.server);
        dryRun = other.dryRun;
        commits = other.commits == null ? new ArrayList<>() : other.commits;
        url = names ? PlainText.oneLine(other.url) : "";
        projectId = other.projectId;
        projectPage = PlainText.oneLine(other.projectPage);
        number = other.number;
        archive = names || other.archive == null ? other.archive : other.archive.withoutNames();
        manifest = other.manifest;
        buildThatUploaded = other.buildThatUploaded;
        supersededBy = other.supersededBy;
        git = other.git;
    }

    private Object readResolve() {
        SubmissionReport read = new SubmissionReport(this, true);
        read.loaded();
        return read;
    }

    String id() {
        return id;
    }

    /** The position of the submission in its build: 1, 2, and so on. */
    public int getNumber() {
        return number;
    }

    /** The ID of the section on the submission page. */
    public String getAnchor() {
        return "submission-" + number;
    }

    /**
     * Returns a copy for pages and the REST API.
     *
     * @param names whether the user may read the workspace; if not, the copy has no server URL, and shows names and
     *     patterns only in the reason of a failure
     * @param building whether the build is still running; if not, a submission in the state {@code WAITING} appears as
     *     aborted
     */
    SubmissionReport shown(boolean names, boolean building) {
        SubmissionReport shown = new SubmissionReport(this, names);
        if (!building) {
            shown.lose();
        }
        return shown;
    }

    void setProject(String serverName, String address, long id, String page) {
        server = PlainText.oneLine(serverName);
        url = PlainText.oneLine(address);
        projectId = id;
        projectPage = PlainText.oneLine(page);
    }

    /** Starts the submission, or starts it again after a restart of Jenkins. */
    public void start() {
        restart();
        tokenAccepted = false;
        archive = null;
        manifest = null;
        buildThatUploaded = null;
        supersededBy = null;
        git = null;
    }

    /** Returns false if the access check could not prove that the access token is valid. */
    public boolean isTokenAccepted() {
        return tokenAccepted;
    }

    /** Returns plain values for pipelines. */
    public Map<String, Object> toMap() {
        return ReturnedMap.of(this);
    }

    @Exported
    public String getServer() {
        return server;
    }

    @Exported
    public String getUrl() {
        return url;
    }

    /** Null until the project is known. */
    @Exported
    public Long getProjectId() {
        return projectId;
    }

    /** The address of the project's page for people; empty if the SAST server has none. */
    @Exported
    public String getProjectPage() {
        return projectPage;
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

    /** Null if no Git settings were written. */
    @Exported(inline = true)
    public GitReport getGit() {
        return git;
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

    /** The parallel branch or matrix cell, and the pipeline stage. Example: {@code linux, Scan}. */
    @Exported
    public String getPipelineStage() {
        return pipelineStage;
    }

    @Exported
    public boolean isDryRun() {
        return dryRun;
    }

    /** The commits that were checked out when the submission started, each with the URLs of its repository. */
    @Exported
    public List<String> getCommits() {
        return commits;
    }
}
