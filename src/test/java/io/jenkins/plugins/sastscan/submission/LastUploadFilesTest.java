package io.jenkins.plugins.sastscan.submission;

import static io.jenkins.plugins.sastscan.submission.LastUploadsTest.JOB;
import static io.jenkins.plugins.sastscan.submission.LastUploadsTest.NAME;
import static io.jenkins.plugins.sastscan.submission.LastUploadsTest.OTHER_PROJECT;
import static io.jenkins.plugins.sastscan.submission.LastUploadsTest.upload;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.MovableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastUploadFilesTest {
    @TempDir
    Path home;

    private final MovableClock clock = new MovableClock();

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
    void no_upload_is_trusted_if_the_folder_cannot_be_used() throws Exception {
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

    private LastUploads start() {
        return new LastUploads(home, clock);
    }
}
