package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.MovableClock;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastUploadsTest {
    private static final ServiceUrl SERVER = ServiceUrl.base("https://sast.example.org/api", false);
    private static final Duration MOMENT = Duration.ofMillis(1);
    static final String NAME = "io.jenkins.plugins.sastscan.submission.LastUploads";
    static final Submitter JOB = submitter(7, "job", 12);
    static final Submitter OTHER_PROJECT = submitter(8, "job", 12);

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

    @Test
    void the_last_upload_is_known_after_a_normal_shutdown() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        uploads.stop();
        assertThat(start().isKnown(JOB)).isTrue();
    }

    @Test
    void an_upload_before_a_crash_or_soon_after_the_restart_is_not_remembered() {
        upload(start(), JOB, "aa");
        clock.move(Duration.ofDays(1));
        LastUploads uploads = start();
        assertThat(uploads.isKnown(JOB)).isFalse();
        assertDoubt(uploads, OTHER_PROJECT);
        assertThat(uploads.isKnown(JOB)).isFalse();
    }

    @Test
    void a_normal_shutdown_does_not_hide_a_later_crash() {
        start().stop();
        upload(start(), JOB, "aa");
        assertDoubt(start(), JOB);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("resource")
    void a_shutdown_during_a_change_is_treated_like_a_crash(boolean beginsAfterTheStop) {
        LastUploads uploads = start();
        if (beginsAfterTheStop) {
            uploads.stop();
            uploads.begin(JOB);
        } else {
            uploads.begin(JOB);
            uploads.stop();
        }
        assertDoubt(start(), JOB);
    }

    @Test
    void a_normal_shutdown_after_a_failed_change_is_treated_like_a_crash() {
        LastUploads uploads = start();
        upload(uploads, OTHER_PROJECT, "bb");
        uploads.begin(JOB).close();
        assertThat(uploads.isKnown(OTHER_PROJECT)).isTrue();
        uploads.stop();
        assertDoubt(start(), JOB);
    }

    @Test
    void an_upload_is_not_remembered_if_it_comes_shortly_after_a_failed_change_of_the_project() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        uploads.begin(JOB).close();
        assertDoubt(uploads, JOB);
    }

    @Test
    void the_last_upload_stays_known_if_the_sast_server_refuses_a_later_change_of_the_project() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        refuse(uploads);
        assertThat(uploads.isKnown(JOB)).isTrue();
    }

    @Test
    void an_upload_is_not_remembered_after_a_failed_change_followed_by_a_refused_change() {
        LastUploads uploads = start();
        uploads.begin(JOB).close();
        refuse(uploads);
        assertDoubt(uploads, JOB);
    }

    @Test
    @SuppressWarnings("resource")
    void the_last_upload_to_a_project_is_unknown_while_a_submission_changes_the_project() {
        LastUploads uploads = start();
        upload(uploads, JOB, "aa");
        uploads.begin(submitter(7, "other", 1));
        assertThat(uploads.isKnown(JOB)).isFalse();
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
        assertDoubt(uploads, JOB);
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

    private void assertDoubt(LastUploads uploads, Submitter submitter) {
        clock.move(LastUploads.DOUBT.minus(MOMENT));
        upload(uploads, submitter, "aa");
        assertThat(uploads.isKnown(submitter)).isFalse();
        clock.move(MOMENT);
        upload(uploads, submitter, "aa");
        assertThat(uploads.isKnown(submitter)).isTrue();
    }
}
