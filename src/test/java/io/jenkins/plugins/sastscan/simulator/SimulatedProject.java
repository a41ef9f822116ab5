package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/** The data of one project on the simulated server. */
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

    /** The total number of {@code WRITE_GIT} and {@code WRITE_GIT_SSH} calls that wrote Git settings. */
    public synchronized int gitWrites() {
        return gitWrites;
    }

    /** Whether the next scheduled scan runs even without code changes. */
    public synchronized boolean forceScan() {
        return forceScans > 0;
    }

    public synchronized int forceScans() {
        return forceScans;
    }

    /** The status of a branching operation, {@code Completed} by default. */
    public synchronized String branchingStatus() {
        return branchingStatus;
    }

    /** Sets the status of a branching operation: Started, InProgress, Completed, Failed, or any other text. */
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

    /** A received archive. It is deleted at the next upload to the project, or when the simulator is closed. */
    public record ReceivedArchive(Path file) {
        /** The digest in lower-case hexadecimal. */
        public String sha256() throws IOException {
            return new DigestUtils("SHA-256").digestAsHex(file.toFile());
        }
    }

    /**
     * The Git settings that were last written for a project.
     *
     * @param writtenBy {@link SimulatedOperation#WRITE_GIT} or {@link SimulatedOperation#WRITE_GIT_SSH}
     * @param fields maps the names of the sent fields to their values; a binary private key is decoded as ISO-8859-1
     */
    public record SimulatedGitSettings(SimulatedOperation writtenBy, Map<String, String> fields) {
        public String url() {
            return fields.get("url");
        }

        public String branch() {
            return fields.get("branch");
        }

        public Optional<String> userName() {
            return Optional.ofNullable(fields.get("userName"));
        }

        public Optional<String> password() {
            return Optional.ofNullable(fields.get("password"));
        }

        public Optional<String> privateKey() {
            return Optional.ofNullable(fields.get("privateKey"));
        }

        public boolean useSsh() {
            return writtenBy == SimulatedOperation.WRITE_GIT_SSH || "ssh".equals(fields.get("authentication"));
        }
    }
}
