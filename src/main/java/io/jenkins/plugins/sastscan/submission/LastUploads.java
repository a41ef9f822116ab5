package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Remembers the last successful upload from this controller to each project, in one file per project. A failed request
 * can still change the project on the SAST server, even after the next upload. Therefore, an upload soon after a failed
 * request is not remembered. The files are trusted only after a normal shutdown of Jenkins, so they need not be forced
 * to the disk. {@link ProjectTurns} lets only one thread at a time change a project.
 */
public final class LastUploads {
    static final Duration LIFETIME = Duration.ofDays(7);
    /**
     * If the request for a change fails or is interrupted, the SAST server can still make the change within this time.
     * This is the time limit of an upload.
     */
    static final Duration DOUBT = CallPolicy.DEFAULT.uploadLimit();

    private static final String NAME = LastUploads.class.getName();
    private static final Pattern UPLOAD = Pattern.compile("([0-9a-f]+) ([0-9a-f]{32}) ([0-9]{1,9}) ([0-9]{1,18})\n");
    /** In the maps {@code doubts} and {@code problems}, this key stands for all projects. */
    private static final String ANY = "any";

    private static final long UNDER_WAY = Long.MAX_VALUE;

    private final Path folder;
    /** If this file exists when Jenkins starts, the other files are trusted. */
    private final Path note;

    private final Clock clock;
    /** For each project, the time until which a failed or running request can still change it. */
    private final Map<String, Long> doubts = new ConcurrentHashMap<>();
    /** The reasons why some files in {@code folder} could not be replaced. These files are not trusted. */
    private final Map<String, String> problems = new ConcurrentHashMap<>();

    private volatile boolean stopped;

    public LastUploads(Path home, Clock clock) {
        this.folder = home.resolve(NAME);
        this.note = folder.resolve("stopped");
        this.clock = clock;
        try {
            // Uses & instead of &&, so that the file of older plugin versions is always deleted.
            boolean unused = !Files.exists(folder) & !Files.deleteIfExists(home.resolve(NAME + ".txt"));
            Files.createDirectories(folder);
            boolean trusted = Files.deleteIfExists(note) || unused;
            if (!trusted) {
                doubts.put(ANY, endOfDoubt());
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "?".repeat(32))) {
                for (Path file : files) {
                    // For an expired upload, read() returns empty.
                    if (!trusted || read(file).isEmpty()) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            problems.put(ANY, IoReason.of(e.getCause()));
        } catch (IOException e) {
            problems.put(ANY, IoReason.of(e));
        }
    }

    /**
     * Marks the stored uploads as trusted for the next start of Jenkins. Creates no note if a failed or running request
     * can still change a project on the SAST server, or if a file could not be replaced. If a change begins after this
     * method was called, the note is deleted.
     */
    public synchronized void stop() {
        stopped = true;
        try {
            if (problems.isEmpty() && doubts.values().stream().noneMatch(end -> clock.millis() < end)) {
                Files.createFile(note);
            }
        } catch (IOException e) {
            // This failure does no harm: without the note, the stored uploads are not trusted when Jenkins starts
            // again.
        }
    }

    private synchronized void deleteNote() {
        try {
            Files.deleteIfExists(note);
        } catch (IOException e) {
            problems.put(ANY, IoReason.of(e));
        }
    }

    private long endOfDoubt() {
        return clock.millis() + DOUBT.toMillis();
    }

    /** Tells whether an earlier change of a project can still take effect. */
    boolean isInDoubt(String target) {
        return clock.millis() < Math.max(doubts.getOrDefault(target, 0L), doubts.getOrDefault(ANY, 0L));
    }

    /**
     * Reads the digest, the job ID and the build number of an upload. Returns empty if the upload has expired or cannot
     * be read.
     */
    private Optional<Matcher> read(Path file) {
        try {
            Matcher upload = UPLOAD.matcher(Files.readString(file));
            long age = upload.matches() ? clock.millis() - Long.parseLong(upload.group(4)) : -1;
            return age >= 0 && age < LIFETIME.toMillis() ? Optional.of(upload) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String jobId(Submitter submitter) {
        return Checksums.shortDigest(submitter.job());
    }

    private Optional<Matcher> last(String target) {
        return isInDoubt(target) || problems.containsKey(target) || problems.containsKey(ANY)
                ? Optional.empty()
                : read(folder.resolve(target));
    }

    boolean isKnown(Submitter submitter) {
        return last(submitter.target()).isPresent();
    }

    /**
     * Returns the number of the build that made the last upload, or 0 if another job made it. Returns empty if the last
     * upload is unknown or has a different digest.
     */
    Optional<Integer> buildThatUploaded(Submitter submitter, String digest) {
        return last(submitter.target())
                .filter(upload -> upload.group(1).equals(digest))
                .map(upload -> upload.group(2).equals(jobId(submitter)) ? Integer.parseInt(upload.group(3)) : 0);
    }

    /** Explains to users why the controller could not record the last upload to the project. */
    Optional<String> problem(Submitter submitter) {
        Path file = folder.resolve(submitter.target());
        return Optional.ofNullable(problems.getOrDefault(ANY, problems.get(submitter.target())))
                .map(reason -> "Unchanged files are uploaded again, because the controller cannot replace " + file
                        + " (" + reason + "). Check the free disk space and the permissions.");
    }

    Change begin(Submitter submitter) {
        boolean certain = !isInDoubt(submitter.target());
        Long earlierDoubt = doubts.put(submitter.target(), UNDER_WAY);
        Change change = new Change(submitter, certain, earlierDoubt == null ? 0 : earlierDoubt);
        if (stopped) {
            deleteNote();
        }
        return change;
    }

    /** A change of a project: an upload, or new Git settings. Close this object when the change has ended or failed. */
    final class Change implements AutoCloseable {
        private final Submitter submitter;
        private final boolean certain;
        private final long earlierDoubt;
        private boolean ended;

        private Change(Submitter submitter, boolean certain, long earlierDoubt) {
            this.submitter = submitter;
            this.certain = certain;
            this.earlierDoubt = earlierDoubt;
        }

        /** The SAST server refused the change, so the project is unchanged. */
        void refused() {
            ended = true;
        }

        /** @param digest the digest of the uploaded files; empty to forget the last upload */
        void succeeded(String digest) {
            ended = true;
            replace(certain ? digest : "");
        }

        @Override
        public void close() {
            if (!ended) {
                replace("");
            }
            doubts.put(submitter.target(), ended ? earlierDoubt : endOfDoubt());
            doubts.values().removeIf(end -> end <= clock.millis());
        }

        private void replace(String digest) {
            problems.remove(submitter.target());
            Path file = folder.resolve(submitter.target());
            try {
                if (digest.isEmpty()) {
                    Files.deleteIfExists(file);
                } else {
                    String upload = digest + " " + jobId(submitter) + " " + submitter.build() + " " + clock.millis();
                    Files.writeString(file, upload + "\n");
                }
            } catch (IOException e) {
                problems.put(submitter.target(), IoReason.of(e));
            }
        }
    }
}
