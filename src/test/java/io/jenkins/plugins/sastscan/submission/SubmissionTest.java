package io.jenkins.plugins.sastscan.submission;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTest extends SubmissionTests {
    @ParameterizedTest
    @EnumSource
    void a_submission_uploads_files_and_writes_git_settings_and_forces_the_scan(Dialect dialect) throws Exception {
        serve(dialect);
        if (dialect == Dialect.FIELD) {
            authentication = fixture.oauthSettings();
        }
        run(WHOLE);

        assertThat(simulator.requests())
                .extracting(request -> request.operation().orElseThrow())
                .filteredOn(operation -> operation != SimulatedOperation.TOKEN)
                .containsExactly(
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.UPLOAD,
                        SimulatedOperation.WRITE_GIT,
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.FORCE_SCAN);
        var received = project.lastUpload().orElseThrow();
        try (ZipFile zip = new ZipFile(received.file().toFile())) {
            assertThat(zip.stream()).extracting(ZipEntry::getName).containsExactly("pom.xml", "src/App.java");
        }
        assertThat(project.git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(project.git().orElseThrow().password()).contains("hunt/er2");
        assertThat(project.forceScan()).isTrue();

        assertThat(report.getArchive().files).isEqualTo(2);
        assertThat(report.getArchive().sha256).isEqualTo(received.sha256());
        assertThat(report.getGit().getUrl()).isEqualTo("https://git.example.com/app.git");
        assertThat(report.getGit().getBranch()).isEqualTo("refs/heads/main");
        assertThat(report.getGit().getAuthentication()).isEqualTo("credentials");
        assertThat(report.getGit().getBranchReadBack()).isEqualTo("refs/heads/main");
        assertThat(heard.stream()
                        .filter(line -> line.matches("(begun|ended) .*"))
                        .collect(Collectors.joining(", ")))
                .isEqualTo("begun ACCESS, ended ACCESS, begun ARCHIVE, ended ARCHIVE, begun UPLOAD, ended UPLOAD,"
                        + " begun GIT_SETTINGS, ended GIT_SETTINGS,"
                        + " begun FORCE_SCAN, ended FORCE_SCAN");
        assertThat(report.toMap()).containsEntry("projectId", PROJECT.value()).containsEntry("scanForced", true);
        assertThat(report.done()).containsExactly(Stage.values());
    }

    @Test
    void each_stage_is_optional_but_a_submission_without_stages_is_rejected() throws Exception {
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();

        assertThat(run(FORCE_SCAN).done()).containsExactly(Stage.ACCESS, Stage.FORCE_SCAN);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScan()).isTrue();

        assertRejected(() -> plan(null, null, false), "Nothing to do");
    }

    @Test
    void an_account_without_access_to_git_settings_can_upload() throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(403));
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(report.isTokenAccepted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 200})
    void a_failed_access_check_ends_the_submission_before_archiving(int status) {
        simulator.always(SimulatedOperation.READ_GIT, status == 200 ? Fault.loginPage() : Fault.answer(status));
        assertThat(failure(WHOLE))
                .hasMessageStartingWith("Checking access ")
                .hasMessageContaining("" + status)
                .hasMessageEndingWith("Nothing was changed on the SAST server.");
        assertThat(heard).doesNotContain("begun ARCHIVE");
    }

    @Test
    void a_submission_without_selected_files_fails_before_it_changes_anything() {
        Source nothing = new Source.Files("", new Selection(List.of("**/*.cobol"), List.of(), true, true));
        assertThat(failure(plan(nothing, null, true)))
                .hasCauseInstanceOf(ArchiveException.class)
                .hasMessageContaining("**/*.cobol");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void the_failure_message_lists_the_completed_stages() throws Exception {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(failure(WHOLE))
                .hasMessageContaining("400")
                .hasMessageNotContainingAny("Already done", "Nothing was changed");
        assertThat(project.git()).isEmpty();
        simulator.schedule(SimulatedOperation.WRITE_GIT, Fault.answer(400));
        assertThat(failure(WHOLE)).hasMessageEndingWith(" Already done: upload.");
        simulator.schedule(SimulatedOperation.FORCE_SCAN, Fault.answer(403));
        assertThat(failure(WHOLE)).hasMessageEndingWith(" Already done: upload, Git settings.");
        assertThat(project.forceScan()).isFalse();

        run(UPLOAD);
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.answer(401));
        assertThatThrownBy(() -> continueWith(FORCE_SCAN))
                .hasMessageContaining("401")
                .hasMessageEndingWith(" Already done: upload.");
    }

    @Test
    void the_archive_is_deleted_even_if_a_stage_cannot_be_recorded() {
        atEnd = stage -> {
            if (stage == Stage.ARCHIVE) {
                throw new IllegalStateException("a defect");
            }
        };
        assertThatThrownBy(() -> run(WHOLE)).hasMessage("a defect");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void an_archive_that_cannot_be_deleted_gives_a_warning() throws Exception {
        afterwards.put("discard", () -> {
            throw new AccessDeniedException("x.zip");
        });
        assertThat(run(WHOLE).toMap()).containsEntry("scanForced", true);
        assertThat(heard)
                .anyMatch(line -> line.startsWith("Warning: The archive") && line.contains("permission denied"));
    }

    @Test
    void a_superseded_submission_changes_nothing_and_deletes_its_archive() throws Exception {
        check = () -> OptionalInt.of(13);

        assertThat(run(WHOLE).toMap())
                .containsEntry("superseded", true)
                .containsEntry("unchanged", false)
                .containsEntry("scanForced", false)
                .containsKey("archive")
                .doesNotContainKey("git");

        assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                .isZero();
        assertThat(report.done()).containsExactly(Stage.ACCESS, Stage.ARCHIVE);
        assertThat(report.getText().getSupersededBy()).isEqualTo(13);
    }

    @Test
    void a_submission_changes_nothing_if_the_check_at_the_start_of_its_turn_fails() {
        check = () -> {
            throw new InvalidInputException("No longer.");
        };
        assertThatThrownBy(() -> run(WHOLE)).hasMessage("No longer.");
        assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                .isZero();
    }

    @Test
    void a_warning_prevents_the_upload_if_the_step_must_fail_on_warnings() throws Exception {
        Files.writeString(workspace.resolve(".env"), "PASSWORD=x");
        Source source = new Source.Files("", new Selection(List.of(), List.of("none/**"), true, true));

        assertThat(failure(failingOnWarnings(source)))
                .hasMessage("Not uploaded, because onWarnings is FAIL: These patterns match nothing: exclude 'none/**'."
                        + " Check their spelling, or remove them. Found 1 likely secret by file name; the submission"
                        + " page lists the names. Exclude what the SAST server should not receive. Nothing was changed on the"
                        + " SAST server.");
        assertThat(heard).contains("ended ARCHIVE").doesNotContain("begun UPLOAD", "begun FORCE_SCAN");
        assertThat(report.getArchive().likelySecretNames).containsExactly(".env");
        assertThat(project.lastUpload()).isEmpty();
    }

    @Test
    void a_warning_about_a_much_smaller_archive_never_prevents_the_upload() throws Exception {
        previousBytes = 1_000_000;

        assertThat(run(failingOnWarnings(EVERYTHING)).getArchive().getWarnings())
                .hasSize(1);

        assertThat(project.lastUpload()).isPresent();
    }

    private static SubmissionPlan failingOnWarnings(Source source) {
        return new SubmissionPlan(
                PROJECT, Optional.of(source), Optional.empty(), true, new GivenOptions(false, OnWarnings.FAIL));
    }
}
