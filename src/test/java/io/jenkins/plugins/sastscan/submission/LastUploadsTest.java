package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.MovableClock;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastUploadsTest {
    private static final ServiceUrl SERVER = ServiceUrl.base("https://sast.example.org/api", false);
    private static final Duration MOMENT = Duration.ofMillis(1);

    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock();

    @Test
    void the_last_upload_is_known_to_all_jobs_and_after_a_restart_but_names_only_builds_of_the_same_job()
            throws Exception {
        upload(target("job", 12), "aa");

        assertThat(target("job", 13).buildThatUploaded("aa")).contains(12);
        assertThat(target("other", 1).buildThatUploaded("aa")).contains(0);
        assertThat(target("job", 13).buildThatUploaded("ab")).isEmpty();
        assertThat(target("job", 13).isKnown()).isTrue();
    }

    @Test
    void another_project_and_another_server_are_others() throws Exception {
        upload(target("job", 1), "aa");
        LastUploads uploads = uploads();

        ServiceUrl other = ServiceUrl.base("https://sast.example.org:8443/api", false);
        assertThat(uploads.of(SERVER, new ProjectId(8), "job", 1).isKnown()).isFalse();
        assertThat(uploads.of(other, new ProjectId(7), "job", 1).isKnown()).isFalse();
        ServiceUrl same = ServiceUrl.base("HTTPS://SAST.example.org:443/api/", false);
        assertThat(uploads.of(same, new ProjectId(7), "job", 1).isKnown()).isTrue();
    }

    @Test
    void it_is_forgotten_in_the_file_too_while_a_change_is_under_way() throws Exception {
        LastUploads uploads = uploads();
        LastUploads.Target target = uploads.of(SERVER, new ProjectId(7), "job", 1);
        upload(target, "aa");
        try (LastUploads.Change change = target.begin()) {
            assertThat(target.isKnown()).isFalse();
            assertThat(target("job", 1).isKnown()).isFalse();
            assertThat(Files.readString(file())).doesNotContain(" ");
            change.succeeded("bb");
        }
        assertThat(target.buildThatUploaded("bb")).contains(1);
    }

    @Test
    void an_upload_that_overlapped_with_another_change_is_not_trusted_and_the_next_one_is() throws Exception {
        LastUploads.Target target = target("job", 1);
        LastUploads.Change first = target.begin();
        try (LastUploads.Change second = target.begin()) {
            second.succeeded("bb");
        }
        assertThat(target.isKnown()).isFalse();
        first.succeeded("aa");
        first.close();
        assertThat(target.isKnown()).isFalse();

        upload(target, "cc");
        assertThat(target.buildThatUploaded("cc")).isPresent();
    }

    @Test
    void after_a_change_with_an_unknown_end_no_upload_is_trusted_as_long_as_it_may_take_effect() throws Exception {
        LastUploads.Target target = target("job", 1);
        target.begin().close();
        assertDoubt(target);
    }

    @Test
    @SuppressWarnings("resource") // The controller is killed.
    void nor_after_a_change_that_was_under_way_when_the_controller_was_killed() throws Exception {
        target("job", 1).begin();
        clock.move(Duration.ofDays(1));
        assertDoubt(target("job", 1));
    }

    @Test
    void nor_after_a_damaged_file() throws Exception {
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertDoubt(target("job", 1));
    }

    @Test
    void it_expires_after_seven_days_or_when_the_clock_was_set_back() throws Exception {
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
    void of_more_than_ten_thousand_projects_the_least_recently_used_ones_are_forgotten() throws Exception {
        List<String> lines = new ArrayList<>();
        upload(target("job", 1), "aa");
        String line = Files.readString(file()).strip();
        for (int i = 0; i < LastUploads.MAX_PROJECTS - 1; i++) {
            lines.add(String.format("%08x", i) + line.substring(8));
        }
        lines.add(0, line);
        Files.write(file(), lines);

        LastUploads uploads = uploads();
        LastUploads.Target used = uploads.of(SERVER, new ProjectId(7), "job", 1);
        assertThat(used.isKnown()).isTrue();
        upload(uploads.of(SERVER, new ProjectId(8), "job", 1), "bb");
        assertThat(used.isKnown()).isTrue();
        assertThat(Files.readAllLines(file())).hasSize(LastUploads.MAX_PROJECTS).doesNotContain(lines.get(1));
        assertThat(Files.size(file())).isLessThan(2_500_000);
    }

    @Test
    void a_damaged_file_is_forgotten() throws Exception {
        upload(target("job", 1), "aa");
        String text = Files.readString(file());
        Files.writeString(file(), text + "nonsense\n");
        assertThat(target("job", 1).isKnown()).isTrue();
        Files.writeString(file(), text + "a b c d 99999999999999999999\n");
        assertThat(target("job", 1).isKnown()).isFalse();
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(target("job", 1).isKnown()).isFalse();
    }

    @Test
    void without_space_for_a_new_file_the_old_one_is_deleted() throws Exception {
        LastUploads.Target target = target("job", 1);
        upload(target, "aa");
        Files.createDirectory(folder.resolve(file().getFileName() + ".new"));
        target.begin().close();
        assertThat(file()).doesNotExist();
        assertThat(target("job", 1).isKnown()).isFalse();
    }

    @Test
    void nothing_is_uploaded_if_the_file_can_neither_be_replaced_nor_deleted() throws Exception {
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
        return folder.resolve("io.jenkins.plugins.sastscan.submission.LastUploads.txt");
    }

    /** As after a restart. */
    private LastUploads uploads() {
        return new LastUploads(folder, clock);
    }

    private LastUploads.Target target(String job, int build) {
        return uploads().of(SERVER, new ProjectId(7), job, build);
    }

    /** An upload is not trusted until the doubt has ended, and the next one is. */
    private void assertDoubt(LastUploads.Target target) throws IOException {
        clock.move(LastUploads.DOUBT.minus(MOMENT));
        upload(target, "aa");
        assertThat(target.isKnown()).isFalse();
        clock.move(MOMENT);
        upload(target, "aa");
        assertThat(target.isKnown()).isTrue();
    }
}
