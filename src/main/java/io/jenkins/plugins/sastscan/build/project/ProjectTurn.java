package io.jenkins.plugins.sastscan.build.project;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Build;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Content;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Last;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.State;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** The turn of a submission to a project. Close it to let the next one continue. Not thread-safe. */
public final class ProjectTurn implements AutoCloseable {
    private final ProjectRecords records;
    private final Submitter by;
    private Consumer<String> warn;
    private final ProjectRecord before;
    private final long begun;
    private final Set<Change> changed = EnumSet.noneOf(Change.class);
    private Map<String, Build> builds;
    private Content content;
    private long uncertainUntil;
    private boolean requested;

    ProjectTurn(ProjectRecords records, Submitter by, ProjectRecord before, Consumer<String> warn) {
        this.records = records;
        this.by = by;
        this.before = before;
        this.warn = warn;
        this.begun = records.now();
        this.builds = before.builds();
        this.content = before.content();
        // When a submission was cut off is unknown.
        this.uncertainUntil = before.isOpen() ? uncertain() : before.uncertainUntil();
    }

    /** The record as it was at the start of the turn. */
    public ProjectRecord record() {
        return before;
    }

    /** Returns the number of a build of the job that was started later, and has submitted; empty if there is none. */
    public OptionalInt laterBuild() {
        Build last = before.builds().get(by.job());
        // A job that was created again has lower numbers, and a clock that was set back gives earlier times.
        return last != null && last.number() > by.build() && last.started() > by.started()
                ? OptionalInt.of(last.number())
                : OptionalInt.empty();
    }

    /** Whether another step of this build has submitted to the project. */
    public boolean isSecondOfBuild() {
        return before.last() != null
                && before.last().state() == State.SUBMITTED
                && before.last().by().isInSameBuildAs(by);
    }

    /** Marks the record as running. Call this method before the first change. */
    public void begin() {
        write(State.RUNNING, unknown(), uncertain());
    }

    /** A request that changes source or Git settings is about to be sent. */
    public void request() {
        requested = true;
    }

    public void changed(Change change) {
        requested = false;
        changed.add(change);
        if (change != Change.FORCE_SCAN) {
            builds = before.buildsWith(by);
        }
        if (change == Change.GIT_SETTINGS) {
            // The SAST server may now take the source from Git.
            content = unknown();
        }
    }

    /** @param digest the content digest; empty if it is unknown */
    public void uploaded(long files, long rawBytes, long archiveBytes, String digest) {
        changed(Change.SOURCE);
        // An earlier request can replace this upload while it may still take effect.
        String known = uncertainUntil <= records.now() ? digest : "";
        content = new Content(by, records.now(), files, rawBytes, archiveBytes, known);
    }

    /** @param unchanged whether the project has the files of this submission already */
    public void succeed(boolean unchanged) {
        if (unchanged) {
            builds = before.buildsWith(by);
        }
        write(State.SUBMITTED, content, uncertainUntil);
    }

    /**
     * Do not call this method if Jenkins is stopping: the record then stays marked as running.
     *
     * @param rejected whether the SAST server has rejected the last request; any other request may still take effect
     */
    public void fail(boolean rejected) {
        if (requested && !rejected) {
            content = unknown();
            uncertainUntil = uncertain();
        }
        write(State.FAILED, content, uncertainUntil);
    }

    private long uncertain() {
        return records.now() + ProjectRecords.UNCERTAIN.toMillis();
    }

    private Content unknown() {
        return content == null ? null : content.unknown();
    }

    private void write(State state, Content known, long uncertain) {
        try {
            Last last = new Last(by, begun, state == State.RUNNING ? 0 : records.now(), state, changed);
            records.write(new ProjectRecord(before.server(), before.project(), builds, last, known, uncertain));
        } catch (IOException e) {
            warn.accept("The record of the project cannot be written (" + IoReason.of(e)
                    + "). The next submission uploads even unchanged files. Check the free disk space of the"
                    + " controller.");
            warn = again -> {};
        }
    }

    @Override
    public void close() {
        records.end(by);
    }
}
