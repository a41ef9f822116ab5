package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a controller uploaded last to each project, so that it need not upload the same files again. It is forgotten, in
 * the file too, before anything changes the project, and known again only after an upload that certainly came last: it
 * succeeded, no other change overlapped with it, and no earlier one can still take effect. Thread-safe.
 */
public final class LastUploads {
    /** Of more projects, the least recently used ones are forgotten. */
    static final int MAX_PROJECTS = 10_000;

    /** An older upload is forgotten. */
    static final Duration LIFETIME = Duration.ofDays(7);

    /** How long a change that failed, was aborted or was cut off may still take effect: as long as an upload can take. */
    static final Duration DOUBT = CallPolicy.DEFAULT.uploadLimit();

    /** A project, and its last upload or nothing: then there was a change whose end is unknown. */
    private static final Pattern LINE =
            Pattern.compile("([0-9a-f-]{36})(?:\\x20([0-9a-f]{1,64})\\x20([0-9]{1,18})\\x20([0-9a-f-]{36})\\x20([0-9]{1,9}))?");

    private final Path file;
    private final Clock clock;

    /** By project, the least recently used first. */
    private final Map<String, State> states = new LinkedHashMap<>(16, 0.75f, true);

    /** @param time milliseconds since 1970 */
    private record Upload(String digest, long time, String job, int build) {
        private boolean isExpired(long now) {
            return now < time || now - time >= LIFETIME.toMillis();
        }

        @Override
        public String toString() {
            return " " + digest + " " + time + " " + job + " " + build;
        }
    }

    private static final class State {
        private Upload last;
        private long changes;
        private int running;
        private long doubtEnd;

        private boolean isInDoubt(long now) {
            return running > 0 || now < doubtEnd;
        }
    }

    /** Reads what the file says, if it exists. What cannot be read is forgotten. */
    public LastUploads(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
        List<String> lines = List.of();
        try {
            lines = Files.exists(file) ? Files.readAllLines(file) : lines;
        } catch (IOException e) {
            // Forgetting is always safe.
        }
        for (String line : lines) {
            Matcher fields = LINE.matcher(line);
            if (fields.matches()) {
                State state = new State();
                states.put(fields.group(1), state);
                if (fields.group(2) == null) {
                    state.doubtEnd = clock.millis() + DOUBT.toMillis();
                } else {
                    state.last = new Upload(
                            fields.group(2),
                            Long.parseLong(fields.group(3)),
                            fields.group(4),
                            Integer.parseInt(fields.group(5)));
                }
            }
        }
    }

    /**
     * Returns what is known of a project.
     *
     * @param job the full name of the job that asks, and that uploads
     * @param build the number of its build
     */
    public Target of(ServiceUrl server, ProjectId project, String job, int build) {
        return new Target(id(server + " " + project), id(job), build);
    }

    private static String id(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** A project of a SAST server, as seen by a build. */
    public final class Target {
        private final String project;
        private final String job;
        private final int build;

        private Target(String project, String job, int build) {
            this.project = project;
            this.job = job;
            this.build = build;
        }

        /** Tells whether the last upload is known. Otherwise, comparing is useless. */
        boolean isKnown() {
            return last().isPresent();
        }

        /**
         * Compares files with the last upload.
         *
         * @return empty unless they are the same; the number of the build that uploaded them, or 0 if it is of another job
         */
        Optional<Integer> buildThatUploaded(String digest) {
            return last().filter(upload -> upload.digest.equals(digest))
                    .map(upload -> upload.job.equals(job) ? upload.build : 0);
        }

        private Optional<Upload> last() {
            synchronized (states) {
                State state = states.get(project);
                return state == null || state.last == null || state.last.isExpired(clock.millis())
                        ? Optional.empty()
                        : Optional.of(state.last);
            }
        }

        /**
         * Forgets the last upload, because something is about to change the project.
         *
         * @throws IOException if the file still has the last upload; the message is for users
         */
        Change begin() throws IOException {
            synchronized (states) {
                State state = states.computeIfAbsent(project, any -> new State());
                state.last = null;
                Change change = new Change(this, state, !state.isInDoubt(clock.millis()));
                state.running++;
                try {
                    saveOrDelete();
                } catch (IOException e) {
                    state.running--;
                    throw new IOException(
                            "The controller cannot write " + file + " (" + IoReason.of(e)
                                    + "). Check the free disk space and the permissions.",
                            e);
                }
                return change;
            }
        }
    }

    /** A change of a project: an upload, or new Git settings. Close it when it has ended in any way. */
    final class Change implements AutoCloseable {
        private final Target target;
        private final State state;
        private final boolean alone;
        private final long number;
        private boolean succeeded;

        private Change(Target target, State state, boolean alone) {
            this.target = target;
            this.state = state;
            this.alone = alone;
            this.number = ++state.changes;
        }

        /** The SAST server has the files with this digest. */
        void uploaded(String digest) {
            synchronized (states) {
                succeeded();
                if (alone && state.changes == number) {
                    state.last = new Upload(digest, clock.millis(), target.job, target.build);
                }
            }
        }

        /** The SAST server has carried out the change. */
        void succeeded() {
            succeeded = true;
        }

        @Override
        public void close() {
            synchronized (states) {
                state.running--;
                if (!succeeded) {
                    state.doubtEnd = clock.millis() + DOUBT.toMillis();
                }
                try {
                    save();
                } catch (IOException e) {
                    // The file still says that a change is under way.
                }
            }
        }
    }

    private void saveOrDelete() throws IOException {
        try {
            save();
        } catch (IOException e) {
            Files.deleteIfExists(file);
        }
    }

    private void save() throws IOException {
        long now = clock.millis();
        states.values().removeIf(state -> !state.isInDoubt(now) && (state.last == null || state.last.isExpired(now)));
        Iterator<State> oldest = states.values().iterator();
        for (int excess = states.size() - MAX_PROJECTS; excess > 0; excess--) {
            if (oldest.next().running == 0) {
                oldest.remove();
            }
        }
        StringBuilder text = new StringBuilder();
        states.forEach((project, state) -> text.append(project)
                .append(state.last == null ? "" : state.last)
                .append('\n'));
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (FileOutputStream out = new FileOutputStream(next.toFile())) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        } catch (IOException e) {
            // Windows keeps the order by itself.
        }
    }
}
