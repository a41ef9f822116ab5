package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.MovableClock;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LastUploadsTest {
    private static final ServiceUrl SERVER = ServiceUrl.base("https://sast.example.org/api", false);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String NAME = "io.jenkins.plugins.sastscan.submission.LastUploads";
    private static final Submitter JOB = submitter(7, "job", 12);
    private static final Submitter OTHER_PROJECT = submitter(8, "job", 12);

    @TempDir
    Path home;

    private final MovableClock clock = new MovableClock();

    @Test
    void all_jobs_know_the_last_upload_but_only_the_uploading_job_knows_the_build_number() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");

        assertThat(uploads.buildThatUploaded(submitter(7, "job", 13), "aa")).contains(12);
        assertThat(uploads.buildThatUploaded(submitter(7, "other", 1), "aa")).contains(0);
        assertThat(uploads.buildThatUploaded(JOB, "ab")).isEmpty();
        assertThat(uploads.isKnown(submitter(7, "other", 1))).isTrue();
    }

    @Test
    void each_project_on_each_server_has_its_own_last_upload() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");

        ServiceUrl other = ServiceUrl.base("https://sast.example.org:8443/api", false);
        assertThat(uploads.isKnown(OTHER_PROJECT)).isFalse();
        assertThat(uploads.isKnown(Submitter.of(other, new ProjectId(7), "job", 1)))
                .isFalse();
        ServiceUrl same = ServiceUrl.base("HTTPS://SAST.example.org:443/api/", false);
        assertThat(uploads.isKnown(Submitter.of(same, new ProjectId(7), "job", 1)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "upload, shutdown, start | true",
                "upload, refused change | true",
                "upload, failed change of another project | true",
                "upload, change that has not ended | false",
                "upload, crash, start | false",
                "upload, crash, start, a day | false"
            })
    void the_last_upload_is_known_only_if_nothing_can_have_replaced_it(String events, boolean known) {
        assertThat(after(events).isKnown(JOB)).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "upload, failed change",
                "failed change, refused change",
                "failed change, shutdown, start",
                "change that has not ended, shutdown, start",
                "shutdown, change that has not ended, start",
                "upload, a day, crash, start",
                "shutdown, start, upload, crash, start"
            })
    void an_upload_is_not_remembered_if_an_earlier_request_can_still_take_effect(String events) {
        LastUploads uploads = after(events);
        assertThat(uploads.isKnown(JOB)).isFalse();
        assertDoubt(uploads);
    }

    @SuppressWarnings("resource")
    private LastUploads after(String events) {
        LastUploads uploads = start();
        for (String event : events.split(", ")) {
            switch (event) {
                case "upload" -> upload(uploads, JOB, "aa");
                case "refused change" -> refuse(uploads);
                case "failed change" -> uploads.begin(JOB).close();
                case "failed change of another project" ->
                    uploads.begin(OTHER_PROJECT).close();
                case "change that has not ended" -> uploads.begin(submitter(7, "other", 1));
                case "a day" -> clock.move(Duration.ofDays(1));
                case "crash" -> {} // Nothing is called.
                case "shutdown" -> uploads.stop();
                case "start" -> uploads = start();
                default -> throw new IllegalArgumentException(event);
            }
        }
        return uploads;
    }

    @Test
    void an_upload_expires_after_seven_days_or_when_the_clock_is_set_back() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        clock.move(Duration.ofDays(7).minus(MOMENT));
        assertThat(uploads.isKnown(JOB)).isTrue();
        clock.move(MOMENT);
        assertThat(uploads.isKnown(JOB)).isFalse();

        upload(uploads, JOB, "aa");
        clock.move(Duration.ofMinutes(1).negated());
        assertThat(uploads.isKnown(JOB)).isFalse();
    }

    @Test
    void an_update_from_an_older_plugin_version_is_treated_like_a_crash() throws Exception {
        Path old = Files.writeString(home.resolve(NAME + ".txt"), "0".repeat(32) + "\n");
        LastUploads uploads = start();
        assertThat(old).doesNotExist();
        assertDoubt(uploads);
    }

    @Test
    void the_record_of_the_previous_upload_is_deleted_after_an_upload_without_a_digest() throws Exception {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        upload(uploads, JOB, "");
        assertThat(uploads.isKnown(JOB)).isFalse();
        try (var files = Files.list(home.resolve(NAME))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void expired_files_are_deleted_when_jenkins_starts() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        clock.move(Duration.ofDays(7));
        upload(uploads, OTHER_PROJECT, "bb");
        uploads.stop();

        assertThat(start().isKnown(OTHER_PROJECT)).isTrue();
        assertThat(file(JOB)).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "half a li", "a b c d\n", "aa 00 1 99999999999999999999\n"})
    void a_damaged_file_is_not_trusted(String text) throws Exception {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        upload(uploads, OTHER_PROJECT, "bb");
        Files.writeString(file(JOB), text);
        assertThat(uploads.isKnown(JOB)).isFalse();
        uploads.stop();
        assertThat(start().isKnown(OTHER_PROJECT)).isTrue();
        assertThat(file(JOB)).doesNotExist();
    }

    @Test
    void a_file_that_cannot_be_replaced_is_untrusted_and_reported_as_a_problem() throws Exception {
        LastUploads uploads = start();
        upload(uploads, OTHER_PROJECT, "bb");
        Files.createDirectories(file(JOB).resolve("in-the-way"));
        upload(uploads, JOB, "aa");
        assertThat(uploads.isKnown(JOB)).isFalse();
        assertThat(uploads.problem(OTHER_PROJECT)).isEmpty();
        assertThat(uploads.isKnown(OTHER_PROJECT)).isTrue();
        upload(uploads, JOB, "");
        assertThat(uploads.problem(JOB))
                .contains("Unchanged files are uploaded again, because the controller cannot replace " + file(JOB)
                        + " (the directory is not empty). Check the free disk space and the permissions.");

        Files.delete(file(JOB).resolve("in-the-way"));
        upload(uploads, JOB, "");
        assertThat(uploads.problem(JOB)).isEmpty();
        upload(uploads, JOB, "aa");
        assertThat(uploads.isKnown(JOB)).isTrue();
    }

    @Test
    void jenkins_forgets_all_uploads_at_the_next_start_if_a_file_could_not_be_deleted() throws Exception {
        LastUploads uploads = start();
        Files.createDirectories(file(JOB).resolve("in-the-way"));
        upload(uploads, OTHER_PROJECT, "bb");
        upload(uploads, JOB, "");
        uploads.stop();
        Files.delete(file(JOB).resolve("in-the-way"));
        assertThat(start().isKnown(OTHER_PROJECT)).isFalse();
    }

    @Test
    void no_upload_is_remembered_if_the_folder_of_the_records_cannot_be_used() throws Exception {
        Files.writeString(home.resolve(NAME), "in the way");
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        assertThat(uploads.isKnown(JOB)).isFalse();
        assertThat(uploads.problem(JOB)).isPresent();
        uploads.stop();
    }

    private Path file(Submitter submitter) {
        return home.resolve(NAME).resolve(submitter.target());
    }

    static Submitter submitter(long project, String job, int build) {
        return Submitter.of(SERVER, new ProjectId(project), job, build);
    }

    static void upload(LastUploads uploads, Submitter submitter, String digest) {
        try (LastUploads.Change change = uploads.begin(submitter)) {
            change.succeeded(digest);
        }
    }

    private static void refuse(LastUploads uploads) {
        try (LastUploads.Change change = uploads.begin(JOB)) {
            change.refused();
        }
    }

    private LastUploads start() {
        return new LastUploads(home, clock);
    }

    private void assertDoubt(LastUploads uploads) {
        clock.move(LastUploads.DOUBT.minus(MOMENT));
        upload(uploads, JOB, "aa");
        assertThat(uploads.isKnown(JOB)).isFalse();
        clock.move(MOMENT);
        upload(uploads, JOB, "aa");
        assertThat(uploads.isKnown(JOB)).isTrue();
    }
}
