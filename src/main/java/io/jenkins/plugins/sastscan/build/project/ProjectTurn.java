package io.jenkins.plugins.sastscan.build.project;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Last;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.State;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords.Project;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** The turn of a submission to a project. Close it to let the next one continue. Not thread-safe. */
public final class ProjectTurn implements AutoCloseable {
    private final ProjectRecords records;
    private final Project project;
    private final Submitter by;
    private final Consumer<String> warn;
    private final ProjectRecord before;
    private final Set<Change> changed = EnumSet.noneOf(Change.class);
    private long begun;
    private boolean requested;
    private boolean warned;
    private Content content;

    ProjectTurn(ProjectRecords records, Project project, Submitter by, ProjectRecord before, Consumer<String> warn) {
        this.records = records;
        this.project = project;
        this.by = by;
        this.before = before;
        this.warn = warn;
        this.content = before.content();
    }

    /** The record as it was at the start of the turn. */
    public ProjectRecord record() {
        return before;
    }

    public OptionalInt laterBuild() {
        return before.laterBuild(by);
    }

    /** Whether another step of this build has submitted to the project. */
    public boolean isSecondOfBuild() {
        return before.last() != null
                && before.last().state() == State.SUBMITTED
                && before.last().by().isInSameBuildAs(by);
    }

    /** Marks the record as running. Call this method before the first change. */
    public void begin() {
        begun = records.now();
        write(last(State.RUNNING, 0), unknown(), begun + ProjectRecords.UNCERTAIN.toMillis(), false);
    }

    /** A request that changes source or Git settings is about to be sent. */
    public void request() {
        requested = true;
    }

    public void changed(Change change) {
        requested = false;
        changed.add(change);
        if (change == Change.GIT_SETTINGS) {
            // The SAST server may now take the source from Git.
            content = unknown();
        }
    }

    private Content unknown() {
        return content == null ? null : content.unknown();
    }

    /** @param digest the content digest; empty if it is unknown */
    public void uploaded(long files, long rawBytes, long archiveBytes, String digest) {
        changed(Change.SOURCE);
        // An earlier request can replace this upload while it may still take effect.
        boolean known = uncertainBefore() <= records.now();
        content = new Content(by, records.now(), files, rawBytes, archiveBytes, known ? digest : "");
    }

    /** @param unchanged whether the project has the files of this submission already */
    public void succeed(boolean unchanged) {
        end(State.SUBMITTED, unchanged);
    }

    /** Do not call this method if Jenkins is stopping: the record then stays marked as running. */
    public void fail() {
        if (begun != 0) {
            end(State.FAILED, false);
        }
    }

    private void end(State state, boolean unchanged) {
        boolean submitted = unchanged || changed.contains(Change.SOURCE) || changed.contains(Change.GIT_SETTINGS);
        write(
                last(state, records.now()),
                requested ? unknown() : content,
                requested ? records.now() + ProjectRecords.UNCERTAIN.toMillis() : uncertainBefore(),
                submitted);
    }

    /** A submission that was cut off may still take effect; when it was cut off is unknown. */
    private long uncertainBefore() {
        return before.isOpen()
                ? Math.max(before.uncertainUntil(), begun + ProjectRecords.UNCERTAIN.toMillis())
                : before.uncertainUntil();
    }

    private Last last(State state, long ended) {
        return new Last(by, begun, ended, state, changed);
    }

    private void write(Last last, Content known, long uncertainUntil, boolean submitted) {
        try {
            records.write(
                    project,
                    new ProjectRecord(
                            project.server().toString(),
                            project.id().value(),
                            submitted ? before.buildsWith(by) : before.builds(),
                            last,
                            known,
                            uncertainUntil));
        } catch (IOException e) {
            if (!warned) {
                warned = true;
                warn.accept("The record of the project cannot be written (" + IoReason.of(e)
                        + "). The next submission uploads even unchanged files. Check the free disk space of the"
                        + " controller.");
            }
        }
    }

    @Override
    public void close() {
        records.end(project, by);
    }
}
