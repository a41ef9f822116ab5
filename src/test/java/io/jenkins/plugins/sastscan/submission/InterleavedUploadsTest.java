package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.MovableClock;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/**
 * Random histories of several jobs that change two projects at the same time. An upload is skipped only if the SAST server
 * holds exactly these files at that moment.
 */
class InterleavedUploadsTest {
    private static final ServiceUrl SERVER = ServiceUrl.base("https://sast.example.org/api", false);
    private static final String FILE = "io.jenkins.plugins.sastscan.submission.LastUploads.txt";
    private static final int STEPS = 120;

    @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
    void nothing_is_skipped_that_the_server_does_not_hold(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void nothing_is_skipped_that_the_server_does_not_hold_in_many_histories(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    private void assertHolds(long seed) throws IOException {
        Path folder = Files.createTempDirectory("sast-uploads");
        try {
            History history = new History(seed, folder);
            for (int i = 0; i < STEPS; i++) {
                history.step();
            }
            history.settle();
        } finally {
            Files.deleteIfExists(folder.resolve(FILE + ".new"));
            Files.deleteIfExists(folder.resolve(FILE));
            Files.delete(folder);
        }
    }

    /** The controller, and a server that holds, by project, what reached it last. */
    private static final class History {
        private final Random random;
        private final Path folder;
        private final MovableClock clock = new MovableClock();
        private final Map<ProjectId, String> held = new HashMap<>();
        private final List<Flight> flights = new ArrayList<>();
        /** What failed, was aborted or lost its controller, and can still reach the server. */
        private final List<Flight> lost = new ArrayList<>();

        private LastUploads uploads;

        History(long seed, Path folder) {
            random = new Random(seed);
            this.folder = folder;
            uploads = new LastUploads(folder, clock);
        }

        /** A change under way. Git settings count as files that no job has. */
        private static final class Flight {
            private final ProjectId project;
            private final String content;
            private final LastUploads.Change change;
            private boolean arrived;
            private Instant end;

            Flight(ProjectId project, String content, LastUploads.Change change) {
                this.project = project;
                this.content = content;
                this.change = change;
            }
        }

        void step() throws IOException {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> submit();
                case 4, 5, 6 -> succeed();
                case 7 -> fail();
                case 8 -> any(flights).ifPresent(this::reach);
                case 9 -> any(lost).ifPresent(this::reach);
                case 10 -> pass(Duration.ofMinutes(1L << random.nextInt(14)));
                default -> disturb();
            }
        }

        /** A job with files of its own begins with comparing, as {@link Submission} does. */
        private void submit() throws IOException {
            ProjectId project = new ProjectId(1 + random.nextInt(2));
            String content = random.nextInt(8) == 0 ? "git" : "0" + random.nextInt(3);
            LastUploads.Target target = uploads.of(SERVER, project, "job" + random.nextInt(3), 1);
            if (target.buildThatUploaded(content).isPresent()) {
                assertThat(held.get(project)).isEqualTo(content);
            } else {
                flights.add(new Flight(project, content, target.begin()));
            }
        }

        private void succeed() {
            any(flights).ifPresent(flight -> {
                flights.remove(flight);
                reach(flight);
                flight.change.succeeded(flight.content.equals("git") ? "" : flight.content);
                flight.change.close();
            });
        }

        private void fail() {
            any(flights).ifPresent(flight -> {
                flights.remove(flight);
                flight.change.close();
                lose(flight);
            });
        }

        private void lose(Flight flight) {
            flight.end = clock.instant().plus(LastUploads.DOUBT);
            lost.add(flight);
        }

        private Optional<Flight> any(List<Flight> some) {
            return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
        }

        private void reach(Flight flight) {
            if (!flight.arrived) {
                flight.arrived = true;
                held.put(flight.project, flight.content);
            }
        }

        private void pass(Duration time) {
            clock.move(time);
            lost.removeIf(flight -> !clock.instant().isBefore(flight.end));
        }

        private void disturb() throws IOException {
            Path blocked = folder.resolve(FILE + ".new");
            switch (random.nextInt(3)) {
                case 0 -> {
                    // The process is killed, and started again: now or after a day.
                    flights.forEach(this::lose);
                    flights.clear();
                    if (!Files.exists(folder.resolve(FILE))) {
                        // The disk was full as well. What was uploaded is forgotten then, but also what was under way.
                        lost.clear();
                    }
                    uploads = new LastUploads(folder, clock);
                }
                case 1 -> {
                    // The disk is full, or has space again.
                    if (!Files.deleteIfExists(blocked)) {
                        Files.createDirectory(blocked);
                    }
                }
                default -> {
                    // The process was killed while it wrote.
                    if (!Files.exists(blocked)) {
                        Files.writeString(blocked, "half a li");
                    }
                }
            }
        }

        /** When all has ended, an upload is known again. */
        void settle() throws IOException {
            while (!flights.isEmpty()) {
                succeed();
            }
            pass(LastUploads.DOUBT);
            LastUploads.Target target = uploads.of(SERVER, new ProjectId(1), "job", 1);
            LastUploadsTest.upload(target, "00");
            assertThat(target.buildThatUploaded("00")).contains(1);
        }
    }
}
