package io.jenkins.plugins.sastscan.submission;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkipUnchangedTest extends SubmissionTests {
    private Path file;

    private void uploadOnce() throws Exception {
        afterwards.put("digest", () -> {
            throw new IOException("Compared with nothing.");
        });
        assertThat(skipped()).isFalse();
        afterwards.clear();
        file = workspace.resolve("pom.xml");
    }

    @Test
    void unchanged_files_are_not_uploaded_but_the_scan_is_forced() throws Exception {
        uploadOnce();
        int before = simulator.requests().size();
        var outcome = run(skipping(EVERYTHING, true));

        assertThat(outcome.toMap())
                .containsEntry("unchanged", true)
                .doesNotContainKey("archive")
                .containsEntry("scanForced", true);
        assertThat(outcome.done()).containsExactly(Stage.ACCESS, Stage.ARCHIVE, Stage.FORCE_SCAN);
        assertThat(outcome.getText().getBuildThatUploaded()).isEqualTo(1);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScans()).isEqualTo(1);
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .extracting(request -> request.body().length())
                .containsOnly(0L);
    }

    @ParameterizedTest
    @CsvSource({"403, ", "200, {}", "200, '{\"error\":\"unauthorized\"}'"})
    void unchanged_files_are_uploaded_if_the_account_cannot_read_the_git_settings(int status, String json)
            throws Exception {
        uploadOnce();
        Fault.Answer refusal = Fault.answer(status);
        simulator.always(SimulatedOperation.READ_GIT, json == null ? refusal : refusal.withJson(json));
        afterwards.put("digest", () -> {
            throw new IOException("Compared for an account without rights.");
        });

        assertUploadedAgain(
                "the account cannot read the Git settings of the project. Grant it the permission, or disable"
                        + " skipUnchanged.");
    }

    @Test
    void a_submission_of_unchanged_files_fails_if_the_token_was_revoked() throws Exception {
        uploadOnce();
        simulator.revokeTokens();

        assertThat(failure(skipping(EVERYTHING, false))).hasMessageStartingWith("Checking access ");
        assertThat(report.isUnchanged()).isFalse();
        assertThat(project.uploads()).isEqualTo(1);
    }

    @Test
    void changed_files_are_uploaded_once() throws Exception {
        uploadOnce();
        Files.writeString(file, "<project></project>");
        assertThat(skipped()).isFalse();
        assertThat(skipped()).isTrue();
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(3);
    }

    @Test
    void an_upload_is_remembered_only_with_the_option_skip_unchanged() throws Exception {
        uploadOnce();
        run(UPLOAD);
        assertThat(skipped()).isFalse();
        assertThat(skipped()).isTrue();
    }

    private void assertUploadedAgain(String why) throws Exception {
        int before = project.uploads();
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(before + 1);
        assertThat(heard).contains("Warning: Unchanged files are uploaded again, because " + why);
    }

    @Test
    void the_last_upload_is_unknown_after_an_upload_fails_with_status_400() throws Exception {
        uploadOnce();
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(failure(UPLOAD)).hasMessageStartingWith("Uploading the archive ");
        assertThat(heard).noneMatch(line -> line.startsWith("Warning"));
        assertUploadedAgain(
                "another submission to the project is running, or may still take effect on the SAST server.");
    }

    @ParameterizedTest
    @CsvSource({"UPLOAD, 401", "UPLOAD, 403", "UPLOAD, 404", "WRITE_GIT, 401", "WRITE_GIT, 403", "WRITE_GIT, 404"})
    void the_last_upload_is_still_known_after_status_401_or_403_or_404(SimulatedOperation operation, int status)
            throws Exception {
        uploadOnce();
        simulator.schedule(operation, Fault.answer(status));
        assertThat(failure(operation == SimulatedOperation.UPLOAD ? UPLOAD : plan(null, GIT, false)))
                .isNotNull();
        assertThat(skipped()).isTrue();
    }

    @Test
    void unchanged_files_are_uploaded_again_if_the_server_may_have_stored_other_files_in_the_meantime()
            throws Exception {
        uploadOnce();
        String uploaded = Files.readString(file);
        Files.writeString(file, "other");
        // The SAST server may have stored "other", although it responded with status 503.
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(403));
        assertThat(failure(UPLOAD)).hasMessageContaining("403");
        Files.writeString(file, uploaded);
        assertThat(skipped()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void unchanged_files_are_uploaded_again_after_git_settings_are_written_or_rejected_with_status_400(boolean rejected)
            throws Exception {
        uploadOnce();
        simulator.schedule(SimulatedOperation.WRITE_GIT, rejected ? Fault.answer(400) : Fault.none());
        assertThat(failure(plan(null, GIT, false)) != null).isEqualTo(rejected);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(2);
        // A SAST server that responds with status 400 might still write the Git settings later. Therefore, the upload
        // just made is not remembered, and the files are uploaded once more.
        assertThat(skipped()).isNotEqualTo(rejected);
    }

    @Test
    void a_failure_to_record_an_upload_is_logged_only_if_the_submission_may_skip_unchanged_source() throws Exception {
        uploadOnce();
        Path record = folder.resolve(LastUploads.class.getName())
                .resolve(Submitter.of(fixture.url(), PROJECT, "job", 1).target());
        Files.delete(record);
        Files.createDirectories(record.resolve("in-the-way"));

        run(UPLOAD);
        assertThat(heard).noneMatch(line -> line.startsWith("Warning"));
        assertUploadedAgain("the controller cannot replace " + record
                + " (the directory is not empty). Check the free disk space and the permissions.");
        Files.delete(record.resolve("in-the-way"));
        Files.delete(record);
    }

    @Test
    void a_superseded_submission_is_not_reported_as_unchanged() throws Exception {
        uploadOnce();
        check = () -> OptionalInt.of(13);

        assertThat(run(skipping(EVERYTHING, true)).toMap())
                .containsEntry("superseded", true)
                .containsEntry("unchanged", false)
                .doesNotContainKey("archive");
        assertThat(project.forceScans()).isZero();
    }

    @Test
    void unchanged_files_are_uploaded_if_another_upload_came_after_the_comparison() throws Exception {
        uploadOnce();
        check = () -> {
            check = OptionalInt::empty;
            otherUpload();
            return OptionalInt.empty();
        };

        assertThat(skipped()).isFalse();

        assertThat(report.getArchive()).isNotNull();
        assertThat(project.uploads()).isEqualTo(2);
        assertThat(report.toMap()).containsEntry("unchanged", false);
    }

    private void otherUpload() {
        Submitter other = Submitter.of(fixture.url(), PROJECT, "other", 1);
        try (LastUploads.Change change = last.begin(other)) {
            change.succeeded("00");
        }
    }

    @Test
    void the_next_submission_is_compared_with_the_content_that_was_archived() throws Exception {
        uploadOnce();
        String before = Files.readString(file);
        Files.writeString(file, "compared");
        afterwards.put("digest", () -> Files.writeString(file, "archived"));
        assertThat(skipped()).isFalse();
        afterwards.clear();

        assertThat(skipped()).isTrue();
        Files.writeString(file, "compared");
        assertThat(skipped()).isFalse();
        Files.writeString(file, before);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(4);
    }

    @Test
    void an_existing_archive_is_always_uploaded_and_never_modified() throws Exception {
        uploadOnce();
        Path ready = Files.copy(project.lastUpload().orElseThrow().file(), workspace.resolve("ready.zip"));
        byte[] content = Files.readAllBytes(ready);
        Source source = new Source.ExistingArchive("ready.zip");

        run(plan(source, null, false));
        assertThat(project.lastUpload().orElseThrow().file()).hasBinaryContent(content);
        assertThat(ready).hasBinaryContent(content);
        Files.delete(ready);
        assertThat(skipped()).isFalse();
        assertRejected(() -> skipping(source, false), "An existing archive is always uploaded.");
    }

    private boolean skipped() throws Exception {
        return run(skipping(EVERYTHING, false)).isUnchanged();
    }

    private static SubmissionPlan skipping(Source source, boolean forceScan) {
        return new SubmissionPlan(
                PROJECT, Optional.of(source), Optional.empty(), forceScan, new GivenOptions(true, OnWarnings.CONTINUE));
    }
}
