package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.Fixture.MovableClock;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastUploadsTest {
    private static final ServiceUrl SERVER = ServiceUrl.base("https://sast.example.org/api", false);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String FILE = "io.jenkins.plugins.sastscan.submission.LastUploads.txt";
    private static final int STEPS = 120;

    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock();

    @Test
    void the_last_upload_is_known_to_all_jobs_but_its_build_only_to_its_job() throws Exception {
        upload(target("job", 12), "aa");

        assertThat(target("job", 13).buildThatUploaded("aa")).contains(12);
        assertThat(target("other", 1).buildThatUploaded("aa")).contains(0);
        assertThat(target("job", 13).buildThatUploaded("ab")).isEmpty();
        assertThat(target("job", 13).isKnown()).isTrue();
    }

    @Test
    void uploads_are_known_per_server_and_project() throws Exception {
        upload(target("job", 1), "aa");
        LastUploads uploads = uploads();

        ServiceUrl other = ServiceUrl.base("https://sast.example.org:8443/api", false);
        assertThat(uploads.of(SERVER, new ProjectId(8), "job", 1).isKnown()).isFalse();
        assertThat(uploads.of(other, new ProjectId(7), "job", 1).isKnown()).isFalse();
        ServiceUrl same = ServiceUrl.base("HTTPS://SAST.example.org:443/api/", false);
        assertThat(uploads.of(same, new ProjectId(7), "job", 1).isKnown()).isTrue();
    }

    @Test
    void a_change_with_an_unknown_result_delays_trust_in_later_uploads() throws Exception {
        LastUploads.Target target = target("job", 1);
        target.begin().close();
        assertDoubt(target);
    }

    @Test
    @SuppressWarnings("resource") // The controller is killed.
    void a_change_during_a_crash_of_the_controller_delays_trust_in_later_uploads() throws Exception {
        target("job", 1).begin();
        clock.move(Duration.ofDays(1));
        assertDoubt(target("job", 1));
    }

    @Test
    void an_undecodable_file_delays_trust_in_later_uploads() throws Exception {
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertDoubt(target("job", 1));
    }

    /** The upload to another project rewrites the file before the restart. */
    @Test
    void an_undecodable_file_delays_trust_even_after_another_upload_and_a_restart() throws Exception {
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        upload(uploads().of(SERVER, new ProjectId(8), "job", 1), "bb");
        assertDoubt(target("job", 1));
    }

    @Test
    void an_upload_stored_by_an_older_version_is_not_trusted() throws Exception {
        String old = md5(SERVER + " 7") + " aa " + md5("job") + " 12 " + clock.millis();
        Files.writeString(file(), old + "\n");

        LastUploads.Target target = target("job", 13);
        assertThat(target.isKnown()).isFalse();
        upload(target, "bb");

        assertThat(Files.readAllLines(file())).singleElement().asString().contains(" bb ");
        assertThat(target("job", 14).buildThatUploaded("bb")).contains(13);
    }

    @Test
    void an_unfinished_change_stored_by_an_older_version_delays_trust() throws Exception {
        Files.writeString(file(), md5(SERVER + " 7") + "\n");
        upload(target("job", 1), "aa");
        assertThat(target("job", 1).isKnown()).isFalse();
        assertDoubt(target("job", 1));
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    /** IDs as older versions stored them. */
    private static String md5(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Test
    void an_upload_expires_after_seven_days_or_if_the_clock_is_set_back() throws Exception {
        LastUploads.Target target = target("job", 1);
        upload(target, "aa");
        clock.move(Duration.ofDays(7).minus(MOMENT));
        assertThat(target.isKnown()).isTrue();
        clock.move(MOMENT);
        assertThat(target.isKnown()).isFalse();
        assertThat(target("job", 1).isKnown()).isFalse();

        upload(target, "aa");
        clock.move(Duration.ofMinutes(1).negated());
        assertThat(target.isKnown()).isFalse();
    }

    @Test
    void the_least_recently_used_of_10000_projects_is_forgotten() throws Exception {
        List<String> lines = new ArrayList<>();
        upload(target("job", 1), "aa");
        String line = Files.readString(file()).strip();
        for (int i = 0; i < LastUploads.MAX_PROJECTS - 1; i++) {
            lines.add(String.format("%08x", i) + line.substring(8));
        }
        lines.add(0, line);
        String inDoubt = "f".repeat(32);
        lines.add(0, inDoubt);
        Files.write(file(), lines);

        LastUploads uploads = uploads();
        LastUploads.Target used = uploads.of(SERVER, new ProjectId(7), "job", 1);
        assertThat(used.isKnown()).isTrue();
        upload(uploads.of(SERVER, new ProjectId(8), "job", 1), "bb");
        assertThat(used.isKnown()).isTrue();
        assertThat(Files.readAllLines(file()))
                .hasSize(LastUploads.MAX_PROJECTS)
                .contains(inDoubt)
                .doesNotContain(lines.get(2));
        assertThat(Files.size(file())).isLessThan(2_500_000);
    }

    @Test
    void a_line_with_an_unreadable_time_discards_the_uploads() throws Exception {
        upload(target("job", 1), "aa");
        String text = Files.readString(file());
        Files.writeString(file(), text + "nonsense\n");
        assertThat(target("job", 1).isKnown()).isTrue();
        Files.writeString(file(), text + "a b c d 99999999999999999999\n");
        assertThat(target("job", 1).isKnown()).isFalse();
    }

    @Test
    void the_file_is_deleted_if_it_cannot_be_replaced() throws Exception {
        LastUploads.Target target = target("job", 1);
        upload(target, "aa");
        LastUploads.Change change = target.begin();
        Files.createDirectory(folder.resolve(file().getFileName() + ".new"));
        change.close();
        assertThat(file()).exists();
        target.begin().close();
        assertThat(file()).doesNotExist();
        assertThat(target("job", 1).isKnown()).isFalse();
    }

    @Test
    void a_file_that_cannot_be_replaced_or_deleted_fails_the_upload() throws Exception {
        Files.createDirectories(file().resolve("in-the-way"));
        LastUploads.Target target = target("job", 1);
        assertThatThrownBy(target::begin)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("The controller cannot write " + file())
                .hasMessageEndingWith("Check the free disk space and the permissions.");
        Files.delete(file().resolve("in-the-way"));
        Files.delete(file());
        LastUploads.Target again = target("job", 1);
        upload(again, "aa");
        assertThat(again.isKnown()).isTrue();
    }

    static void upload(LastUploads.Target target, String digest) throws IOException {
        try (LastUploads.Change change = target.begin()) {
            change.succeeded(digest);
        }
    }

    private Path file() {
        return folder.resolve(FILE);
    }

    /** Reads the file again, as after a restart. */
    private LastUploads uploads() {
        return new LastUploads(folder, clock);
    }

    private LastUploads.Target target(String job, int build) {
        return uploads().of(SERVER, new ProjectId(7), job, build);
    }

    /** An upload is not trusted before {@link LastUploads#DOUBT} has passed, and a later one is. */
    private void assertDoubt(LastUploads.Target target) throws IOException {
        clock.move(LastUploads.DOUBT.minus(MOMENT));
        upload(target, "aa");
        assertThat(target.isKnown()).isFalse();
        clock.move(MOMENT);
        upload(target, "aa");
        assertThat(target.isKnown()).isTrue();
    }

    @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
    void an_upload_is_skipped_only_if_the_server_has_the_files(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void in_many_histories_an_upload_is_skipped_only_if_the_server_has_the_files(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    /** Runs a random history of several jobs. */
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

    /** A controller, and a server that keeps the last upload of each project. */
    private static final class History {
        private final Random random;
        private final Path folder;
        private final MovableClock clock = new MovableClock();
        private final Map<ProjectId, String> held = new HashMap<>();
        private final List<Flight> flights = new ArrayList<>();
        private final Set<Flight> arrived = new HashSet<>();
        /** Failed, aborted and lost changes, which can still reach the server until this time. */
        private final Map<Flight, Instant> lost = new LinkedHashMap<>();

        private LastUploads uploads;

        History(long seed, Path folder) {
            random = new Random(seed);
            this.folder = folder;
            uploads = new LastUploads(folder, clock);
        }

        /** A running change. Git settings are represented by content that no job has. */
        private record Flight(ProjectId project, String content, LastUploads.Change change) {}

        void step() throws IOException {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> submit();
                case 4, 5, 6 -> any(flights).ifPresent(flight -> end(flight, true));
                case 7 -> any(flights).ifPresent(flight -> end(flight, false));
                case 8 -> any(flights).ifPresent(this::reach);
                case 9 -> any(List.copyOf(lost.keySet())).ifPresent(this::reach);
                case 10 -> pass(Duration.ofMinutes(1L << random.nextInt(14)));
                default -> disturb();
            }
        }

        /** A job compares its files first, like {@link Submission}. */
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

        private void end(Flight flight, boolean succeeded) {
            flights.remove(flight);
            if (succeeded) {
                reach(flight);
                flight.change.succeeded(flight.content.equals("git") ? "" : flight.content);
            } else {
                lose(flight);
            }
            flight.change.close();
        }

        private void lose(Flight flight) {
            lost.put(flight, clock.instant().plus(LastUploads.DOUBT));
        }

        private Optional<Flight> any(List<Flight> some) {
            return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
        }

        private void reach(Flight flight) {
            if (arrived.add(flight)) {
                held.put(flight.project, flight.content);
            }
        }

        private void pass(Duration time) {
            clock.move(time);
            lost.values().removeIf(end -> !clock.instant().isBefore(end));
        }

        private void disturb() throws IOException {
            Path blocked = folder.resolve(FILE + ".new");
            switch (random.nextInt(3)) {
                case 0 -> {
                    // The controller is killed and restarted.
                    flights.forEach(this::lose);
                    flights.clear();
                    if (!Files.exists(folder.resolve(FILE))) {
                        // The disk was also full: known uploads and running changes are forgotten.
                        lost.clear();
                    }
                    uploads = new LastUploads(folder, clock);
                }
                case 1 -> {
                    // The disk becomes full, or has space again.
                    if (!Files.deleteIfExists(blocked)) {
                        Files.createDirectory(blocked);
                    }
                }
                default -> {
                    // The controller was killed during a write.
                    if (!Files.exists(blocked)) {
                        Files.writeString(blocked, "half a li");
                    }
                }
            }
        }

        /** Ends all changes. Then an upload is known again. */
        void settle() throws IOException {
            List.copyOf(flights).forEach(flight -> end(flight, true));
            pass(LastUploads.DOUBT);
            LastUploads.Target target = uploads.of(SERVER, new ProjectId(1), "job", 1);
            upload(target, "00");
            assertThat(target.buildThatUploaded("00")).contains(1);
        }
    }
}
