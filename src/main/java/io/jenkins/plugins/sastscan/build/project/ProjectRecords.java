package io.jenkins.plugins.sastscan.build.project;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One record for each project of a SAST server, in a small file of its own. Whoever has the turn of a project changes
 * its record. A record is marked as running before the first change, and completed after the last, so that the content
 * of a project is unknown in between, and after Jenkins was killed. What cannot be read is unknown.
 */
public final class ProjectRecords {
    /** Afterwards, the content of a project counts as unknown. */
    static final Duration LIFETIME = Duration.ofDays(7);

    /** How long a request that was cut off may still take effect: the time limit of an upload. */
    static final Duration UNCERTAIN = CallPolicy.DEFAULT.uploadLimit();

    private final ProjectTurns turns = new ProjectTurns();
    private final Path folder;
    private final Clock clock;

    public ProjectRecords(Path home, Clock clock) {
        this.folder = home.resolve("io.jenkins.plugins.sastscan.projects");
        this.clock = clock;
    }

    /** A project by the URL of its SAST server and its ID, so that two servers with one URL share it. */
    public record Project(ServiceUrl server, ProjectId id) {
        String key() {
            return key(server.toString(), id.value());
        }

        private static String key(String server, long id) {
            return Checksums.shortDigest(server + " " + id);
        }
    }

    public ProjectRecord of(Project project) {
        try {
            return ProjectRecord.parse(Files.readString(folder.resolve(project.key())));
        } catch (IOException e) {
            return ProjectRecord.unknown(
                    project.server().toString(), project.id().value());
        }
    }

    /** Returns all readable records. */
    public List<ProjectRecord> all() throws IOException {
        List<ProjectRecord> all = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return all;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "?".repeat(32))) {
            for (Path file : files) {
                try {
                    all.add(ProjectRecord.parse(Files.readString(file)));
                } catch (IOException e) {
                    // What cannot be read is unknown.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** Deletes a record of {@link #all}. */
    public void forget(ProjectRecord record) throws IOException {
        Files.deleteIfExists(folder.resolve(Project.key(record.server(), record.project())));
    }

    /** Explains why the content of a project is unknown; empty if it is known. */
    public Optional<String> unknown(ProjectRecord record) {
        if (record.isOpen()) {
            return Optional.of("another submission to the project is running, or was cut off");
        }
        if (clock.millis() < record.uncertainUntil()) {
            return Optional.of("an earlier request may still take effect on the SAST server");
        }
        if (record.content() == null) {
            return Optional.of("no upload to the project is known");
        }
        if (record.content().digest().isEmpty()) {
            boolean git = record.last().changed().contains(Change.GIT_SETTINGS);
            return Optional.of(
                    git
                            ? "Git settings were written after the last upload"
                            : "it is unknown whether the project still has the files of the last upload");
        }
        long age = clock.millis() - record.content().time();
        return age < 0 || age >= LIFETIME.toMillis()
                ? Optional.of("the last upload to the project was more than " + LIFETIME.toDays() + " days ago")
                : Optional.empty();
    }

    /**
     * Waits for the turn of a project.
     *
     * @param waiting receives the name of the submission that has the turn, such as {@code build #7 of this job};
     *     receives an empty text after the wait
     * @param reminder called every hour during the wait
     * @param warn receives a sentence if the record cannot be written
     */
    public ProjectTurn take(
            Project project, Submitter by, Consumer<String> waiting, Runnable reminder, Consumer<String> warn)
            throws InterruptedException {
        turns.take(project.key(), by, waiting, reminder);
        try {
            return new ProjectTurn(this, project, by, of(project), warn);
        } catch (RuntimeException | Error e) {
            end(project, by);
            throw e;
        }
    }

    void end(Project project, Submitter by) {
        turns.end(project.key(), by);
    }

    long now() {
        return clock.millis();
    }

    /** Writes a record in one step. If that fails, the record is unknown afterwards. */
    void write(Project project, ProjectRecord record) throws IOException {
        String key = project.key();
        try {
            Files.createDirectories(folder);
            Path written = Files.createTempFile(folder, "new-", null);
            try {
                Files.writeString(written, record.toText());
                Files.move(written, folder.resolve(key), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            Files.deleteIfExists(folder.resolve(key));
            throw e;
        }
    }
}
