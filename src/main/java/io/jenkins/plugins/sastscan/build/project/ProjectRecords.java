package io.jenkins.plugins.sastscan.build.project;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One record for each project of a SAST server, in a small file of its own. Whoever has the turn of a project changes
 * its record. A record is marked as running before the first change, and completed after the last, so that the content
 * of a project is unknown in between, and after Jenkins was killed. What cannot be read is unknown.
 */
public final class ProjectRecords {
    /** Afterwards, the content of a project counts as unknown. */
    static final Duration LIFETIME = Duration.ofDays(7);

    /** How long a request that was cut off may still take effect: the time limit of an upload. */
    static final Duration UNCERTAIN = ConnectionSettings.UPLOAD_LIMIT;

    /** The number of digits in the name of a record, a SHA-256. Other files in the folder are not records. */
    private static final int KEY_LENGTH = 64;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Submissions and their projects, in the order of their arrival. The first one of a project has the turn. */
    private final Map<Submitter, Project> queue = new LinkedHashMap<>();

    private final Path folder;
    private final InstantSource clock;

    public ProjectRecords(Path home, InstantSource clock) {
        this.folder = home.resolve("io.jenkins.plugins.sastscan.projects");
        this.clock = clock;
    }

    /** A project by the URL of its SAST server and its ID, so that two servers with one URL share it. */
    public record Project(String server, long id) {
        String key() {
            byte[] name = (server + " " + id).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(Sha256.create().digest(name));
        }
    }

    public ProjectRecord of(Project project) {
        return read(folder.resolve(project.key()))
                .orElseGet(() -> new ProjectRecord(project.server(), project.id(), Map.of(), null, null, 0));
    }

    /** Returns all readable records. */
    public List<ProjectRecord> all() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> ("" + file.getFileName()).length() == KEY_LENGTH)
                    .flatMap(file -> read(file).stream())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Returns empty, too, if records cannot be written: the record may then describe an earlier submission. */
    private Optional<ProjectRecord> read(Path file) {
        try {
            return Files.isWritable(folder)
                    ? Optional.ofNullable(JSON.readValue(Files.readString(file), ProjectRecord.class))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Deletes the record of a project. Does nothing if there is none. */
    public void forget(Project project) throws IOException {
        Files.deleteIfExists(folder.resolve(project.key()));
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
     * Waits until no other submission changes the project. A thread that has the turn must not call this method again.
     *
     * @param waiting receives the name of each submission that has the turn before, such as {@code build #7 of this job}
     * @param warn receives a sentence if the record cannot be written
     */
    public ProjectTurn take(Project project, Submitter by, Consumer<String> waiting, Consumer<String> warn)
            throws InterruptedException {
        synchronized (queue) {
            queue.put(by, project);
        }
        try {
            for (Submitter first = firstAfter(null, project); !first.equals(by); first = firstAfter(first, project)) {
                waiting.accept(first.nameFor(by));
            }
            return new ProjectTurn(this, by, of(project), warn);
        } catch (Throwable e) {
            end(by);
            throw e;
        }
    }

    /** Waits while {@code before} has the turn, then returns the submission that has it. */
    private Submitter firstAfter(Submitter before, Project project) throws InterruptedException {
        synchronized (queue) {
            while (true) {
                Submitter first = queue.keySet().stream()
                        .filter(each -> queue.get(each).equals(project))
                        .findFirst()
                        .orElseThrow();
                if (!first.equals(before)) {
                    return first;
                }
                queue.wait();
            }
        }
    }

    /** Lets the next submission continue. */
    void end(Submitter by) {
        synchronized (queue) {
            queue.remove(by);
            queue.notifyAll();
        }
    }

    long now() {
        return clock.millis();
    }

    /** Writes a record in one step. If that fails, the record is unknown afterwards. */
    void write(ProjectRecord record) throws IOException {
        Path file = folder.resolve(new Project(record.server(), record.project()).key());
        try {
            Files.createDirectories(folder);
            Path written = Files.createTempFile(folder, "new-", null);
            try {
                Files.writeString(written, JSON.writeValueAsString(record));
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }
}
