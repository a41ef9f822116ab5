package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The last upload from a controller to each project, in memory and in a file. It is forgotten before anything changes
 * the project, and known again only after an upload that certainly came last: it succeeded, no other change overlapped
 * with it, and no earlier one can still take effect. Thread-safe.
 */
public final class LastUploads {
    /** If there are more projects, the least recently used ones are forgotten, unless a change may still take effect. */
    static final int MAX_PROJECTS = 10_000;

    static final Duration LIFETIME = Duration.ofDays(7);
    /** How long a change that failed or was cut off may still take effect: as long as an upload can take. */
    static final Duration DOUBT = CallPolicy.DEFAULT.uploadLimit();

    private static final String FILE = LastUploads.class.getName() + ".txt";
    private static final int FIELDS = 5;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    /** In doubt if it is unknown of which projects changes are under way. Kept in the file like a project. */
    private static final String ANY_PROJECT = "any";

    private final Path folder;
    private final Path file;
    private final Clock clock;
    /** The least recently used first. */
    private final Map<String, Project> projects = new LinkedHashMap<>(16, 0.75f, true);

    /** @param job the ID of the job that uploaded, in its build of this number */
    private record Upload(String digest, String job, int build, long time) {}

    private static final class Project {
        private Change latest;
        private int running;
        private long doubtEnd;
        /** Null if unknown. */
        private Upload last;

        private Project(Upload last, long doubtEnd) {
            this.last = last;
            this.doubtEnd = doubtEnd;
        }

        private boolean isKnown(long now) {
            return last != null && last.time <= now && now - last.time < LIFETIME.toMillis();
        }

        private boolean isInDoubt(long now) {
            return running > 0 || now < doubtEnd;
        }

        /** Without an upload, it is unknown whether a change has taken effect. */
        private String line() {
            return last == null ? "" : " " + last.digest + " " + last.job + " " + last.build + " " + last.time;
        }
    }

    /** Reads the file in a folder, if it exists. Forgets what is damaged or what an older version wrote with other IDs. */
    public LastUploads(Path folder, Clock clock) {
        this.folder = folder;
        this.file = folder.resolve(FILE);
        this.clock = clock;
        try {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split(" ");
                boolean isId = ID.matcher(fields[0]).matches();
                Upload last = fields.length == FIELDS
                        ? new Upload(fields[1], fields[2], Integer.parseInt(fields[3]), Long.parseLong(fields[4]))
                        : null;
                if (isId || last == null) {
                    projects.put(isId ? fields[0] : ANY_PROJECT, new Project(last, last == null ? endOfDoubt() : 0));
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing was uploaded yet.
        } catch (IOException | NumberFormatException e) {
            projects.clear();
            projects.put(ANY_PROJECT, new Project(null, endOfDoubt()));
        }
    }

    private long endOfDoubt() {
        return clock.millis() + DOUBT.toMillis();
    }

    /**
     * Returns what is known of a project.
     *
     * @param job the full name of the job that asks, and that uploads
     * @param build the number of its build
     */
    public Target of(ServiceUrl server, ProjectId project, String job, int build) {
        return new Target(Checksums.shortDigest(server + " " + project), Checksums.shortDigest(job), build);
    }

    /** A project of a SAST server, as seen by a build. */
    public final class Target {
        private final String id;
        private final String job;
        private final int build;

        private Target(String id, String job, int build) {
            this.id = id;
            this.job = job;
            this.build = build;
        }

        private Optional<Upload> last() {
            synchronized (projects) {
                return Optional.ofNullable(projects.get(id))
                        .filter(project -> project.isKnown(clock.millis()))
                        .map(project -> project.last);
            }
        }

        boolean isKnown() {
            return last().isPresent();
        }

        /** Returns the build of the last upload, 0 for one of another job; empty if unknown or of other files. */
        Optional<Integer> buildThatUploaded(String digest) {
            return last().filter(upload -> upload.digest.equals(digest))
                    .map(upload -> upload.job.equals(job) ? upload.build : 0);
        }

        /**
         * Forgets the last upload, because something is about to change the project.
         *
         * @throws IOException if the file still has the last upload; the message is for users
         */
        Change begin() throws IOException {
            synchronized (projects) {
                Project project = projects.computeIfAbsent(id, any -> new Project(null, 0));
                project.last = null;
                long now = clock.millis();
                boolean alone = !project.isInDoubt(now)
                        && !projects.getOrDefault(ANY_PROJECT, project).isInDoubt(now);
                project.running++;
                try {
                    saveOrDelete();
                    syncFolder();
                } catch (IOException e) {
                    project.running--;
                    throw new IOException(
                            "The controller cannot write " + file + " (" + IoReason.of(e)
                                    + "). Check the free disk space and the permissions.",
                            e);
                }
                project.latest = new Change(this, project, alone);
                return project.latest;
            }
        }
    }

    /** A change of a project: an upload, or new Git settings. Close it when it has ended in any way. */
    final class Change implements AutoCloseable {
        private final Target target;
        private final Project project;
        private final boolean alone;
        private boolean succeeded;

        private Change(Target target, Project project, boolean alone) {
            this.target = target;
            this.project = project;
            this.alone = alone;
        }

        /** @param digest what the project certainly has now, unless another change overlapped; empty if that is unknown */
        void succeeded(String digest) {
            synchronized (projects) {
                succeeded = true;
                if (alone && project.latest == this && !digest.isEmpty()) {
                    project.last = new Upload(digest, target.job, target.build, clock.millis());
                }
            }
        }

        @Override
        public void close() {
            synchronized (projects) {
                project.running--;
                if (!succeeded) {
                    project.doubtEnd = endOfDoubt();
                }
                try {
                    save();
                } catch (IOException e) {
                    // The file still says that a change is under way.
                }
            }
        }
    }

    private void save() throws IOException {
        long now = clock.millis();
        projects.values().removeIf(project -> !project.isInDoubt(now) && !project.isKnown(now));
        Iterator<Project> oldest = projects.values().iterator();
        for (int excess = projects.size() - MAX_PROJECTS; excess > 0 && oldest.hasNext(); ) {
            if (!oldest.next().isInDoubt(now)) {
                oldest.remove();
                excess--;
            }
        }
        StringBuilder text = new StringBuilder();
        projects.forEach((id, project) -> text.append(id).append(project.line()).append('\n'));
        Path next = folder.resolve(FILE + ".new");
        try (FileOutputStream out = new FileOutputStream(next.toFile())) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void saveOrDelete() throws IOException {
        try {
            save();
        } catch (IOException e) {
            Files.deleteIfExists(file);
        }
    }

    /** Prevents a crash from bringing back a file that was replaced or deleted. */
    private void syncFolder() {
        try (FileChannel entries = FileChannel.open(folder)) {
            entries.force(true);
        } catch (IOException e) {
            // Windows keeps the order by itself.
        }
    }
}
