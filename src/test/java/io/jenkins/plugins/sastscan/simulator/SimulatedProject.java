package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the service holds of one project. */
public final class SimulatedProject {
    private final long id;
    private int uploads;
    private ReceivedArchive lastUpload;
    private SimulatedGitSettings git;
    private int gitWrites;
    private int forceScans;
    private String branchingStatus = "Completed";

    SimulatedProject(long id) {
        this.id = id;
    }

    public long id() {
        return id;
    }

    public synchronized int uploads() {
        return uploads;
    }

    public synchronized Optional<ReceivedArchive> lastUpload() {
        return Optional.ofNullable(lastUpload);
    }

    public synchronized Optional<SimulatedGitSettings> git() {
        return Optional.ofNullable(git);
    }

    /** How many times Git settings were accepted, by either operation. */
    public synchronized int gitWrites() {
        return gitWrites;
    }

    /** Whether the next scheduled scan is excluded from the "no code changes" detection. */
    public synchronized boolean forceScan() {
        return forceScans > 0;
    }

    public synchronized int forceScans() {
        return forceScans;
    }

    /** Completed, unless set otherwise. */
    public synchronized String branchingStatus() {
        return branchingStatus;
    }

    /** Started, InProgress, Completed, Failed, or what else a server might say. */
    public synchronized void branchingStatus(String status) {
        branchingStatus = status;
    }

    synchronized void uploaded(Path archive) throws IOException {
        if (lastUpload != null) {
            Files.delete(lastUpload.file());
        }
        lastUpload = new ReceivedArchive(archive);
        uploads++;
    }

    synchronized void gitWritten(SimulatedGitSettings settings) {
        git = settings;
        gitWrites++;
    }

    synchronized void scanForced() {
        forceScans++;
    }
}
