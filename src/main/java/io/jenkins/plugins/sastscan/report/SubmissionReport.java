package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * A submission as its build keeps it, from its first moment on. It is written by the thread that submits while others show
 * or save it, so whatever it holds is replaced and never changed.
 */
@ExportedBean(defaultVisibility = 2)
public final class SubmissionReport {
    private static final int LONGEST_REASON = 4_000;

    private final String place;
    private volatile String server;
    private volatile String url = "";
    private volatile String project;
    private volatile State state = State.RUNNING;
    private volatile String reason = "";
    private volatile ArrayList<StageReport> stages = new ArrayList<>();
    private volatile ArchiveReport archive;
    private volatile GitReport git;
    private volatile boolean uploaded;
    private volatile boolean scanForced;

    /**
     * A submission that begins now.
     *
     * @param place the pipeline's stage; empty if there is none
     * @param server the server's name as it was asked for
     * @param project the project's id as it was asked for
     */
    public SubmissionReport(String place, String server, String project) {
        this.place = PlainText.oneLine(place);
        this.server = PlainText.oneLine(server);
        this.project = PlainText.oneLine(project);
    }

    /** The same for people who may not read the workspace: without names of files and folders, and without the URL. */
    synchronized SubmissionReport withoutNames() {
        SubmissionReport shown = new SubmissionReport(place, server, project);
        shown.state = state;
        shown.reason = reason;
        shown.stages = stages;
        shown.archive = archive == null ? null : archive.withoutNames();
        shown.git = git;
        shown.uploaded = uploaded;
        shown.scanForced = scanForced;
        return shown;
    }

    /** The server was found. */
    public void setServer(String name, String address) {
        server = PlainText.oneLine(name);
        url = PlainText.oneLine(address);
    }

    /** A stage begins. */
    public synchronized void begin(StageReport stage) {
        ArrayList<StageReport> more = new ArrayList<>(stages);
        more.add(stage);
        stages = more;
    }

    /** The running stage has ended well. */
    public synchronized void endStage(Duration took, int retries) {
        replaceLast(stages.get(stages.size() - 1).ended(State.DONE, took, retries));
    }

    public void setArchive(ArchiveReport archive) {
        this.archive = archive;
    }

    public void setUploaded() {
        uploaded = true;
    }

    public void setGit(GitReport git) {
        this.git = git;
    }

    public void setScanForced() {
        scanForced = true;
    }

    /** All has ended well. */
    public void succeed() {
        state = State.DONE;
    }

    /** It failed. */
    public void fail(String sentence, int retries) {
        end(State.FAILED, sentence, retries);
    }

    /** It was aborted. */
    public void abort(int retries) {
        end(State.ABORTED, Messages.SubmissionReport_aborted(), retries);
    }

    /** Nobody carries it out any more, if anybody did when it was saved. */
    void lose() {
        if (state == State.RUNNING) {
            end(State.ABORTED, Messages.SubmissionReport_lost(), 0);
        }
    }

    private synchronized void end(State how, String sentence, int retries) {
        if (!stages.isEmpty() && stages.get(stages.size() - 1).getState() == State.RUNNING) {
            replaceLast(stages.get(stages.size() - 1).ended(how, retries));
        }
        reason = PlainText.oneLine(sentence, LONGEST_REASON);
        state = how;
    }

    private void replaceLast(StageReport stage) {
        ArrayList<StageReport> other = new ArrayList<>(stages);
        other.set(other.size() - 1, stage);
        stages = other;
    }

    /** The pipeline's stage that it belongs to; empty if there is none. */
    @Exported
    public String getPlace() {
        return place;
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
    public String getProject() {
        return project;
    }

    @Exported
    public State getState() {
        return state;
    }

    /** Why it did not end well, in a sentence; empty if it did. */
    @Exported
    public String getReason() {
        return reason;
    }

    @Exported(inline = true)
    public List<StageReport> getStages() {
        return Collections.unmodifiableList(stages);
    }

    /** Null if there is none. */
    @Exported(inline = true)
    public ArchiveReport getArchive() {
        return archive;
    }

    @Exported
    public boolean isUploaded() {
        return uploaded;
    }

    /** Null if none were written. */
    @Exported(inline = true)
    public GitReport getGit() {
        return git;
    }

    @Exported
    public boolean isScanForced() {
        return scanForced;
    }

    /** How long all its stages took together. */
    @Exported
    public long getMilliseconds() {
        return stages.stream().mapToLong(StageReport::getMilliseconds).sum();
    }

    public String getTime() {
        return Figures.time(Duration.ofMillis(getMilliseconds()));
    }

    public String getTitle() {
        String title = server.isEmpty()
                ? Messages.SubmissionReport_project(project)
                : Messages.SubmissionReport_title(project, server);
        return place.isEmpty() ? title : Messages.SubmissionReport_place(place, title);
    }

    /** On one line: how large it was, what was done, how it ended, how long it took. */
    public String getSummary() {
        StringJoiner summary = new StringJoiner(", ");
        if (archive != null) {
            summary.add(Messages.SubmissionReport_archive(
                    archive.getCount(), archive.getRawSize(), archive.getArchiveSize()));
        }
        if (uploaded) {
            summary.add(Messages.SubmissionReport_uploaded());
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

    /** How it stands, with the stage that it stands in. */
    public String getStanding() {
        List<StageReport> all = stages;
        return all.isEmpty() || state == State.DONE || all.get(all.size() - 1).getState() == State.DONE
                ? state.getText()
                : Messages.SubmissionReport_standing(
                        state.getText(), all.get(all.size() - 1).getLabel());
    }

    /** Where the bar of a stage begins. */
    public String offset(StageReport stage) {
        long before = 0;
        for (StageReport each : stages) {
            if (each.order() < stage.order()) {
                before += each.getMilliseconds();
            }
        }
        return Widths.percent(before, getMilliseconds());
    }

    /** How long the bar of a stage is. */
    public String width(StageReport stage) {
        return Widths.percent(stage.getMilliseconds(), getMilliseconds());
    }
}
